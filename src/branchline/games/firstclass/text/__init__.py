"""Every word that a person reads."""
