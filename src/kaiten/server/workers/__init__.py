"""Worker processes in which bots and analyses run."""
