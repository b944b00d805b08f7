"""The score helper for cardboard games."""
