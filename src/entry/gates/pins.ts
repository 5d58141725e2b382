/** Pins: memories that a person keeps before every session, and that nobody but a person changes or takes out of use. */
import { defined } from "../../text/defined.js";
import { type Entry, type Memory, type Patch, patched } from "../entry.js";
import { approvalLapsed, contentHash } from "../status.js";

type Pin = NonNullable<Memory["pinned"]>;

const pinIn = (entry: Entry): Pin | undefined => (entry.type === "memory" ? entry.pinned : undefined);

/**
 * Why a pin does not count, as for an approval: it names nobody or no words, or other words than these; undefined when it
 * counts, or when there is none.
 */
export function pinVoid(entry: Entry): "forged" | "outdated" | undefined {
  const pin = pinIn(entry);
  if (pin === undefined || entry.redacted !== undefined || entry.erased !== undefined) return undefined;
  if (pin.by === undefined || pin.hash === undefined) return "forged";
  return pin.hash === contentHash(entry) ? undefined : "outdated";
}

/** A person pinned these very words. */
export function isPinned(entry: Entry): boolean {
  const pin = pinIn(entry);
  return pin?.hash !== undefined && pin.by !== undefined && pinVoid(entry) === undefined;
}

/** The pin of a memory as it stands, by a person. `at`: UTC to the second. */
export function pinOf(entry: Memory, by: string, at: string): Pin {
  return { by, at, hash: contentHash(entry) };
}

/** Renews pin and approval of an entry that tenet itself changes, with the hash of the new text. */
export function renewedDecisions(entry: Entry, patch: Patch): Patch {
  const hash = contentHash(patched(entry, patch));
  const { review } = entry;
  return defined({
    pinned: isPinned(entry) ? { ...pinIn(entry), hash } : undefined,
    review: review?.hash === undefined || approvalLapsed(entry) ? undefined : { ...review, hash },
  });
}
