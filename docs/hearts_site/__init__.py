"""The rules site: pages made from the data, in every language, and the plugin that lets MkDocs build them."""
