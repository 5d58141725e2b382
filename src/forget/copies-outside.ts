/** Copies of words that went out of the tree: commits that hold them, and a hub's. Named by `forget`, never changed. */
import { answerOf, IN_TEXTS } from "../store/git/git.js";
import { gitFolder } from "../store/git/git-folder.js";
import { readLedger } from "../store/state/ledger.js";
import type { Workspace } from "../store/workspace.js";
import type { Forgotten } from "./forget-schemas.js";
import type { SearchTerms } from "./held-words.js";

/** A shorter text is looked for in no commit: it may be a part of any word. */
const SHORTEST = 8;
const LONGEST = 120;
const MOST_PIECES = 40;
const MOST_COMMITS = 50;

/** What is looked for: of each text the longest stretch that every way of quoting leaves as it is. */
function piecesOf(texts: readonly string[]): string[] {
  const stretches = texts.map((text) => {
    const parts = text.split(/["'\\\p{C}\n\r\t]+/u).map((part) => part.trim());
    return parts.toSorted((a, b) => b.length - a.length)[0]?.slice(0, LONGEST) ?? "";
  });
  return [...new Set(stretches)].filter((piece) => piece.length >= SHORTEST);
}

/**
 * Entries of which a hub has a copy, and commits of any branch, tag or stash that brought in or changed one of the texts and
 * hold it, newest first. `more_commits`: not all were looked at.
 */
export async function copiesOutside(ws: Workspace, { ids, names, texts }: SearchTerms): Promise<Partial<Forgotten>> {
  const { root } = ws;
  const synced = readLedger(ws, "write").flatMap((event) => (event.op === "sync" ? event.ids : []));
  const shared = ids.filter((id) => synced.includes(id));
  const at_hub = shared.length === 0 ? {} : { at_hub: shared };
  const all = piecesOf([...names, ...texts]);
  const pieces = all.slice(0, MOST_PIECES);
  if (gitFolder(root) === undefined || pieces.length === 0) return at_hub;
  const literal = pieces.map((piece) => piece.replace(/[.^$*+?()[\]{}|\\]/g, "\\$&")).join("|");
  const how = ["--all", "--date-order", "-m", ...IN_TEXTS, "--format=%H %cs", `-G${literal}`];
  const logged = (await answerOf(root, ["log", ...how, "--", "."]))?.match(/\S+ \S+/g);
  const commits: Forgotten["commits"] = [];
  let more_commits = logged === undefined || all.length > pieces.length;
  // A merge comes once for each parent.
  for (const one of new Set(logged)) {
    const [hash = "", date = ""] = one.split(" ");
    more_commits ||= commits.length === MOST_COMMITS;
    if (commits.length < MOST_COMMITS && (await holds(root, hash, pieces))) commits.push({ hash, date });
  }
  return { ...at_hub, commits, more_commits };
}

/** `git log -G` names the commit that took a text away as well: that one no longer holds it. */
async function holds(root: string, hash: string, pieces: readonly string[]): Promise<boolean> {
  const patterns = pieces.flatMap((piece) => ["-e", piece]);
  return (await answerOf(root, ["grep", "-q", "-a", "-F", ...patterns, hash, "--", "."])) !== undefined;
}
