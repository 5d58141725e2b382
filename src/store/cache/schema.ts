/** The tables of the cache. */
import { standingSql } from "./entry-query.js";

/** The bundler puts a hash of the whole program in its place: what another build wrote may mean something else. */
const BUILD = "@build@";

export const VERSION = Number.parseInt(BUILD.slice(0, 7), 16) || 1;

/** Fields of a record that are columns: SQLite does not answer from an index alone by generated ones, stored or not. */
export const FIELDS = ["id", "type", "timestamp", "tier", "stakes", "scope", "key"];

/**
 * `entries.number` is never used twice, and a row is never changed but for `line`, `twin` and its standing (`status` to
 * `voice`, and `standing`): what is derived from an entry is kept by its number. `texts`: hashes of the texts that have
 * vectors, the template first. `audience`: null for all. `twin`: another record has the same id and stands before it, so that
 * this one does not count. `copies`: what the file says for bare eyes. `ended`: by an outcome. `files.seen`: null for one
 * that is to be read. `entries_by_state` holds every column that is asked for: the wide rows take three times as long.
 *
 * `unread`: entries that came, went or turned since words were read last. `unembedded`: those that came and lack a row in
 * the table of vectors. `knowledge_files` and `passages` are of files that are no records.
 */
export const SCHEMA = `
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE files (
  number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, seen TEXT, sha256 TEXT NOT NULL, findings TEXT
);
CREATE TABLE entries (
  number INTEGER PRIMARY KEY AUTOINCREMENT, file INTEGER NOT NULL, line INTEGER NOT NULL, tail TEXT NOT NULL,
  twin INTEGER NOT NULL DEFAULT 0, ${FIELDS.map((field) => `${field} TEXT`).join(", ")},
  audience TEXT, texts TEXT NOT NULL, status TEXT, review TEXT, expires TEXT, outcome TEXT, ended INTEGER, chain TEXT,
  voice INTEGER, copies TEXT, claim TEXT NOT NULL, standing TEXT, record TEXT NOT NULL,
  searched INTEGER AS (${standingSql("searched")})
);
CREATE INDEX entries_by_id ON entries (id, twin, type);
CREATE INDEX entries_by_tail ON entries (tail, id, twin);
CREATE INDEX entries_by_file ON entries (file, twin);
CREATE INDEX entries_by_state ON entries (
  type, status, tier, review, stakes, twin, timestamp, id, outcome, ended, expires, voice, chain, scope, audience, key
);
CREATE INDEX entries_by_chain ON entries (chain, voice);
CREATE TABLE links (
  entry INTEGER NOT NULL, link TEXT NOT NULL, target TEXT NOT NULL, PRIMARY KEY (entry, link, target)
) WITHOUT ROWID;
CREATE INDEX links_by_target ON links (link, target);
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
END;
CREATE TRIGGER standing_turns AFTER UPDATE OF status, review, ended ON entries
WHEN old.searched IS NOT NULL AND new.searched <> old.searched BEGIN
  INSERT OR IGNORE INTO unread VALUES (new.number);
  INSERT OR IGNORE INTO unembedded SELECT new.number WHERE new.searched;
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
