"""What is talked about."""
