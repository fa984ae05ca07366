"""What plays the cells of a sweep: in this process, or elsewhere."""
