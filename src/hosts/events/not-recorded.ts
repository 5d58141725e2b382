/** Which corrections that were heard no record covers. */
import { isRecorded, type MissedCorrection } from "../../detect/missed-corrections.js";
import { lex, NO_CORPUS } from "../../search/words/bm25.js";
import { tokensOf } from "../../search/words/tokens.js";
import type { Store } from "../../store/open-store.js";
import { HOUR_MS } from "../../text/durations.js";

/** Newer ones than these nobody records in a week of talking. */
const MOST_LOOKED_AT = 1_000;

/**
 * Those that no correction recorded since says. A correction counts from an hour before: clocks of a host and of this
 * machine may differ, and a transcript may tell no time at all.
 */
export async function notRecorded(tree: Store, heard: readonly MissedCorrection[]): Promise<MissedCorrection[]> {
  if (heard.length === 0) return [];
  const from = ({ at }: MissedCorrection) => Date.parse(at) - HOUR_MS;
  const first = Math.min(...heard.map(from));
  const since = tree
    .newest(MOST_LOOKED_AT)
    .filter(({ type, timestamp }) => type === "correction" && Date.parse(timestamp) >= first);
  const recorded = (await tree.load(since.map(({ id }) => id))).flatMap(({ entry }) =>
    entry.type === "correction" ? [{ entry, at: Date.parse(entry.timestamp) }] : [],
  );
  const likeness = { lex: (a: string, b: string) => lex(a, b, NO_CORPUS), words: tokensOf };
  return heard.filter((one) => !recorded.some(({ entry, at }) => at >= from(one) && isRecorded(one, entry, likeness)));
}
