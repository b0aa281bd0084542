"""The rules of Hearts as data, and the small package that reads, checks, resolves and words them."""
