/**
 * Copies for bare eyes: what other records decide about an entry, written on it by the same change, so that a person who
 * reads the file alone sees it. Never read: standing takes from them only what no other record can say. Pure.
 */
import type { Status, Verdict } from "../entry.js";
import { isLineRef, SOME_ID } from "../id-form.js";

/** The fields that hold them, in the order in which they are written. */
export const COPIED = ["superseded_by", "promoted_to", "outcome", "outcome_date", "status"] as const;

export type Copies = { [field in (typeof COPIED)[number]]?: string };

type Fields = Record<string, unknown>;

/** The copies of a record apart from what its author and people said. */
export function withoutCopies(record: Fields): { fields: Fields; copies: Copies | undefined } {
  const isCopied = ([field]: [string, unknown]) => (COPIED as readonly string[]).includes(field);
  const all = Object.entries(record);
  const copies = all.filter(isCopied);
  if (copies.length === 0) return { fields: record, copies: undefined };
  return { fields: Object.fromEntries(all.filter((one) => !isCopied(one))), copies: Object.fromEntries(copies) };
}

/** What a record says in such fields in its own words. */
export type OwnWords = Pick<Copies, "superseded_by" | "outcome" | "outcome_date">;

/** A `superseded_by` that names something here, and an `outcome` that names an id or was asked for in vain, are copies. */
export function statedOf({ superseded_by, outcome, outcome_date }: Copies, isHere: (id: string) => boolean): OwnWords {
  const isOwnFate = superseded_by !== undefined && !isLineRef(superseded_by) && !isHere(superseded_by);
  const isOwnOutcome = outcome !== undefined && outcome !== "inconclusive" && !SOME_ID.test(outcome);
  return {
    ...(isOwnFate && { superseded_by }),
    ...(isOwnOutcome && { outcome, ...(outcome_date !== undefined && { outcome_date }) }),
  };
}

/** What they are made from: rows have it. */
interface CopiedFrom {
  status: Status;
  superseded_by?: string;
  promoted_to?: string;
  outcome?: Verdict;
  judged?: { id?: string; verdict: Verdict; at: string };
  own?: OwnWords;
}

/**
 * What is written beside the words of a record; its own words stay. `held`: what is there. A record is born active: one that
 * says nothing of it is left so.
 */
export function copiesOf(row: CopiedFrom, held: Copies): Copies {
  const { status, superseded_by, promoted_to, outcome, judged, own } = row;
  const isAskedInVain = held.outcome === "inconclusive" && outcome === "inconclusive";
  return {
    ...(superseded_by !== undefined && { superseded_by }),
    ...(promoted_to !== undefined && { promoted_to }),
    ...(judged?.id !== undefined && { outcome: `${judged.verdict} (${judged.id})`, outcome_date: judged.at }),
    ...(isAskedInVain && { outcome }),
    ...((status !== "active" || held.status !== undefined) && { status }),
    ...own,
  };
}
