/** Findings about checks that stand in records and cannot be run: somebody wrote them by hand, or imported them. */
import { isLearning } from "../entry/entry.js";
import type { Finding } from "../entry/findings.js";
import type { Located } from "../store/open-store.js";

/** Checks that cannot be run, and why. `entries`: those that count. Loads the engine only where there are checks. */
export async function brokenChecks(entries: readonly Located[]): Promise<Finding[]> {
  const carrying = entries.filter(({ entry }) => isLearning(entry) && entry.check !== undefined);
  if (carrying.length === 0) return [];
  const { checkTroubles } = await import("./policy/compiled-check.js");
  return carrying.flatMap(({ entry, file, line }): Finding[] => {
    const check = isLearning(entry) ? entry.check : undefined;
    const troubles = check === undefined ? [] : checkTroubles(check);
    if (troubles.length === 0) return [];
    const message = `the check of ${entry.id} cannot be run: ${troubles.join("; ")}`;
    const next = "Mend it under check; patterns are RE2's, globs begin at the top of the workspace.";
    return [{ id: entry.id, severity: "error", code: "broken-check", file, line, message, next }];
  });
}
