"""Who decides: one bot per file. A bot is told what its player knows and never sees the state."""
