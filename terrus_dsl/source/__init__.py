"""Files in, positioned data out."""
