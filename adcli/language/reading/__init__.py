"""From text to a syntax tree: lexer, parser, and what each rule builds."""
