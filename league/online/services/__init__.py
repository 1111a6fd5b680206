"""Write what happens at online tables: one verb each, one transaction, safe to call twice."""
