"""What has happened: a state made of events, a draft of those to come, and the marks that last."""
