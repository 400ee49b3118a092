"""Recording a voice pack: what has to be read, the microphone, the takes, and what is still missing."""
