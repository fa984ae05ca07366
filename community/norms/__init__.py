"""What is enforced."""
