project = "words"
extensions = ["sphinx.ext.graphviz"]
graphviz_output_format = "svg"
html_theme = "basic"
exclude_patterns = ["html"]
