"""What is released and who is protected: labels, channels, pairs of laws, adjacency."""
