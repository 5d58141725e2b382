/**
 * The one gate where entries get the state that counts beside the base. Called when a store is opened and after each change of
 * our own; while neither the base nor a record changed it costs two questions to the cache.
 */

import type { Finding } from "../entry/findings.js";
import type { Counting } from "../entry/gates/unmerged.js";
import { type BaseState, baseFindings, decidesByMerge } from "./base/policy/base-state.js";
import { BASE, isSettled, unmergedRows } from "./cache/base-tables.js";
import type { CacheDatabase } from "./cache/database.js";
import type { EntryMeta } from "./cache/entry-meta.js";
import type { Beside, KnownBase } from "./change/settle-entries.js";
import { BUILD } from "./files/disposable.js";

/** Brings the entries of the cache level with the base. Answers how far the base is known by then. */
export async function followBase(beside: Beside): Promise<BaseState> {
  const { database, base, afresh = false } = beside;
  const fact = database.fact(BASE);
  if (fact === undefined && !decidesByMerge(base)) return base;
  const storedBase = fact === undefined ? undefined : (JSON.parse(fact) as KnownBase);
  const knownBase = afresh || storedBase?.build !== BUILD ? undefined : storedBase;
  const isKnown =
    base.state === "unreadable"
      ? knownBase !== undefined
      : base.state === "readable" && knownBase?.commit === base.commit;
  if (isKnown && isSettled(database)) return base;
  const { settleEntries } = await import("./change/settle-entries.js");
  return await settleEntries(beside, knownBase, isKnown);
}

/** Findings about entries that count otherwise than written, and about an unreadable base. */
export function besideFindings(database: CacheDatabase, base: BaseState): Finding[] {
  const rows = decidesByMerge(base) ? unmergedRows(database) : [];
  const ignored = rows.flatMap(({ meta, counting }) => {
    const head = JSON.parse(meta) as EntryMeta;
    return (JSON.parse(counting) as Counting).ignored.map((what) => ignoredFinding(head, what));
  });
  return base.state === "unreadable" ? [...ignored, ...baseFindings(base)] : ignored;
}

function ignoredFinding({ id, file, line, review }: EntryMeta, what: Counting["ignored"][number]): Finding {
  const place = { id, file, line };
  if (what === "review") {
    const reviewState = review?.state.replaceAll("_", " ") ?? "none";
    const message = `the review of ${id} is another on the base (${reviewState}), and that one holds until a person merges this`;
    const next = `Put it back as the base has it, or let a person merge it.`;
    return { ...place, code: "removed-review", severity: "error", message, next };
  }
  const message = `${id} is an owner's word on the base, and nobody who may do so ended or lowered it in this clone: it counts as it stands there`;
  const next = `Put its ${what} back as the base has it, or let a person merge it.`;
  return { ...place, code: `ignored-${what}`, severity: "warning", message, next };
}
