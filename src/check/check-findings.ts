/** Findings about checks that stand in records and cannot be run: somebody wrote them by hand, or imported them. */
import { type Entry, isLearning } from "../entry/entry.js";
import type { Finding } from "../entry/findings.js";
import { isLive } from "../entry/gates/visible.js";
import type { Located } from "../store/open-store.js";

const carriesCheck = (entry: Entry): boolean => isLearning(entry) && entry.check !== undefined && isLive(entry);

/** Checks of live entries that cannot be run, and why. Loads the engine only where there are checks. */
export async function brokenChecks(entries: readonly Located[]): Promise<Finding[]> {
  const carrying = entries.filter(({ entry }) => carriesCheck(entry));
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
