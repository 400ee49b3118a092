"""The proof of secrecy: twin tables that agree in everything public, and leaks planted to show that it sees."""
