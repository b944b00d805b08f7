"""Tables: state, commands, and the services that run them."""
