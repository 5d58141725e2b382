/** `tenet report`: what was learned, whether it stuck, and the trend. */
import type { Context } from "../context.js";
import { wrongUsage } from "../errors.js";
import { sinceOf } from "../text/durations.js";
import type { By } from "./history.js";
import { reportOf } from "./policy/report-of.js";
import { readHistory } from "./read-history.js";
import type { Report } from "./report-schemas.js";

export interface ReportInput {
  /** `30d`, a date or an instant; everything without it. */
  since?: string | undefined;
  by?: By | undefined;
}

/** Writes nothing but the caches that reading refreshes. Throws `usage` for a `since` that is no time before now. */
export async function report(ctx: Context, { since, by }: ReportInput): Promise<Report> {
  const from = since === undefined ? undefined : startOf(since, ctx.clock.now());
  return reportOf(await readHistory(ctx), { since: from, by });
}

function startOf(since: string, now: Date): Date {
  const from = sinceOf(since, now);
  if (from !== undefined && from < now) return from;
  throw wrongUsage(
    `--since is no time before ${now.toISOString().slice(0, 10)}: ${JSON.stringify(since)}`,
    "Write it like 30d, 8w or 2026-03-01.",
  );
}
