"""One answer, many readers: JSON forms with a published schema, and text for people."""
