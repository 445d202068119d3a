"""Worker processes: what takes long, or can't be trusted to end, is done outside the serving process."""
