"""The page in the browser: what it shows of a snapshot, and what it sends."""
