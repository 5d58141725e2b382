/** The tables of the cache. Everything in them can be made again from the files of the workspace. */

/** Raised whenever a table or its content changes its meaning: a file with another number is rebuilt. */
export const SCHEMA_VERSION = 38;

/**
 * `entries.number` is never used twice, and a row is never changed but for `line` and `twin`: what is derived from an entry
 * is kept by its number. `texts`: hashes of the texts that have vectors, the template first. `hub`: names the writer's
 * entry of which this one is a copy. `audience`: whom it is for (`entry/gates/visible.ts`), null for all. `twin`: another
 * record has the same id and stands before it, so that this one does not count. `derived`: see `row.ts`.
 * `entries_by_state` holds every column that is asked for: a search through it takes under a millisecond for 10,000
 * entries, where one through the wide rows takes three. Owner and audience are asked for by every command.
 *
 * `unread`: entries that came, went or changed their twin since words were read last. `unembedded`: those that came and
 * lack a row in the table of vectors. `knowledge_files` and `passages` are of files that are no records: see `knowledge/`.
 */
export const SCHEMA = `
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE files (
  number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, seen TEXT NOT NULL, sha256 TEXT NOT NULL, findings TEXT
);
CREATE INDEX files_with_findings ON files (name) WHERE findings IS NOT NULL;
CREATE TABLE entries (
  number INTEGER PRIMARY KEY AUTOINCREMENT, file INTEGER NOT NULL, line INTEGER NOT NULL, id TEXT NOT NULL,
  tail TEXT NOT NULL, timestamp TEXT NOT NULL, twin INTEGER NOT NULL DEFAULT 0,
  type TEXT NOT NULL, status TEXT NOT NULL, tier TEXT NOT NULL, stakes TEXT, review TEXT, stick TEXT, stick_at TEXT, outcome TEXT,
  outcome_date TEXT, outcome_note INTEGER, verdict TEXT, score REAL, uses INTEGER, seen INTEGER, scope TEXT,
  owner TEXT, key TEXT, novelty TEXT, checked INTEGER, bound INTEGER, hub TEXT, audience TEXT, texts TEXT NOT NULL,
  derived TEXT NOT NULL, record TEXT NOT NULL
);
CREATE INDEX entries_by_id ON entries (id, twin, type, stick, outcome_date);
CREATE INDEX entries_by_tail ON entries (tail, id, twin);
CREATE INDEX entries_by_file ON entries (file, twin);
CREATE INDEX entries_by_state ON entries (
  type, status, tier, review, stakes, twin, timestamp, verdict, score, stick, stick_at, outcome, outcome_date, outcome_note, uses, seen,
  scope, owner, audience, key, novelty, hub, checked, bound
);
CREATE INDEX entries_by_time ON entries (timestamp, id, stakes, twin);
CREATE INDEX entries_by_age ON entries (type, timestamp, id);
CREATE INDEX entries_by_owner ON entries (owner) WHERE owner IS NOT NULL;
CREATE INDEX entries_by_audience ON entries (audience) WHERE audience IS NOT NULL;
CREATE INDEX twins ON entries (id) WHERE twin = 1;
CREATE TABLE claims (hash TEXT NOT NULL, entry INTEGER NOT NULL, PRIMARY KEY (hash, entry)) WITHOUT ROWID;
CREATE TABLE links (
  entry INTEGER NOT NULL, relation TEXT NOT NULL, target TEXT NOT NULL, PRIMARY KEY (entry, relation, target)
) WITHOUT ROWID;
CREATE INDEX links_by_target ON links (target, relation);
CREATE INDEX links_by_relation ON links (relation);
CREATE TABLE aliases (alias TEXT NOT NULL, entry INTEGER NOT NULL, PRIMARY KEY (alias, entry)) WITHOUT ROWID;
CREATE INDEX aliases_by_entry ON aliases (entry);
CREATE TABLE unread (entry INTEGER PRIMARY KEY);
CREATE TABLE unembedded (entry INTEGER PRIMARY KEY);
CREATE TABLE documents (part INTEGER PRIMARY KEY, lengths BLOB NOT NULL);
CREATE TABLE terms (
  term INTEGER PRIMARY KEY, documents INTEGER NOT NULL, live INTEGER NOT NULL, live_templates INTEGER NOT NULL
);
CREATE TABLE postings (
  part INTEGER NOT NULL, term INTEGER NOT NULL, items BLOB NOT NULL, UNIQUE (part, term)
);
CREATE TABLE knowledge_files (
  number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, size REAL NOT NULL, mtime REAL NOT NULL, ctime REAL NOT NULL,
  ino REAL NOT NULL, at REAL NOT NULL, sha256 TEXT NOT NULL, unread TEXT
);
CREATE TABLE passages (
  number INTEGER PRIMARY KEY, file INTEGER NOT NULL, line INTEGER NOT NULL, headings TEXT NOT NULL, text TEXT NOT NULL,
  hash TEXT NOT NULL, length INTEGER NOT NULL
);
CREATE INDEX passages_by_file ON passages (file, length);
CREATE INDEX passages_by_hash ON passages (hash);
CREATE TABLE passage_terms (
  term INTEGER NOT NULL, passage INTEGER NOT NULL, count INTEGER NOT NULL, length INTEGER NOT NULL,
  PRIMARY KEY (term, passage)
) WITHOUT ROWID;
`;
