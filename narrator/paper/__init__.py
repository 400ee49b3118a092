"""What is printed: the night for whoever leads it, and the cards; each is one page of HTML that stands alone."""
