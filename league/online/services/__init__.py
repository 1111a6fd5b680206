"""Changes to online tables: one function and transaction each, safe to call twice."""
