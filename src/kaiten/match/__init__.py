"""A match from the outside: choices, views, records, events and score sheets."""
