-- Categories that people set up for the facts of a space, beside those that ship, in an order of their own.
CREATE TABLE own_category (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    position INTEGER NOT NULL,
    UNIQUE (person_id, name)
) STRICT;

-- Where a fact was filed by hand. It keeps the category it was found under, and is back there without this one.
ALTER TABLE fact ADD COLUMN own_category_id INTEGER REFERENCES own_category (id) ON DELETE SET NULL;
CREATE INDEX fact_by_own_category ON fact (own_category_id) WHERE own_category_id IS NOT NULL;
