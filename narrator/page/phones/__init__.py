"""The players' phones: each is a silent, private terminal of one seat, on the server of the pages."""
