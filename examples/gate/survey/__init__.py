"""A small library, to show how claims about a library are kept."""
