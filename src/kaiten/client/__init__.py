"""A seat at a remote table."""
