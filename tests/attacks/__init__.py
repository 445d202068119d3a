"""What somebody who means harm tries, and what comes of it."""
