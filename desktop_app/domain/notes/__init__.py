"""A clinician's notes and the hand-outs for patients: templates, what belongs where, and what a sentence rests on."""
