"""The version of the protocol, which client and server compare."""

# Bump this for any change that breaks existing clients.
PROTOCOL = "3"
BEFORE_ANNOUNCED = "1"  # what a client speaks that does not say
