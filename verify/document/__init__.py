"""The outside form of a mechanism: JSON and TOML documents, their schema, and how they are read."""
