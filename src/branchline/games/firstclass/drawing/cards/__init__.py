"""Cards and what is printed on them: frames, icons, glyphs, the legend, and the deck read once."""
