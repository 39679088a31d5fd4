-- Whose a note was when somebody answered for it, as a JSON list of name, sex, birth date and record number; '' for a
-- draft, and where the session moved to another person since. Notes confirmed before take what is known now.
ALTER TABLE note ADD COLUMN confirmed_as TEXT NOT NULL DEFAULT '';
UPDATE note SET confirmed_as = (
    SELECT json_array(p.name, p.sex, p.birth_date, p.record_number)
    FROM session AS s JOIN person AS p ON p.id = s.person_id WHERE s.id = note.session_id
) WHERE confirmed_at_ms IS NOT NULL;
