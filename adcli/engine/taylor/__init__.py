"""Taylor mode: power series along the graph, order by order."""
