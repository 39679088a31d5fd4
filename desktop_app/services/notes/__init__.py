"""Notes of consultations and hand-outs for patients: drafting, changing, confirming and printing them."""
