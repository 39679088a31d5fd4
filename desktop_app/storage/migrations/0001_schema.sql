-- Schema 1. Edited in place until it is frozen (0001_schema.sha256 lies beside it); later changes are files of their own.
-- Times are Unix milliseconds, dates ISO 8601 text, ids integers. Derived tables (chunk_fts,
-- chunk_vec, message_fts) are rebuilt from messages instead of failing.
-- AUTOINCREMENT where an id outlives its row (in ledgers, in the audit log): it is never given out again.

CREATE TABLE schema_migration (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    applied_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE vault (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    vault_id TEXT NOT NULL,            -- the same random id stands in the key file
    kind TEXT NOT NULL CHECK (kind IN ('personal', 'clinical')),
    created_at_ms INTEGER NOT NULL,
    vector_generation INTEGER NOT NULL DEFAULT 0  -- transactions that changed chunk_vec, see storage/resident_vectors
) STRICT;

CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL                -- JSON
) STRICT;

CREATE TABLE model (
    id INTEGER PRIMARY KEY,
    sha256 TEXT NOT NULL UNIQUE,
    path TEXT NOT NULL,
    name TEXT NOT NULL,
    architecture TEXT NOT NULL,
    quantisation TEXT NOT NULL,
    parameters INTEGER NOT NULL,
    file_bytes INTEGER NOT NULL,
    licence TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE person (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    sex TEXT NOT NULL DEFAULT '',
    birth_date TEXT NOT NULL DEFAULT '',
    record_number TEXT NOT NULL DEFAULT '',
    state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'restricted')),
    fact_mode TEXT NOT NULL DEFAULT '' CHECK (fact_mode IN ('', 'automatic', 'ask', 'off')),  -- '': as the vault's
    shares_facts INTEGER NOT NULL DEFAULT 0,  -- what is known here holds for everybody; never among patients
    keep_until TEXT NOT NULL DEFAULT '',  -- ISO 8601 date; who erases the person before it says why
    created_at_ms INTEGER NOT NULL
) STRICT;
CREATE TRIGGER person_shares_no_patient BEFORE UPDATE OF shares_facts ON person
WHEN NEW.shares_facts AND (SELECT kind FROM vault) = 'clinical'
BEGIN SELECT raise(ABORT, 'a patient''s facts are the patient''s alone'); END;

-- On what a patient's words are kept and used: what was agreed to, or another lawful basis; and its end.
CREATE TABLE consent (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    basis TEXT NOT NULL,               -- these three: see domain.consent
    uses TEXT NOT NULL,                -- JSON list
    form TEXT NOT NULL,
    given_on TEXT NOT NULL,            -- ISO 8601 date
    given_by TEXT NOT NULL DEFAULT '', -- the guardian's name, '' for the patient
    relation TEXT NOT NULL DEFAULT '', -- of the guardian to the patient
    recorded_by TEXT NOT NULL,         -- who wrote it down
    note TEXT NOT NULL DEFAULT '',
    recorded_at_ms INTEGER NOT NULL,
    withdrawn_at_ms INTEGER,
    withdrawn_by TEXT NOT NULL DEFAULT ''  -- as given_by
) STRICT;
CREATE INDEX consent_by_person ON consent (person_id);

