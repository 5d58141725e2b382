/** Own words that come back as they went out, without names and places: they are counted with the entry that has them. */
import type { Context } from "../context.js";
import { claimOf } from "../entry/entry.js";
import { isInUse } from "../entry/gates/visible.js";
import { entryOf, type Row } from "../store/cache/row.js";
import { openStore } from "../store/open-store.js";
import { canonicalClaim, claimHash } from "../text/claims/canonical.js";
import { defined } from "../text/defined.js";
import type { SharedBody } from "./policy/shared-body.js";
import type { Arrivals } from "./sync-state.js";
import { copiesOf } from "./take-copies.js";
import { type EntryRow, hubKeyOf } from "./take-drafts.js";

/** The own entries that went out, by the hash of their claims as they went. */
export type OwnClaims = ReadonlyMap<string, string>;

export const ownClaims = (arrivals: Arrivals, agent: string): OwnClaims =>
  new Map([...arrivals.values()].flatMap((one) => (one.agent === agent && one.claim ? [[one.claim, one.entry]] : [])));

/**
 * The rows, of which those that say an own entry as it went out have its words. One of which there is a copy here keeps
 * its own: they are to stand in the copy's place.
 */
export async function inOwnWords(
  ctx: Context,
  hub: string,
  rows: readonly EntryRow[],
  own: OwnClaims,
): Promise<EntryRow[]> {
  const idOf = ({ body }: EntryRow) => own.get(claimHash(body.claim));
  const ids = rows.flatMap((row) => idOf(row) ?? []);
  if (ids.length === 0) return [...rows];
  const tree = await openStore(ctx);
  const copied = copiesOf(tree, new Set(rows.map((row) => hubKeyOf(hub, row))));
  return rows.map((row) => {
    const entry = copied.has(hubKeyOf(hub, row)) ? undefined : tree.head(idOf(row) ?? "");
    return entry === undefined ? row : { ...row, body: inWordsOf(entry, row.body) };
  });
}

/** Equal words are a capture like any. With evidence of its own a row would stand beside the entry: it is counted instead. */
function inWordsOf(entry: Row, body: SharedBody): SharedBody {
  const claim = claimOf(entryOf(entry));
  if (entry.type !== body.type || !isInUse(entry) || canonicalClaim(claim) === canonicalClaim(body.claim)) return body;
  const { evidence: _, ...rest } = body;
  return { ...rest, claim, ...defined({ evidence: entry.evidence }) };
}
