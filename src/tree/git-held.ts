/** Which commits still hold words that are gone from the tree: told, never changed. */
import { GitFailed, run } from "./git-run.js";
import { gitFolder } from "./git-state.js";

export interface HoldingCommit {
  hash: string;
  /** `2026-02-15` */
  date: string;
  subject: string;
}

export interface Holding {
  /** Newest first. */
  commits: HoldingCommit[];
  /** There are more than are listed, or not all could be looked through. */
  more: boolean;
}

const SHORTEST = 8;
const MOST_PIECES = 12;
const LONGEST = 120;

/** A stretch of a text that every way of quoting leaves as it is; undefined where none is long enough. */
function piecesOf(texts: readonly string[]): string[] {
  const pieces = texts.map(
    (text) =>
      text
        .split(/["'\\\p{C}\n\r\t]+/u)
        .map((piece) => piece.trim())
        .sort((a, b) => b.length - a.length)[0]
        ?.slice(0, LONGEST) ?? "",
  );
  const long = [...new Set(pieces)].filter((piece) => piece.length >= SHORTEST);
  return long.sort((a, b) => b.length - a.length).slice(0, MOST_PIECES);
}

/** Commits of any branch, tag or stash that brought in or changed one of these texts and hold it. Nothing without git. */
export async function commitsHolding(root: string, texts: readonly string[], most: number): Promise<Holding> {
  if (gitFolder(root) === undefined) return { commits: [], more: false };
  const pieces = piecesOf(texts);
  const found = new Map<string, HoldingCommit & { at: number }>();
  let more = pieces.length < new Set(texts).size && pieces.length === MOST_PIECES;
  for (const piece of pieces) {
    let told = "";
    try {
      const format = "--format=%H%x1f%ct%x1f%cs%x1f%s";
      told = await run(root, ["log", "--all", `-n${most + 1}`, "-m", format, `-S${piece}`, "--", "."]);
    } catch (error) {
      if (!(error instanceof GitFailed)) throw error;
      more = more || !/does not have any commits|bad default revision|unknown revision/i.test(error.stderr);
      continue;
    }
    for (const line of told.split("\n")) {
      const [hash, at, date, ...subject] = line.split("\x1f");
      if (hash === undefined || at === undefined || date === undefined || found.has(hash)) continue;
      if (!(await holds(root, hash, pieces))) continue;
      found.set(hash, { hash, date, at: Number(at), subject: subject.join(" ") });
    }
  }
  const all = [...found.values()].sort((a, b) => b.at - a.at || (a.hash < b.hash ? -1 : 1));
  const commits = all.slice(0, most).map(({ hash, date, subject }) => ({ hash, date, subject }));
  return { commits, more: more || all.length > most };
}

/** `git log -S` names the commit that took a text away as well: that one no longer holds it. */
async function holds(root: string, hash: string, pieces: readonly string[]): Promise<boolean> {
  try {
    await run(root, ["grep", "-q", "-F", ...pieces.flatMap((piece) => ["-e", piece]), hash, "--", "."]);
    return true;
  } catch (error) {
    if (error instanceof GitFailed) return error.code !== 1;
    throw error;
  }
}
