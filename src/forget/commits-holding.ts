/** Commits that still hold words which are gone from the tree: named by `forget`, never changed. */
import { answerOf, IN_TEXTS } from "../store/git/git.js";
import { gitFolder } from "../store/git/git-folder.js";
import type { Forgotten } from "./forget-schemas.js";

/** A shorter text is looked for in no commit: it may be a part of any word. */
const SHORTEST = 8;
const LONGEST = 120;
const MOST_PIECES = 40;

/** What is looked for: of each text the longest stretch that every way of quoting leaves as it is. */
function piecesOf(texts: readonly string[]): string[] {
  const stretches = texts.map((text) => {
    const parts = text.split(/["'\\\p{C}\n\r\t]+/u).map((part) => part.trim());
    return parts.toSorted((a, b) => b.length - a.length)[0]?.slice(0, LONGEST) ?? "";
  });
  return [...new Set(stretches)].filter((piece) => piece.length >= SHORTEST);
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
  const all = piecesOf(texts);
  const pieces = all.slice(0, MOST_PIECES);
  const commits: Forgotten["commits"] = [];
  const isEmpty = (await answerOf(root, ["rev-list", "--all", "-n1"])) === "";
  if (gitFolder(root) === undefined || isEmpty || pieces.length === 0) return { commits, more: false };
  const literal = pieces.map((piece) => piece.replace(/[.^$*+?()[\]{}|\\]/g, "\\$&")).join("|");
  const how = ["--all", "--date-order", "-m", ...IN_TEXTS, "-z", "--format=%H%x00%cs%x00%s", `-G${literal}`];
  const fields = (await answerOf(root, ["log", ...how, "--", "."]))?.split("\0");
  for (let at = 0; at + 2 < (fields?.length ?? 0); at += 3) {
    const [hash = "", date = "", subject = ""] = fields?.slice(at, at + 3) ?? [];
    // A merge comes once for each parent.
    if (commits.some((one) => one.hash === hash) || !(await holds(root, hash, pieces))) continue;
    if (commits.length === most) return { commits, more: true };
    commits.push({ hash, date, subject });
  }
  return { commits, more: fields === undefined || all.length > pieces.length };
}

/** `git log -G` names the commit that took a text away as well: that one no longer holds it. */
async function holds(root: string, hash: string, pieces: readonly string[]): Promise<boolean> {
  const patterns = pieces.flatMap((piece) => ["-e", piece]);
  return (await answerOf(root, ["grep", "-q", "-a", "-F", ...patterns, hash, "--", "."])) !== undefined;
}
