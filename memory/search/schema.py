"""The full-text index as SQL: what it consists of, and the triggers that keep it in step. Run by a migration.

The index holds no text of its own: it reads it through the view `memory_passage_text`. So every change of a
passage has to go through the triggers, and a text that has passages cannot change. A program that knows
only SQLite (the prompt hook) can ask the same index: `SELECT rowid FROM memory_fts WHERE memory_fts MATCH …
ORDER BY rank`.

Columns: `text` (the passage), `extra` (what the tokenizer cannot find, see `words.py`) and `scope`
("p12": the project as a word of the index, so that asking one project reads only its postings. Measured
at 1,000,000 memories: 22 ms against 860 ms for filtering afterwards).
"""

from __future__ import annotations

from typing import Final

TABLES: Final = (
    """CREATE VIEW memory_passage_text AS
       SELECT p.id AS id, substr(m.text, p.start + 1, p.length) AS text, p.extra AS extra, p.scope AS scope
       FROM memory_passage p JOIN memory_memory m ON m.id = p.memory_id""",
    """CREATE VIRTUAL TABLE memory_fts USING fts5(
       text, extra, scope, content='memory_passage_text', content_rowid='id',
       tokenize='porter unicode61 remove_diacritics 2')""",
    # Parts of names count half; the scope is a condition, never a merit.
    "INSERT INTO memory_fts(memory_fts, rank) VALUES ('rank', 'bm25(1.0, 0.5, 0.0)')",
    # Every word that was ever indexed, with its groups of three letters: for misspelt words in queries.
    """CREATE TABLE memory_word (id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE)""",
    """CREATE VIEW memory_word_marked AS SELECT id, '^' || word || '$' AS word FROM memory_word""",
    """CREATE VIRTUAL TABLE memory_word_fts USING fts5(
       word, content='memory_word_marked', content_rowid='id', tokenize='trigram', detail='none',
       columnsize=0)""",
)

TRIGGERS: Final = (
    """CREATE TRIGGER memory_passage_added AFTER INSERT ON memory_passage BEGIN
       INSERT INTO memory_fts(rowid, text, extra, scope)
       SELECT id, text, extra, scope FROM memory_passage_text WHERE id = new.id;
       END""",
    """CREATE TRIGGER memory_passage_removed BEFORE DELETE ON memory_passage BEGIN
       INSERT INTO memory_fts(memory_fts, rowid, text, extra, scope)
       SELECT 'delete', id, text, extra, scope FROM memory_passage_text WHERE id = old.id;
       END""",
    """CREATE TRIGGER memory_passage_changes BEFORE UPDATE ON memory_passage BEGIN
       INSERT INTO memory_fts(memory_fts, rowid, text, extra, scope)
       SELECT 'delete', id, text, extra, scope FROM memory_passage_text WHERE id = old.id;
       END""",
    """CREATE TRIGGER memory_passage_changed AFTER UPDATE ON memory_passage BEGIN
       INSERT INTO memory_fts(rowid, text, extra, scope)
       SELECT id, text, extra, scope FROM memory_passage_text WHERE id = new.id;
       END""",
    """CREATE TRIGGER memory_removed BEFORE DELETE ON memory_memory BEGIN
       DELETE FROM memory_passage WHERE memory_id = old.id;
       END""",
    """CREATE TRIGGER memory_text_stays BEFORE UPDATE OF text ON memory_memory
       WHEN new.text IS NOT old.text AND EXISTS (SELECT 1 FROM memory_passage WHERE memory_id = old.id) BEGIN
       SELECT RAISE(ABORT, 'the text of a memory never changes: store a new one that supersedes it');
       END""",
    """CREATE TRIGGER memory_moved AFTER UPDATE OF project_id ON memory_memory
       WHEN new.project_id IS NOT old.project_id BEGIN
       UPDATE memory_passage SET scope = 'p' || new.project_id WHERE memory_id = new.id;
       END""",
    """CREATE TRIGGER memory_word_added AFTER INSERT ON memory_word BEGIN
       INSERT INTO memory_word_fts(rowid, word) VALUES (new.id, '^' || new.word || '$');
       END""",
    """CREATE TRIGGER memory_word_removed BEFORE DELETE ON memory_word BEGIN
       INSERT INTO memory_word_fts(memory_word_fts, rowid, word)
       VALUES ('delete', old.id, '^' || old.word || '$');
       END""",
)

# The search by words deletes and moves passages with plain SQL, in processes that know nothing of vectors, too.
VECTOR_TRIGGERS: Final = (
    """CREATE TRIGGER memory_vector_removed BEFORE DELETE ON memory_passage BEGIN
       DELETE FROM memory_vector WHERE passage_id = old.id;
       END""",
    # A new id is how other processes notice that a vector belongs to another project now.
    """CREATE TRIGGER memory_vector_moved AFTER UPDATE OF scope ON memory_passage
       WHEN new.scope IS NOT old.scope BEGIN
       REPLACE INTO memory_vector (passage_id, model, codes)
       SELECT passage_id, model, codes FROM memory_vector WHERE passage_id = new.id;
       END""",
)

CREATE: Final = (*TABLES, *TRIGGERS)

ALL_TRIGGERS: Final = (*TRIGGERS, *VECTOR_TRIGGERS)

DROP_TRIGGERS: Final = tuple(f"DROP TRIGGER IF EXISTS {statement.split()[2]}" for statement in ALL_TRIGGERS)

DROP: Final = (
    *DROP_TRIGGERS,
    "DROP TABLE IF EXISTS memory_word_fts",
    "DROP TABLE IF EXISTS memory_fts",
    "DROP VIEW IF EXISTS memory_passage_text",
    "DROP VIEW IF EXISTS memory_word_marked",
    "DROP TABLE IF EXISTS memory_word",
)
