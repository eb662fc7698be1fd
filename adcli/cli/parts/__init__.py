"""What commands are made of: options, arguments, sources, and how answers leave."""
