"""What clients and the server say to each other: requests, schemas, errors."""
