/**
 * Entries that a person closed stay closed: where a record lost its review, git's history up to the commit that is
 * checked out still has it. Asked when a store is opened; git is started only when that commit is another one.
 */
import type { Profile } from "../config.js";
import type { ReviewState } from "../entry/entry.js";
import { bornReview } from "../entry/status.js";
import { defined } from "../text/defined.js";
import type { Finding } from "../text/findings.js";
import type { CacheDatabase } from "./cache/database.js";
import type { EntryMeta } from "./cache/entry-meta.js";
import { answerOf, IN_TEXTS } from "./git/git.js";
import { headCommit } from "./git/git-head.js";
import type { Workspace } from "./workspace.js";

/** A decision as history has it, by the id of its entry. */
type Decided = Record<string, { state: ReviewState; taken?: string }>;

interface Known {
  head?: string | undefined;
  decided: Decided;
}

const FACT = "decided reviews 2";
/** As tenet writes the decision; whoever rewrites it leaves the commit that brought it. */
const CLOSED = '^  state: "?(rejected|one_time_exception|sensitive)"?$';
const REVIEW = new RegExp(`^review:\\n(?:  .*\\n)*?${CLOSED.slice(1)}`, "m");

/** Closes entries in the cache on whose decision history insists, and opens those again on which it no longer does. */
export async function applyDecisions(
  ws: Workspace,
  database: CacheDatabase,
  mode: Profile["apply_mode"],
): Promise<Finding[]> {
  const fact = database.fact(FACT);
  const known: Known = fact === undefined ? { decided: {} } : JSON.parse(fact);
  const head = await headCommit(ws.root);
  const answer = head === known.head ? undefined : await decidedAt(ws, head, known);
  // Where git does not answer, what was known holds, and is asked for again.
  const decided = answer ?? known.decided;
  const rows = withoutReview(database, [...new Set([...Object.keys(decided), ...Object.keys(known.decided)])]);
  const stale = rows.flatMap(({ number, meta }) => {
    const state = decided[meta.id]?.state ?? bornReview(mode, meta.tier, meta.type)?.state;
    return state === meta.review?.state ? [] : [{ number, meta, state }];
  });
  if (answer !== undefined) database.keep(() => database.setFact(FACT, JSON.stringify({ head, decided })));
  if (stale.length > 0)
    database.transaction(() => {
      for (const row of stale) setReview(database, row);
    });
  return rows.flatMap(({ meta }) => (decided[meta.id] === undefined ? [] : [removed(meta, decided[meta.id])]));
}

/** Entries of those that hold no review. */
function withoutReview(database: CacheDatabase, ids: readonly string[]): { number: number; meta: EntryMeta }[] {
  if (ids.length === 0) return [];
  const rows = database.rows<[number: number, meta: string]>(
    `SELECT e.number, e.meta FROM entries e JOIN records r ON r.number = e.number
      WHERE json_extract(r.record, '$.review') IS NULL AND json_extract(r.record, '$.erased') IS NULL
      AND e.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  );
  return rows.map(([number, meta]) => ({ number, meta: JSON.parse(meta) as EntryMeta }));
}

function setReview(
  database: CacheDatabase,
  { number, meta, state }: { number: number; meta: EntryMeta; state: ReviewState | undefined },
): void {
  const json = JSON.stringify(defined({ ...meta, review: state && { state, assumed: true } }));
  database.run("UPDATE entries SET review = ?, meta = ? WHERE number = ?", state ?? null, json, number);
}

function removed({ id, file, line }: EntryMeta, decision: Decided[string] | undefined): Finding {
  const by = decision?.taken === undefined ? "that is not committed" : `commit ${decision.taken.slice(0, 10)} did it`;
  const said = decision?.state.replaceAll("_", " ");
  const message = `the review of ${id} (${said}) was taken out of its record, and ${by}: what was decided holds`;
  const next = `Bring it back from git's history, or let a person decide again: tenet review ${id}`;
  return { id, severity: "error", code: "removed-review", file, line, message, next };
}

/**
 * What people decided up to a commit; only the commits since the last look are read where it comes after that one.
 * Undefined where git does not answer.
 */
async function decidedAt(ws: Workspace, head: string | undefined, known: Known): Promise<Decided | undefined> {
  if (head === undefined) return {};
  const isAfter =
    known.head !== undefined &&
    (await answerOf(ws.root, ["merge-base", "--is-ancestor", known.head, head])) !== undefined;
  const before = isAfter ? known.decided : {};
  const folders = ws.recordFolders.map((folder) => ws.relative(folder));
  const range = isAfter ? `${known.head}..${head}` : head;
  const log = [
    "--literal-pathspecs",
    "log",
    "--format=%H",
    "--full-history",
    "-m",
    ...IN_TEXTS,
    `-G${CLOSED}`,
    range,
    "--",
  ];
  const told = await answerOf(ws.root, [...log, ...folders]);
  if (told === undefined) return undefined;
  const commits = new Set(told.split("\n").filter((one) => one !== ""));
  if (commits.size === 0) return before;
  const { changesIn } = await import("./git/record-history.js");
  const found: Decided = {};
  const closedIn = (body: string | undefined) => REVIEW.exec(body ?? "")?.[1] as ReviewState | undefined;
  for await (const change of changesIn(ws, [...commits])) {
    for (const id of new Set([...change.before.keys(), ...change.after.keys()])) {
      const [was, is] = [closedIn(change.before.get(id)), closedIn(change.after.get(id))];
      const state = is ?? was;
      // The newest commit comes first.
      if (state !== undefined) found[id] ??= defined({ state, taken: is === undefined ? change.commit : undefined });
    }
  }
  return { ...before, ...found };
}
