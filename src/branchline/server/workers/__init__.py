"""Worker processes that draw and think, and the jobs that they do."""
