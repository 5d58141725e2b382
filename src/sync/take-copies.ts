/** What became here of a row of a hub that was taken before. Pure but for the store that is read. */
import { claimOf, type Entry, hubOf } from "../entry/entry.js";
import { isLive } from "../entry/gates/visible.js";
import { hubEntryOf, readHubOrigin } from "../entry/hub-origin.js";
import type { Store } from "../store/open-store.js";
import { claimHash } from "../text/claims/canonical.js";
import type { HubRow } from "./policy/hub-row.js";
import type { SharedBody } from "./policy/shared-body.js";

/** What is to be done with a row: nothing, new words for its copy, or a capture, in the place of a copy where there is one. */
export type TakePlan =
  | { is: "own"; id: string }
  | { is: "known"; id: string; because?: string }
  | { is: "changed"; copy: Entry }
  | { is: "new"; replaces?: Entry };

/** Copies of these rows' entries, by `hub/agent/entry`. */
export async function copiesOf(tree: Store, keys: ReadonlySet<string>): Promise<ReadonlyMap<string, readonly Entry[]>> {
  const heads = keys.size === 0 ? [] : tree.where({ hub: [...keys] });
  const copiesByKey = new Map<string, Entry[]>();
  for (const { entry } of await tree.load(heads.map(({ id }) => id))) {
    const key = hubEntryOf(entry.origin) ?? "";
    copiesByKey.set(key, [...(copiesByKey.get(key) ?? []), entry]);
  }
  return copiesByKey;
}

/** The claim of an entry as its writer stated it: later wordings of a copy are others'. */
const statedClaim = (entry: Entry): string => (entry.type === "insight" ? entry.insight : claimOf(entry));

export const FORGOTTEN_HERE = "It was forgotten here.";

/** Its words are for nobody, or are gone. */
export const isEnded = ({ status, redacted, erased }: Entry): boolean =>
  status === "forgotten" || redacted !== undefined || erased !== undefined;

/** Its writer took it back: it may share it again. */
function isWithdrawn(entry: Entry): boolean {
  const writer = readHubOrigin(entry.origin)?.agent;
  return (entry.erased ?? entry.forgotten)?.by === writer && entry.redacted === undefined;
}

/** The copy that counts, of several the last one. */
function currentOf(copies: readonly Entry[]): Entry | undefined {
  const replaced = new Set(copies.flatMap(({ supersedes = [] }) => supersedes));
  const last = copies.filter(({ id }) => !replaced.has(id));
  return last.findLast(isLive) ?? last.at(-1);
}

/** `own`: the entry of this tree that bears the row's id, if any. */
export function planFor(
  { entry, hash }: Pick<HubRow, "entry" | "hash">,
  body: SharedBody,
  copies: readonly Entry[],
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
  if (hubOf(current)?.hash === hash) return { is: "known", id: current.id };
  const isSame = current.type === body.type && claimHash(statedClaim(current)) === claimHash(body.claim);
  if (isSame) return { is: "changed", copy: current };
  return isLive(current) ? { is: "new", replaces: current } : { is: "new" };
}
