"""The command line: options, files, streams, exit status; and nothing else."""
