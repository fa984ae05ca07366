"""What a person who watches a run is shown while it goes on."""
