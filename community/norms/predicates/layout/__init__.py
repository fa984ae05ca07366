"""How a text is laid out: lists, sections, dialogue, alliteration, synonyms in parentheses, verse."""