-- Who is expected, has come and was seen on a day.
CREATE TABLE arrival (
    day TEXT NOT NULL,                 -- ISO 8601 date of the clinician's calendar
    person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    state TEXT NOT NULL CHECK (state IN ('expected', 'arrived', 'seen')),
    changed_at_ms INTEGER NOT NULL,
    PRIMARY KEY (day, person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX arrival_by_person ON arrival (person_id);

CREATE TABLE folder (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    folded INTEGER NOT NULL DEFAULT 0, -- whether the list shows its name alone
    UNIQUE (person_id, name)
) STRICT;

CREATE TABLE session (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    folder_id INTEGER REFERENCES folder (id) ON DELETE SET NULL,
    title TEXT NOT NULL,
    titled_by TEXT NOT NULL DEFAULT 'program' CHECK (titled_by IN ('program', 'model', 'user')),
    head_turn_id INTEGER REFERENCES turn (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
    pinned INTEGER NOT NULL DEFAULT 0,
    archived INTEGER NOT NULL DEFAULT 0,
    draft TEXT NOT NULL DEFAULT '',
    created_at_ms INTEGER NOT NULL,
    updated_at_ms INTEGER NOT NULL
) STRICT;
-- The persona a session is held with, an id of the setting "personas" or of one that ships.
CREATE TABLE session_persona (
    session_id INTEGER PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
    persona TEXT NOT NULL
) STRICT;
CREATE INDEX session_by_person ON session (person_id, updated_at_ms DESC);
CREATE INDEX session_by_head ON session (head_turn_id);
CREATE INDEX session_by_folder ON session (folder_id);

CREATE TABLE turn (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    parent_id INTEGER REFERENCES turn (id) ON DELETE SET NULL,
    ordinal INTEGER NOT NULL,          -- depth along its branch, from 0
    finish_reason TEXT,                -- NULL while streaming
    pinned INTEGER NOT NULL DEFAULT 0,
    created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX turn_by_session ON turn (session_id, ordinal);
CREATE INDEX turn_streaming ON turn (id) WHERE finish_reason IS NULL;
CREATE INDEX turn_by_parent ON turn (parent_id);

-- Turns of a copied session say nothing anew: recall keeps to the first of them that is left.
CREATE TABLE turn_copy (
    turn_id INTEGER PRIMARY KEY REFERENCES turn (id) ON DELETE CASCADE,
    original_id INTEGER NOT NULL REFERENCES turn (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX turn_copy_by_original ON turn_copy (original_id);

-- A turn's question has the id 2 * turn - 1, its reply 2 * turn: found without an index, and never reused.
CREATE TABLE message (
    id INTEGER PRIMARY KEY CHECK (id = 2 * turn_id - (role = 'user')),
    turn_id INTEGER NOT NULL REFERENCES turn (id) ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
    speaker TEXT NOT NULL,
    text TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX message_by_turn ON message (turn_id);

-- The text of a file that was sent with a message; the file itself is not kept.
CREATE TABLE attachment (
    message_id INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    file_bytes INTEGER NOT NULL DEFAULT 0,  -- of the file, 0 where that is not known
    tokens INTEGER NOT NULL DEFAULT 0,      -- an estimate without a model, 0 likewise
    PRIMARY KEY (message_id, position)
) STRICT, WITHOUT ROWID;

-- Texts of files that were attached to a message not sent yet; they go with the session's draft.
CREATE TABLE draft_attachment (
    session_id INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    file_bytes INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    PRIMARY KEY (session_id, position)
) STRICT, WITHOUT ROWID;

-- What makes a turn's prompt and reply reproducible; a row only where a prompt was built.
CREATE TABLE generation (
    turn_id INTEGER PRIMARY KEY REFERENCES turn (id) ON DELETE CASCADE,
    model_id INTEGER NOT NULL REFERENCES model (id),
    engine_build TEXT NOT NULL,
    context_limit INTEGER NOT NULL,
    reserved INTEGER NOT NULL,
    prompt_tokens INTEGER NOT NULL,
    reused_tokens INTEGER NOT NULL,
    computed_tokens INTEGER NOT NULL,
    completion_tokens INTEGER NOT NULL,
    first_token_ms REAL NOT NULL,
    prefill_ms REAL NOT NULL,
    decode_ms REAL NOT NULL,
    prompt_sha256 TEXT NOT NULL,
    sampler TEXT NOT NULL,             -- JSON of domain.ports.Sampling, seed included
    settings_sha256 TEXT NOT NULL,
    template_sha256 TEXT NOT NULL,
    reply_token_ids BLOB               -- int32 little-endian; NULL where they do not give the text
) STRICT;

-- The ledger of a turn: compressed msgpack (see storage/ledger_codec.py) that refers to texts by id.
CREATE TABLE ledger (
    turn_id INTEGER PRIMARY KEY REFERENCES turn (id) ON DELETE CASCADE,
    body BLOB NOT NULL
) STRICT;

-- A ledger's figures, beside its body: a session's timeline is read without decoding any ledger.
CREATE TABLE ledger_figure (
    turn_id INTEGER PRIMARY KEY REFERENCES ledger (turn_id) ON DELETE CASCADE,
    system INTEGER NOT NULL,           -- tokens by section, see domain.ledger.Section
    facts INTEGER NOT NULL,
    summary INTEGER NOT NULL,
    history INTEGER NOT NULL,
    recalled INTEGER NOT NULL,
    question INTEGER NOT NULL,
    attachments INTEGER NOT NULL,
    template INTEGER NOT NULL,
    clipped_turns INTEGER NOT NULL,    -- how many were left out
    clip_mark INTEGER NOT NULL,        -- changes with the turns that are left out; 0 for none
    summary_mark INTEGER NOT NULL,     -- changes with the summary; 0 for none
    broke_prefix TEXT NOT NULL         -- section that ended the reused prefix, '' if none did
) STRICT;

-- Texts of ledgers, each once: pieces, recalled snippets, and the set of clipped turns (compressed
-- msgpack), which is the same for all turns between two clip events.
CREATE TABLE ledger_text (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    sha256 BLOB NOT NULL UNIQUE,       -- of the body
    body BLOB NOT NULL
) STRICT;

-- Where a ledger text came from: message:ID, turn:ID, chunk:ID, fact:ID, summary:ID, session:ID, or
-- '' for the program's own words. A text goes when the last of its sources is erased.
CREATE TABLE ledger_source (
    text_id INTEGER NOT NULL REFERENCES ledger_text (id) ON DELETE CASCADE,
    source TEXT NOT NULL,
    PRIMARY KEY (text_id, source)
) STRICT, WITHOUT ROWID;
CREATE INDEX ledger_source_by_source ON ledger_source (source);

-- Which turns' prompts carried a fact or a recalled turn ("used in").
CREATE TABLE prompt_use (
    source TEXT NOT NULL,              -- fact:ID or turn:ID
    turn_id INTEGER NOT NULL REFERENCES turn (id) ON DELETE CASCADE,
    PRIMARY KEY (source, turn_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX prompt_use_by_turn ON prompt_use (turn_id);

CREATE TABLE chunk (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    session_id INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    turn_id INTEGER NOT NULL REFERENCES turn (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    part TEXT NOT NULL CHECK (part IN ('both', 'question', 'reply')),  -- the messages it stands for
    text TEXT NOT NULL,
    indexed_text TEXT NOT NULL,
    said_at_ms INTEGER NOT NULL,
    is_chinese INTEGER NOT NULL,
    content_terms INTEGER NOT NULL,    -- distinct, without stop words
    embedding_fingerprint TEXT NOT NULL DEFAULT '',  -- of the vector in chunk_vec, '' while it has none
    UNIQUE (turn_id, position)
) STRICT;
CREATE INDEX chunk_by_person ON chunk (person_id, said_at_ms);
CREATE INDEX chunk_by_session ON chunk (session_id);
CREATE INDEX chunk_without_vector ON chunk (id) WHERE embedding_fingerprint = '';

-- Turns that recall passes over until a person takes that back.
CREATE TABLE recall_exclusion (
    turn_id INTEGER PRIMARY KEY REFERENCES turn (id) ON DELETE CASCADE,
    excluded_at_ms INTEGER NOT NULL
) STRICT;

-- Expectations of what a turn's prompt and reply hold, run again after settings have changed.
CREATE TABLE memory_case (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    turn_id INTEGER NOT NULL REFERENCES turn (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    expectations TEXT NOT NULL,        -- JSON of domain.cases.Expectation
    created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX memory_case_by_turn ON memory_case (turn_id);

-- The plane a person's memories are drawn on, kept so that points stay where they were. Derived from their
-- vectors: goes with anything that is erased, and with the embedding model.
CREATE TABLE map_plane (
    person_id INTEGER PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
    embedding_fingerprint TEXT NOT NULL,
    fitted_to INTEGER NOT NULL,        -- vectors there were when the axes were chosen
    share REAL NOT NULL,               -- of the vectors' variance, that the plane shows
    frame TEXT NOT NULL,               -- JSON: left, right, bottom and top of where points have been
    axes BLOB NOT NULL                 -- mean and two axes, float32 little-endian
) STRICT;

-- Space-separated terms: words for Latin, characters and bigrams for Chinese. Contentless without
-- contentless_delete: a row leaves by the 'delete' command with its old terms.
CREATE VIRTUAL TABLE chunk_fts USING fts5 (terms, content='', tokenize='porter unicode61');
INSERT INTO chunk_fts (chunk_fts, rank) VALUES ('secure-delete', 1);
-- Document frequencies of the terms: rare ones are searched first.
CREATE VIRTUAL TABLE chunk_vocabulary USING fts5vocab ('chunk_fts', 'row');

-- chunk_vec (vec0) is made by the program, because its dimension is the embedding model's.

-- Words and, one by one, Chinese characters and signs (see storage/message_search.py).
CREATE VIRTUAL TABLE message_fts USING fts5 (terms, content='', tokenize='unicode61', prefix='2 3');
INSERT INTO message_fts (message_fts, rank) VALUES ('secure-delete', 1);

CREATE TABLE fact (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    subject TEXT NOT NULL,
    category TEXT NOT NULL,
    attribute TEXT NOT NULL DEFAULT '',
    value TEXT NOT NULL,
    unit TEXT NOT NULL DEFAULT '',
    polarity TEXT NOT NULL,
    status TEXT NOT NULL,
    state TEXT NOT NULL,
    speaker TEXT NOT NULL,
    confidence REAL NOT NULL,
    observed_at_ms INTEGER NOT NULL,
    valid_from TEXT NOT NULL DEFAULT '',
    valid_to TEXT NOT NULL DEFAULT '',
    recorded_at_ms INTEGER NOT NULL,
    retracted_at_ms INTEGER,
    superseded_by INTEGER REFERENCES fact (id) ON DELETE SET NULL,
    pinned INTEGER NOT NULL DEFAULT 0,
    doubt TEXT NOT NULL DEFAULT '',    -- how an open contradiction was left: '', to_ask, left
    by_hand INTEGER NOT NULL DEFAULT 0 -- entered or corrected in the window; needs no message to rest on
) STRICT;
CREATE INDEX fact_by_person ON fact (person_id, category, attribute);
CREATE INDEX fact_superseded_by ON fact (superseded_by) WHERE superseded_by IS NOT NULL;

-- The words a fact rests on: a span of a message, and who found it. A fact may have several.
CREATE TABLE fact_source (
    id INTEGER PRIMARY KEY,
    fact_id INTEGER NOT NULL REFERENCES fact (id) ON DELETE CASCADE,
    message_id INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    start INTEGER NOT NULL,            -- characters
    "end" INTEGER NOT NULL,
    quote TEXT NOT NULL,
    extractor TEXT NOT NULL,
    UNIQUE (fact_id, message_id, start, "end")
) STRICT;
CREATE INDEX fact_source_by_message ON fact_source (message_id);

-- What was done to a fact: its history. Ids and states, never text.
CREATE TABLE fact_change (
    id INTEGER PRIMARY KEY,
    fact_id INTEGER NOT NULL REFERENCES fact (id) ON DELETE CASCADE,
    at_ms INTEGER NOT NULL,
    actor TEXT NOT NULL,               -- a speaker, 'user' for a hand in the window, 'program'
    kind TEXT NOT NULL,                -- see domain.fact_changes.ChangeKind
    state TEXT NOT NULL,               -- of the fact from then on
    other_id INTEGER REFERENCES fact (id) ON DELETE SET NULL  -- what took its place, or what it took in
) STRICT;
CREATE INDEX fact_change_by_fact ON fact_change (fact_id);
CREATE INDEX fact_change_by_other ON fact_change (other_id) WHERE other_id IS NOT NULL;

CREATE TABLE summary (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    first_turn_id INTEGER NOT NULL,
    last_turn_id INTEGER NOT NULL,
    level TEXT NOT NULL,
    text TEXT NOT NULL,
    coverage TEXT NOT NULL DEFAULT '[]',  -- JSON: turn ids covered
    verbatim TEXT NOT NULL DEFAULT '[]',  -- JSON: items put back word for word
    stale INTEGER NOT NULL DEFAULT 0,
    created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX summary_by_session ON summary (session_id, created_at_ms DESC);

-- A note or a patient's hand-out of a session, put together from what was said, see domain/notes. Whose it is is whose
-- the session is. Its sentences are rows, so that what rests on erased words can go and the rest stays.
CREATE TABLE note (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('note', 'handout')),
    title TEXT NOT NULL,               -- of the template
    language TEXT NOT NULL CHECK (language IN ('zh', 'en')),
    drafted_by TEXT NOT NULL DEFAULT '', -- the model that reworded; '' where only the words that were said stand
    confirmed_by TEXT NOT NULL DEFAULT '',
    confirmed_at_ms INTEGER,           -- NULL while it is a draft
    cut INTEGER NOT NULL DEFAULT 0,    -- whether sentences left because their words were erased or moved away
    created_at_ms INTEGER NOT NULL,
    updated_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX note_by_session ON note (session_id);
CREATE TABLE note_section (
    note_id INTEGER NOT NULL REFERENCES note (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    heading TEXT NOT NULL,
    part TEXT NOT NULL,                -- see domain.notes.Part
    words TEXT NOT NULL DEFAULT '',    -- that lines of a section of one's own hold
    PRIMARY KEY (note_id, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE note_sentence (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    note_id INTEGER NOT NULL REFERENCES note (id) ON DELETE CASCADE,
    section INTEGER NOT NULL,          -- its position
    position INTEGER NOT NULL,         -- in the section
    text TEXT NOT NULL,
    origin TEXT NOT NULL CHECK (origin IN ('said', 'model', 'user')),
    state TEXT NOT NULL CHECK (state IN ('supported', 'unsupported', 'kept', 'dropped'))
) STRICT;
CREATE INDEX note_sentence_by_note ON note_sentence (note_id, section, position);
-- The messages a sentence rests on.
CREATE TABLE note_source (
    sentence_id INTEGER NOT NULL REFERENCES note_sentence (id) ON DELETE CASCADE,
    message_id INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    PRIMARY KEY (sentence_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX note_source_by_message ON note_source (message_id);
-- What was changed by hand before a note was confirmed: what stood there before, '' where it was added.
CREATE TABLE note_change (
    id INTEGER PRIMARY KEY,
    sentence_id INTEGER NOT NULL REFERENCES note_sentence (id) ON DELETE CASCADE,
    at_ms INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('added', 'edited', 'kept', 'dropped')),
    before TEXT NOT NULL
) STRICT;
CREATE INDEX note_change_by_sentence ON note_change (sentence_id);
CREATE TABLE note_addendum (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    note_id INTEGER NOT NULL REFERENCES note (id) ON DELETE CASCADE,
    author TEXT NOT NULL,
    text TEXT NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX note_addendum_by_note ON note_addendum (note_id);
-- A confirmed note is only added to; only an erasure takes something out.
CREATE TRIGGER note_sentence_no_insert BEFORE INSERT ON note_sentence
WHEN (SELECT confirmed_at_ms FROM note WHERE id = NEW.note_id) IS NOT NULL
BEGIN SELECT raise(ABORT, 'a confirmed note is only added to'); END;
CREATE TRIGGER note_sentence_no_update BEFORE UPDATE ON note_sentence
WHEN (SELECT confirmed_at_ms FROM note WHERE id = NEW.note_id) IS NOT NULL
BEGIN SELECT raise(ABORT, 'a confirmed note is only added to'); END;

-- Unique per turn and kind: a re-run is harmless.
CREATE TABLE consolidation_job (
    turn_id INTEGER NOT NULL REFERENCES turn (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('embed', 'extract', 'guess', 'summarise', 'title')),
    queued INTEGER NOT NULL DEFAULT 1, -- how often it was asked for; work under way answers only what it began with
    attempts INTEGER NOT NULL DEFAULT 0,
    not_before_ms INTEGER NOT NULL DEFAULT 0,
    error TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (turn_id, kind)
) STRICT, WITHOUT ROWID;

-- Tokens of a message's text under a model's tokenizer.
CREATE TABLE message_tokens (
    message_id INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    model_id INTEGER NOT NULL REFERENCES model (id) ON DELETE CASCADE,
    tokens INTEGER NOT NULL,
    PRIMARY KEY (message_id, model_id)
) STRICT, WITHOUT ROWID;

-- Append-only HMAC chain; ids and hashes, never text.
CREATE TABLE audit_log (
    seq INTEGER PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL DEFAULT '',  -- e.g. turn:12
    detail TEXT NOT NULL DEFAULT '',   -- JSON of ids, figures, hashes
    mac BLOB NOT NULL
) STRICT;
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log BEGIN SELECT raise(ABORT, 'audit_log is append-only'); END;
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log BEGIN SELECT raise(ABORT, 'audit_log is append-only'); END;
