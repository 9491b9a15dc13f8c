"""What many games played, as a graph of positions that a page clicks through.

`game` is one game of a group, `follow` leads games through the graph, and `graph_json` writes it for the page. These modules need
nothing but the rules: the page without a server holds them too.
"""
