/** Decides what becomes of each entry of an import against what the tree already knows. Pure, and gives its reasons. */

import type { Entry, Tier } from "../../entry/entry.js";
import { maySkipOnto } from "../../entry/trust.js";
import { canonicalClaim, claimHash } from "../../guard/canonical.js";
import type { DraftEntry, ImportItem } from "./item.js";

/** What the tree knows, as far as an import asks. */
export interface KnownItems {
  /** Hashes of texts that were imported before -> the entry they became or joined, where there is one. */
  hashes: ReadonlyMap<string, string | undefined>;
  /** Entries of a type that say this claim (by its short hash), live ones first; never forgotten ones. */
  saying(type: "correction" | "insight", claim: string): readonly Entry[];
}

/** An entry to be, with what later items of the same import added to it. */
export interface Pending {
  item: ImportItem;
  draft: DraftEntry;
  aliases: string[];
  /** Times said again. */
  again: number;
  folded: string[];
}

export type Decision =
  | { fate: "entry"; pending: Pending; because: string }
  | { fate: "folded"; onto: Pending | Entry; edited: boolean; because: string }
  | { fate: "logged"; because: string }
  | { fate: "skipped"; because: string; id?: string; known: boolean };

function claimOf(draft: DraftEntry): string {
  return draft.fields.corrected_to ?? draft.fields.insight ?? "";
}

function tierOf(draft: DraftEntry): Tier {
  return draft.byUser ? "relayed" : "self";
}

/** Folded into an entry of the same import, not into one of the tree. */
export function isPending(onto: Pending | Entry): onto is Pending {
  return "draft" in onto;
}

/** Goes through the items in order; an item may be folded into an earlier one of the same import. */
export function planImport(items: readonly ImportItem[], known: KnownItems): Decision[] {
  const texts = new Map<string, ImportItem>();
  const claims = new Map<string, Pending>();

  const sameClaim = (draft: DraftEntry, key: string, hash: string): Pending | Entry | undefined =>
    claims.get(key) ?? known.saying(draft.type, hash).find((entry) => maySkipOnto(tierOf(draft), entry.tier));

  return items.map((item): Decision => {
    const { plan, hash } = item;
    if (known.hashes.has(hash)) {
      const id = known.hashes.get(hash);
      return { fate: "skipped", known: true, because: "Imported before.", ...(id === undefined ? {} : { id }) };
    }
    const twin = texts.get(hash);
    if (twin !== undefined) {
      return {
        fate: "skipped",
        known: false,
        because: `The same text stands in this import before, at line ${twin.line}.`,
      };
    }
    texts.set(hash, item);
    if (plan.fate === "skip") return { fate: "skipped", known: false, because: plan.because };
    if (plan.fate !== "entry") return { fate: "logged", because: plan.because };
    const claim = claimOf(plan);
    const short = claimHash(claim);
    const key = `${plan.type} ${short}`;
    const onto = canonicalClaim(claim) === "" ? undefined : sameClaim(plan, key, short);
    if (onto === undefined) {
      const pending: Pending = { item, draft: plan, aliases: [...item.aliases], again: 0, folded: [] };
      claims.set(key, pending);
      return { fate: "entry", pending, because: plan.type === "correction" ? "A correction." : "An insight." };
    }
    const aliases = isPending(onto) ? onto.aliases : (onto.aliases ?? []);
    const edited = !isPending(onto) && item.aliases.some((alias) => aliases.includes(alias));
    if (isPending(onto)) {
      onto.again += 1;
      onto.folded.push(hash);
      for (const alias of item.aliases) if (!onto.aliases.includes(alias)) onto.aliases.push(alias);
    }
    const because = edited
      ? "The same entry as before, edited since; it claims the same."
      : "It says the same as a known one.";
    return { fate: "folded", onto, edited, because };
  });
}
