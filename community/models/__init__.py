"""Chat models and every call made to them."""
