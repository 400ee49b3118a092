"""What must hold in every game, whoever sits where and whatever is answered, and random tables to try it at."""
