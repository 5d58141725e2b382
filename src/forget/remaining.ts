/** Commits, and files of others, that still hold words that are gone from the tree: reported, never changed. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { GitFailed, IN_TEXTS, run } from "../store/git/git.js";
import { gitFolder } from "../store/git/git-folder.js";
import type { Workspace } from "../store/workspace.js";
import type { Forgotten } from "./forget-schemas.js";

const SHORTEST = 8;
const MOST_PIECES = 40;
const LONGEST = 120;

/** What is looked for: of each text a stretch that every way of quoting leaves as it is. */
function piecesOf(texts: readonly string[]): string[] {
  const pieces = texts.map(
    (text) =>
      text
        .split(/["'\\\p{C}\n\r\t]+/u)
        .map((piece) => piece.trim())
        .sort((a, b) => b.length - a.length)[0]
        ?.slice(0, LONGEST) ?? "",
  );
  return [...new Set(pieces)].filter((piece) => piece.length >= SHORTEST);
}

/**
 * Commits of any branch, tag or stash that brought in or changed one of these texts and hold it, newest first. `more`: there
 * are more than `most`, or not all could be looked through. Nothing without git.
 */
export async function commitsHolding(
  root: string,
  texts: readonly string[],
  most: number,
): Promise<{ commits: Forgotten["commits"]; more: boolean }> {
  if (gitFolder(root) === undefined) return { commits: [], more: false };
  const all = piecesOf(texts);
  const pieces = all.slice(0, MOST_PIECES);
  const commitsByHash = new Map<string, Forgotten["commits"][number] & { at: number }>();
  let more = all.length > pieces.length;
  for (const piece of pieces) {
    let commitText = "";
    try {
      const format = [...IN_TEXTS, "-z", "--format=%H%x00%ct%x00%cs%x00%s"];
      commitText = await run(root, [
        "log",
        "--all",
        `-n${most + 1}`,
        "-m",
        ...format,
        `-G${literal(piece)}`,
        "--",
        ".",
      ]);
    } catch (error) {
      if (!(error instanceof GitFailed)) throw error;
      more = more || !/does not have any commits|bad default revision|unknown revision/i.test(error.stderr);
      continue;
    }
    const fields = commitText.split("\0");
    for (let at = 0; at + 3 < fields.length; at += 4) {
      const [hash = "", time, date = "", subject = ""] = fields.slice(at, at + 4);
      if (commitsByHash.has(hash) || !(await holds(root, hash, pieces))) continue;
      commitsByHash.set(hash, { hash, date, at: Number(time), subject });
    }
  }
  const newest = [...commitsByHash.values()].sort((a, b) => b.at - a.at || (a.hash < b.hash ? -1 : 1));
  const commits = newest.slice(0, most).map(({ hash, date, subject }) => ({ hash, date, subject }));
  return { commits, more: more || newest.length > most };
}

/** A text as an extended regular expression that means itself. */
function literal(text: string): string {
  return text.replace(/[.^$*+?()[\]{}|\\]/g, "\\$&");
}

/** `git log -G` names the commit that took a text away as well: that one no longer holds it. */
async function holds(root: string, hash: string, pieces: readonly string[]): Promise<boolean> {
  try {
    await run(root, ["grep", "-q", "-a", "-F", ...pieces.flatMap((piece) => ["-e", piece]), hash, "--", "."]);
    return true;
  } catch (error) {
    if (error instanceof GitFailed) return error.exitCode !== 1;
    throw error;
  }
}

const SKIPPED = new Set([".git", "node_modules"]);
const MAX_BYTES = 4 * 1024 * 1024;
const MOST_FILES = 20_000;

/** How files are looked through. */
export interface Looking {
  holds(path: string, line: string): boolean;
  /** A file as a change would leave it; undefined where it stays as it is. */
  staged(path: string): Uint8Array | undefined;
}

/** Looks through the text files of the workspace, local and derived ones apart. At most `most` places, one a file. */
export async function remainingPlaces(ws: Workspace, how: Looking, most: number): Promise<Forgotten["remaining"]> {
  const places: Forgotten["remaining"] = [];
  const open = [ws.root];
  let looked = 0;
  for (let folder = open.shift(); folder !== undefined; folder = open.shift()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name) && path !== ws.local) open.push(path);
        continue;
      }
      if (!entry.isFile() || places.length >= most || looked++ > MOST_FILES) continue;
      const line = await lineIn(path, how);
      if (line !== undefined) places.push({ file: ws.relative(path), line });
    }
  }
  return places;
}

async function lineIn(path: string, { holds, staged }: Looking): Promise<number | undefined> {
  try {
    if ((await stat(path)).size > MAX_BYTES) return undefined;
    const bytes = Buffer.from(staged(path) ?? (await readFile(path)));
    if (bytes.includes(0)) return undefined;
    const at = bytes
      .toString("utf8")
      .split("\n")
      .findIndex((line) => holds(path, line));
    return at === -1 ? undefined : at + 1;
  } catch {
    return undefined;
  }
}
