"""Many games between bots: matches, how they are spread over processes, what they tell."""
