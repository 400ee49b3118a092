"""Single steps from pairs of states that agree in everything public and differ in secrets."""
