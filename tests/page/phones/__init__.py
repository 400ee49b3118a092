"""The players' phones: what they are sent and what they may send, and the room that uses them."""
