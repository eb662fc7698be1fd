"""Many expressions: files of records are read, and each record answered, one by one."""
