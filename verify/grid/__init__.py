"""Grids of parameters: one question asked of a document at many values.

Rows are independent: a list of work units that any executor can map over (`row.evaluate`).
"""
