/** Entries as a cache would answer them, with the standing that follows from all of them: for tables about rows. */
import type { Entry } from "../../src/entry/entry.js";
import { claimOf, textHash, vectorTexts } from "../../src/entry/entry.js";
import { withoutCopies } from "../../src/entry/standing/copies.js";
import { standing } from "../../src/entry/standing/pass.js";
import { computedOf, type Row, rowOf } from "../../src/store/cache/row.js";
import { claimHash } from "../../src/text/claims/canonical.js";

/** `rules`: ids of entries that are rules. */
export function rowsOf(stated: readonly Entry[], now: Date, rules: readonly string[] = []): Row[] {
  const records = stated.map((one) => {
    const { fields, copies } = withoutCopies(one);
    const entry = fields as Entry;
    return { entry, claim: claimHash(claimOf(entry)), ...(copies && { copies }) };
  });
  const ids = new Set(stated.map(({ id }) => id));
  const found = standing({ records, lines: new Set(), mode: "auto", close: 0.7, isHere: (id) => ids.has(id) });
  return records.map(({ entry, claim }) => {
    const computed = computedOf(found.get(entry.id)!, rules.includes(entry.id) ? "SOUL.md" : undefined);
    const [record, standingText] = [entry, computed].map((one) => JSON.stringify(one));
    const texts = vectorTexts(entry).map(textHash).join(" ");
    return rowOf([record!, claim, standingText!, texts, "memory/day.md", 1], now);
  });
}
