"""The rules site: pages made from the data."""
