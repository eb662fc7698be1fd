"""The process around a command: streams, signals, time, exit statuses."""
