"""Engine matches between opening sets, with their statistics."""
