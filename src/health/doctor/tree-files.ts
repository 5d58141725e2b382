/** The doctor's look at the files of the tree and what is derived from them. */
import type { Context } from "../../context.js";
import { cacheIsDamaged } from "../../store/cache/drop-cache.js";
import { readBytes } from "../../store/files/safe-path.js";
import { indexPage } from "../../store/index-page.js";
import type { Store } from "../../store/open-store.js";
import { surveyWorkspace } from "../../store/survey.js";
import type { FindingDraft } from "../../text/findings.js";
import type { CheckResult } from "./settings.js";

/** Clocks of two machines differ by minutes; an hour is no such difference. */
const FUTURE_MS = 3_600_000;
const MOST_TOLD = 10;

/** The files of the tree: readable, real, with names that travel, and not from the future. */
export async function checkTreeFiles(ctx: Context, tree: Store): Promise<CheckResult> {
  const survey = surveyWorkspace(ctx.workspace);
  const found: FindingDraft[] = [...tree.findings, ...survey.findings];
  found.push(...futureDates(tree, ctx.clock.now()));
  if (await pageIsStale(ctx, tree)) {
    const message = "the summary page is not what the records say";
    const next = "The next change writes it anew; so does: tenet doctor --fix";
    const file = ctx.workspace.relative(ctx.workspace.indexPage);
    found.push({ severity: "info", code: "index-page", file, message, next, mendable: true });
  }
  if (cacheIsDamaged(ctx.workspace)) {
    const message = "the cache of parsed files is damaged or of another version: every command reads all files anew";
    const next = "The next command that may write makes it anew; so does: tenet doctor --fix";
    const file = ctx.workspace.relative(ctx.workspace.cache);
    found.push({ severity: "info", code: "cache-off", file, message, next, mendable: true });
  }
  const fine = `${tree.heads.length} entries in ${tree.files.size} record files`;
  return { found, fine: [fine] };
}

/** Entries of days to come; a clock that was wrong for long is reported ten times, not a thousand. */
function futureDates(tree: Store, now: Date): FindingDraft[] {
  const late = tree.heads.filter(({ timestamp }) => Date.parse(timestamp) > now.getTime() + FUTURE_MS);
  const next = "Look at the clock; an entry is asked about from its own day on.";
  const severity = "warning";
  const code = "future-date";
  const found = late.slice(0, MOST_TOLD).map(({ id, timestamp, file, line }): FindingDraft => {
    const message = `${id} is of ${timestamp}, which is still to come by this machine's clock`;
    return { id, severity, code, file, line, message, next };
  });
  const more = late.length - found.length;
  return more === 0 ? found : [...found, { severity, code, message: `${more} more entries are of days to come`, next }];
}

/** Whether the summary page is not what the records say. */
export async function pageIsStale({ workspace, profile }: Context, tree: Store): Promise<boolean> {
  try {
    const bytes = await readBytes(workspace, workspace.indexPage);
    if (bytes === undefined) return tree.files.size > 0;
    return Buffer.from(bytes).toString("utf8") !== indexPage(tree, profile.outcome.days);
  } catch {
    // A link or a folder in its place is reported with the others.
    return false;
  }
}
