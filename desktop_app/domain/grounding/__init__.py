"""What a reply states that its prompt does not hold: drugs, quantities, dates and denials."""
