/** Near pairs as captures leave them, stored as they are: the later entry carries an open row and a link. */
import type { Entry, Near, Tier } from "../../src/entry/entry.js";
import { contentHash } from "../../src/entry/status.js";
import { correction, insight, memory } from "../store/entries.js";

export type Kind = "correction" | "insight" | "memory";

export interface Side {
  kind?: Kind;
  tier?: Tier;
  session?: string;
  text?: string;
}

export const OLDER = "The nightly build fails when the cache directory is older than the lockfile";
export const NEWER = "If the cache is older than the lockfile, nightly builds break";

/** What is approved waits for nobody: there only the tiers decide. */
const approved = (entry: Entry): Entry => ({
  ...entry,
  review: { state: "approved_for_reuse", by: "bridget", tier: "owner", at: entry.timestamp, hash: contentHash(entry) },
});

/** An entry of its own day; from outside it is approved. */
function sideOf(name: string, day: 13 | 14 | 15, { kind = "insight", text = name, ...more }: Side): Entry {
  const made = { timestamp: `2026-02-${day}T09:00:00Z`, tier: "self" as const, ...more };
  const id = (type: string) => `${type}-202602${day}-${name}`;
  const entry =
    kind === "correction"
      ? correction({ ...made, id: id("COR"), corrected_to: text })
      : kind === "insight"
        ? insight({ ...made, id: id("INS"), insight: text })
        : memory({ ...made, id: id("MEM"), content: text });
  return made.tier === "external" || made.tier === "peer" ? approved(entry) : entry;
}

const rowTo = (other: Entry, row: Partial<Near> = {}): { near: Near[]; linked: string[] } => ({
  near: [{ with: other.id, score: 0.8, found: "claim", at: "2026-02-15T09:00:00Z", ...row }],
  linked: [other.id],
});

export function pairOf(older: Side, newer: Side, name = "A0", row: Partial<Near> = {}): [older: Entry, newer: Entry] {
  const first = sideOf(`${name}001`, 14, { session: "s1", text: `${OLDER} (${name})`, ...older });
  const second = sideOf(`${name}002`, 15, { session: "s2", text: `${NEWER} (${name})`, ...newer });
  return [first, { ...second, ...rowTo(first, row) }];
}
