/** Takes words out of what this machine keeps for itself: memories of sessions, buffers, backups, leftovers of writes. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isSessionCore } from "../context/session-core.js";
import { sha256, writeFileAtomic } from "../store/files/atomic-file.js";
import { codeOf, fileFailure } from "../store/files/file-failure.js";
import { readBytes } from "../store/files/safe-path.js";
import { withoutRecord } from "../store/records/record-edit.js";
import type { Workspace } from "../store/workspace.js";
import { withReplacedLines } from "./scrub-lines.js";
import type { TextMatcher } from "./text-matcher.js";

/** Every file of the local state that may hold words. The ledger has a way of its own, locks hold none. */
async function filesIn(ws: Workspace, folder: string): Promise<string[]> {
  if (folder === ws.ledger || folder === ws.lock) return [];
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    if (codeOf(cause) === "ENOENT") return [];
    throw fileFailure("list", folder, cause);
  });
  const found: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== "lock") found.push(...(await filesIn(ws, path)));
    else if (entry.isFile() && path !== ws.erasing) found.push(path);
  }
  return found;
}

/** One JSON text with every string in it that holds something replaced, and what is kept under an id that goes. */
function scrubbedJson(json: string, matcher: TextMatcher, mark: string): string | undefined {
  const value: unknown = JSON.parse(json);
  const next = matcher.without(withoutIds(value, matcher.ids), mark);
  const text = JSON.stringify(next);
  return text === JSON.stringify(value) ? undefined : text;
}

/** Words of an entry that goes, kept under its id: `triggers: {COR-…: [...]}`. */
function withoutIds(value: unknown, ids: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutIds(item, ids));
  if (typeof value !== "object" || value === null) return value;
  const held = (key: string, item: unknown) => ids.has(key) && typeof item === "object";
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (held(key, item) ? [] : [[key, withoutIds(item, ids)]])),
  );
}

/** Does a session's core speak of what goes? It is made again when needed, so it is emptied as a whole. */
function holdsAny(bytes: Uint8Array, matcher: TextMatcher): boolean {
  const text = Buffer.from(bytes).toString("utf8");
  return [...matcher.ids].some((id) => text.includes(id)) || matcher.matches(text);
}

function scrubbed(path: string, bytes: Uint8Array, matcher: TextMatcher, mark: string): Uint8Array | undefined {
  const line = (text: string) => (matcher.matches(text) ? mark : undefined);
  if (isSessionCore(path)) return holdsAny(bytes, matcher) ? Buffer.from("{}\n") : undefined;
  if (/\.jsonl?$/.test(path)) {
    const byLine = path.endsWith(".jsonl");
    const text = Buffer.from(bytes).toString("utf8");
    try {
      if (!byLine) {
        const next = scrubbedJson(text, matcher, mark);
        return next === undefined ? undefined : Buffer.from(`${next}\n`);
      }
    } catch {
      return withReplacedLines(bytes, line);
    }
    return withReplacedLines(bytes, (row) => {
      try {
        return row.trim() === "" ? undefined : scrubbedJson(row, matcher, mark);
      } catch {
        return matcher.matches(row) ? JSON.stringify({ mark }) : undefined;
      }
    });
  }
  const text = Buffer.from(bytes).toString("utf8");
  const named = [...matcher.ids].filter((id) => text.includes(id));
  const without = named.reduce((kept, id) => withoutRecord(kept, id, mark), text);
  const base = without === text ? bytes : Buffer.from(without);
  return withReplacedLines(base, line) ?? (without === text ? undefined : base);
}

/** Scrubs all of it; answers the files that held something, relative. Safe to repeat. */
export async function scrubLocal(ws: Workspace, matcher: TextMatcher, mark: string): Promise<string[]> {
  const changed: string[] = [];
  for (const path of await filesIn(ws, ws.state)) {
    const bytes = await readBytes(ws, path);
    const next = bytes === undefined ? undefined : scrubbed(path, bytes, matcher, mark);
    if (bytes === undefined || next === undefined) continue;
    await writeFileAtomic(path, next, { expected: sha256(bytes), within: ws });
    changed.push(ws.relative(path));
  }
  return changed;
}
