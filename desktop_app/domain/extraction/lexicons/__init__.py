"""Word lists of the fact rules, in Chinese and English. Plain data, no rules.

A line of a list holds the names of one concept, separated by commas, the first one standing for
the concept. A line that starts with ``~`` holds names of unrelated concepts.
"""
