"""The table online: tables that people share by a link, with bots in the empty seats."""
