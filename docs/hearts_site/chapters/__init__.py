"""The kinds of pages, one module a kind; each yields the paths of its pages and their Markdown."""
