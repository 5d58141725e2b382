/** `tenet list`: entries of the tree by type, tag, status and age. Its filter serves recall and export as well. */
import type { Context } from "../context.js";
import { type EntryType, isLive } from "../entry/entry.js";
import { type TenetError, wrongUsage } from "../errors.js";
import { recordRead } from "../store/ledger.js";
import type { EntryMeta } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import { sinceOf } from "../text/durations.js";
import type { Listed } from "./recall-schemas.js";
import { openShown, shownTexts } from "./viewer.js";

/** Which entries: every part that is given must hold. */
export interface ListFilter {
  type?: string;
  tag?: string;
  domain?: string;
  status?: string;
  scope?: string;
  /** `7d`, a date or an instant. */
  since?: string;
}

export interface ListInput extends ListFilter {
  limit: number;
}

/** What people call the types; their first letters will do. */
const NAMES_OF: Readonly<Record<EntryType, readonly string[]>> = {
  correction: ["correction", "corrections", "cor"],
  insight: ["insight", "insights", "ins"],
  outcome: ["outcome", "outcomes", "out"],
  memory: ["memory", "memories", "mem"],
};

const STATUSES = ["active", "inconclusive", "promoted", "resolved", "superseded", "forgotten", "live"];

/** A value of a flag that nobody can mean, with those that can be. */
export function notOneOf(flag: string, value: string, allowed: readonly string[]): TenetError {
  const all = allowed.join(", ");
  return wrongUsage(`${flag} ${JSON.stringify(value)} is not one of ${all}`, `Use ${flag} with one of: ${all}.`);
}

const everything = (): boolean => true;

/** A filter as a question about a head. Values nobody can mean are wrong usage. */
export function filterOf(filter: ListFilter, now: Date): (head: EntryMeta) => boolean {
  const { tag, domain, status, scope } = filter;
  const named = filter.type?.toLowerCase() ?? "";
  const type = (Object.keys(NAMES_OF) as EntryType[]).find((name) => NAMES_OF[name].includes(named));
  if (filter.type !== undefined && type === undefined) throw notOneOf("--type", filter.type, Object.keys(NAMES_OF));
  if (status !== undefined && !STATUSES.includes(status)) throw notOneOf("--status", status, STATUSES);
  const since = filter.since === undefined ? undefined : sinceOf(filter.since, now);
  if (filter.since !== undefined && since === undefined) {
    throw notOneOf("--since", filter.since, ["12h", "7d", "2w", "2026-02-01", "2026-02-01T08:00:00Z"]);
  }
  const tests: ((head: EntryMeta) => boolean)[] = [];
  if (type !== undefined) tests.push((head) => head.type === type);
  if (status === "live") tests.push((head) => isLive(head));
  else if (status !== undefined) tests.push((head) => head.status === status);
  if (tag !== undefined) tests.push((head) => head.tags?.includes(tag) === true);
  if (domain !== undefined) tests.push((head) => head.domain === domain);
  if (scope !== undefined) tests.push((head) => (head.scope ?? "project") === scope);
  if (since !== undefined) tests.push((head) => new Date(head.timestamp) >= since);
  return tests.length === 0 ? everything : (head) => tests.every((holds) => holds(head));
}

/** Entries of the tree, newest first, at most `limit` of them; `total` counts all that match. */
export async function list(ctx: Context, input: ListInput): Promise<Listed> {
  const shown = await openShown(ctx);
  // The id of a sensitive entry is shown to who asks for it by id.
  const tree = shown.without(new Set(shown.where({ review: "sensitive" }).map(({ id }) => id)));
  const accept = filterOf(input, ctx.clock.now());
  const matching = accept === everything ? undefined : tree.heads.filter(accept).reverse();
  const heads = matching?.slice(0, input.limit) ?? tree.newest(input.limit);
  const [textOf] = await Promise.all([
    shownTexts(tree, heads),
    recordRead(
      ctx,
      "list",
      heads.map(({ id }) => id),
    ),
  ]);
  const entries = heads.map((head) => {
    const { id, type, status, stakes, tier, timestamp, uses = 0, last_used, outcome, file, line } = head;
    const review = head.review?.state === "approved_for_reuse" ? undefined : head.review?.state;
    const unique = shown.shortest(id);
    return defined({
      id,
      type,
      text: textOf(head),
      status,
      stakes,
      tier,
      timestamp,
      uses,
      last_used,
      review,
      outcome,
      file,
      line,
      unique,
    });
  });
  return { entries, total: matching?.length ?? tree.size };
}
