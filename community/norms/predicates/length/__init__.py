"""How long a text is: in words, sentences, paragraphs or lines."""
