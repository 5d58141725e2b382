/** What became here of a row of a hub that was taken before. Pure but for the store that is read. */
import { claimOf, type Entry } from "../entry/entry.js";
import { isLive } from "../entry/gates/visible.js";
import { entryOf } from "../store/cache/row.js";
import { hubEntryOf, readHubOrigin } from "../store/hub-origin.js";
import type { Row, Store } from "../store/open-store.js";
import { claimHash } from "../text/claims/canonical.js";
import { grouped } from "../text/grouped.js";
import type { HubRow } from "./policy/hub-row.js";
import type { SharedBody } from "./policy/shared-body.js";

/** What is to be done with a row: nothing, new words for its copy, or a capture, in the place of a copy where there is one. */
export type TakePlan =
  | { is: "own"; id: string }
  | { is: "known"; id: string; because?: string }
  | { is: "changed"; copy: Row }
  | { is: "new"; replaces?: Row };

/** Copies of these rows' entries, by `hub/agent/entry`. */
export function copiesOf(tree: Store, keys: ReadonlySet<string>): ReadonlyMap<string, readonly Row[]> {
  const rows = tree.naming(keys, "hub");
  return grouped(rows, ({ origin }) => hubEntryOf(origin) ?? "");
}

/** The claim of an entry as its writer stated it: later wordings of a copy are others'. */
const statedClaim = (entry: Entry): string => (entry.type === "insight" ? entry.insight : claimOf(entry));

export const FORGOTTEN_HERE = "It was forgotten here.";

/** Its words are for nobody, or are gone. */
export const isEnded = ({ status, redacted, erased }: Pick<Row, "status" | "redacted" | "erased">): boolean =>
  status === "forgotten" || redacted !== undefined || erased !== undefined;

/** Its writer took it back: it may share it again. */
function isWithdrawn(entry: Row): boolean {
  const writer = readHubOrigin(entry.origin)?.agent;
  return (entry.erased ?? entry.forgotten)?.by === writer && entry.redacted === undefined;
}

/** The copy that counts, of several the last one. */
function currentOf(copies: readonly Row[]): Row | undefined {
  const last = copies.filter(({ status }) => status !== "superseded");
  return last.findLast((one) => isLive(one)) ?? last.at(-1);
}

/** `own`: the entry of this tree that bears the row's id, if any. */
export function planFor(
  { entry, hash }: Pick<HubRow, "entry" | "hash">,
  body: SharedBody,
  copies: readonly Row[],
  own: { id: string; origin?: string | undefined } | undefined,
): TakePlan {
  if (own !== undefined && own.id === entry && readHubOrigin(own.origin) === undefined)
    return { is: "own", id: own.id };
  const liveCopies = copies.filter(({ status }) => status !== "forgotten");
  const ended = copies.find((one) => one.status === "forgotten" && !isWithdrawn(one));
  const current = currentOf(liveCopies);
  if (current === undefined) {
    if (ended === undefined) return { is: "new" };
    return { is: "known", id: ended.id, because: FORGOTTEN_HERE };
  }
  if (current.hub?.hash === hash) return { is: "known", id: current.id };
  const isSame = current.type === body.type && claimHash(statedClaim(entryOf(current))) === claimHash(body.claim);
  if (isSame) return { is: "changed", copy: current };
  return isLive(current) ? { is: "new", replaces: current } : { is: "new" };
}
