"""Tree search over sampled worlds."""
