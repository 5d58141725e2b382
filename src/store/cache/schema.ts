/** The tables of the cache. Everything in them can be made again from the files of the workspace. */

/** The bundler puts a hash of the whole program in its place. */
const BUILD = "@build@";

/** What another build wrote may mean something else: its file is made anew. */
export const VERSION = Number.parseInt(BUILD.slice(0, 7), 16) || 1;

/**
 * `entries.number` is never used twice, and a row is never changed but for `line`, `twin` and its standing (`status` to
 * `voice`, and `standing`; see `settle.ts`): what is derived from an entry is kept by its number. `texts`: hashes of the
 * texts that have vectors, the template first. `hub`: names the writer's entry of which this one is a copy. `audience`: whom it is for (`entry/gates/visible.ts`), null for all. `twin`: another
 * record has the same id and stands before it, so that this one does not count. `words` and `slot` tie equal words and
 * one key (`entry/standing/ties.ts`). `copies`: what the file says for bare eyes, `fate`: of what replaced it. `ended`: an
 * outcome ended it. `claims`: see `row.ts`. `links`: see `relations.ts`. `unsettled`: ids whose standing is computed anew.
 * `entries_by_state` holds every column that is asked for: the wide rows take three times as long.
 *
 * `unread`: entries that came, went or changed their twin since words were read last. `unembedded`: those that came and
 * lack a row in the table of vectors. `knowledge_files` and `passages` are of files that are no records: see `knowledge/`.
 */
export const SCHEMA = `
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE files (
  number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, seen TEXT NOT NULL, sha256 TEXT NOT NULL, findings TEXT
);
CREATE INDEX files_with_findings ON files (name) WHERE findings IS NOT NULL;
CREATE TABLE entries (
  number INTEGER PRIMARY KEY AUTOINCREMENT, file INTEGER NOT NULL, line INTEGER NOT NULL, id TEXT NOT NULL,
  tail TEXT NOT NULL, timestamp TEXT NOT NULL, twin INTEGER NOT NULL DEFAULT 0,
  type TEXT NOT NULL, tier TEXT NOT NULL, stakes TEXT, uses INTEGER, scope TEXT, key TEXT, "check" INTEGER,
  paths INTEGER, hub TEXT, audience TEXT, texts TEXT NOT NULL, words TEXT, slot TEXT, fate TEXT, status TEXT, review TEXT,
  expires TEXT, outcome TEXT, ended INTEGER, chain TEXT, voice INTEGER, copies TEXT, claims TEXT NOT NULL, standing TEXT,
  record TEXT NOT NULL
);
CREATE INDEX entries_by_id ON entries (id, twin, type);
CREATE INDEX entries_by_tail ON entries (tail, id, twin);
CREATE INDEX entries_by_file ON entries (file, twin);
CREATE INDEX entries_by_state ON entries (
  type, status, tier, review, stakes, twin, timestamp, outcome, ended, expires, voice, chain, uses, scope, audience, key,
  hub, "check", paths
);
CREATE INDEX entries_by_time ON entries (timestamp, id, stakes, twin);
CREATE INDEX entries_by_age ON entries (type, timestamp, id);
CREATE INDEX entries_by_audience ON entries (audience) WHERE audience IS NOT NULL;
CREATE INDEX entries_by_chain ON entries (chain, voice);
CREATE INDEX entries_by_words ON entries (words) WHERE words IS NOT NULL;
CREATE INDEX entries_by_slot ON entries (slot) WHERE slot IS NOT NULL;
CREATE INDEX twins ON entries (id) WHERE twin = 1;
CREATE INDEX entries_by_fate ON entries (fate) WHERE fate IS NOT NULL;
CREATE TABLE links (
  entry INTEGER NOT NULL, relation TEXT NOT NULL, target TEXT NOT NULL, PRIMARY KEY (entry, relation, target)
) WITHOUT ROWID;
CREATE INDEX links_by_target ON links (relation, target);
CREATE TABLE unsettled (id TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE unread (entry INTEGER PRIMARY KEY);
CREATE TABLE unembedded (entry INTEGER PRIMARY KEY);
CREATE TRIGGER entry_comes AFTER INSERT ON entries BEGIN
  INSERT INTO unread VALUES (new.number);
END;
CREATE TRIGGER entry_goes AFTER DELETE ON entries BEGIN
  DELETE FROM links WHERE entry = old.number;
  DELETE FROM unembedded WHERE entry = old.number;
  INSERT OR IGNORE INTO unread VALUES (old.number);
END;
CREATE TRIGGER twin_turns AFTER UPDATE OF twin ON entries BEGIN
  INSERT OR IGNORE INTO unread VALUES (new.number);
  INSERT OR IGNORE INTO unembedded VALUES (new.number);
  INSERT OR IGNORE INTO unsettled VALUES (new.id);
END;
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
