/** What a run over a change shows of corrections, noted on this machine: followed, or broken again. Upkeep writes it down. */
import { localDay } from "../clock.js";
import type { Context } from "../context.js";
import type { Entry } from "../entry/entry.js";
import { isPersonsWord } from "../entry/gates/attribution.js";
import { countingReview } from "../entry/status.js";
import { watchedSince } from "../loop/policy/stick.js";
import type { Store } from "../store/open-store.js";
import { stampAt } from "../store/records/scan.js";
import { stamp } from "../text/durations.js";
import { grouped } from "../text/grouped.js";
import { type CheckFact, keyOfFact, readCheckFacts, rememberChecks } from "./check-log.js";
import type { SearchedFile } from "./policy/search-lines.js";

/**
 * Does a person stand behind the check of an entry? Somebody listed said it as owner, or approved it in these words. The
 * pattern of an agent would prove its own correction.
 */
function isPersonBehind({ profile }: Pick<Context, "profile">, entry: Entry): boolean {
  const isBacked = entry.tier === "owner" || countingReview(entry)?.state === "approved_for_reuse";
  return isBacked && isPersonsWord(profile.people, entry.tier === "owner" ? entry.source : entry.review?.by);
}

/**
 * Notes the results: at most one of a kind a day for each correction. Lines of files that nobody touched since the
 * correction was said or last failed show nothing of it.
 */
export function noteRun(ctx: Context, tree: Store, searchedFiles: readonly SearchedFile[]): void {
  const { workspace: ws, clock, profile } = ctx;
  const [at, day] = [stamp(clock.now()), localDay(clock.now(), profile.timezone)];
  const noted = new Set(readCheckFacts(ws).map(keyOfFact));
  const facts = [...grouped(searchedFiles, ({ check }) => check.entry)].flatMap(([entry, files]): CheckFact[] => {
    const row = tree.head(entry.id);
    // An insight neither holds nor fails.
    if (row?.type !== "correction" || !isPersonBehind(ctx, entry)) return [];
    const since = Date.parse(watchedSince(row));
    // A staged file that is no longer in the working tree was changed a moment ago.
    const changedAt = (file: string) => stampAt(ws.absolute(file))?.mtimeMs ?? Number.POSITIVE_INFINITY;
    const fresh = files.filter(({ file, isWhole, lines }) => isWhole && lines.length > 0 && changedAt(file) > since);
    const [hit] = fresh.flatMap(({ file, hits }) => hits.map(({ line }) => `${file}:${line}`));
    if (hit !== undefined) return [{ id: entry.id, at, day, kind: "hit", place: hit }];
    return fresh.length > 0 ? [{ id: entry.id, at, day, kind: "held" }] : [];
  });
  rememberChecks(
    ws,
    facts.filter((fact) => !noted.has(keyOfFact(fact))),
  );
}
