/** Periods of a history: instants, weeks and domains. Called by every part of the report. */
import type { Row } from "../../store/cache/row.js";
import { wallClock } from "../../text/durations.js";

/** From an instant on and before another; everything without bounds. */
export interface Period {
  since?: Date | undefined;
  until?: Date | undefined;
}

/** Whether an instant lies in the period. Instants after `now` do not. */
export function isIn({ since, until }: Period, at: string, now: Date): boolean {
  const moment = Date.parse(at);
  if (moment > now.getTime()) return false;
  return (since === undefined || moment >= since.getTime()) && (until === undefined || moment < until.getTime());
}

/** Stands for entries without a domain. */
export const NO_DOMAIN = "(no domain)";

/** The domain of an entry; an outcome without one has that of the first entry it judges. */
export function domainOf({ domain: own, references = [] }: Row, byId: ReadonlyMap<string, Row>): string {
  const domain = own ?? byId.get(references[0] ?? "")?.domain;
  return domain ?? NO_DOMAIN;
}

/** The Monday of the week of an instant, as a local day. */
export function weekOf(at: string, timezone: string): string {
  const { year = "1970", month = "01", day = "01" } = wallClock(new Date(at), timezone);
  const local = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  local.setUTCDate(local.getUTCDate() - ((local.getUTCDay() + 6) % 7));
  return local.toISOString().slice(0, 10);
}

/** The instant at which a zone's clock showed a day and a time; where it showed them twice, one of the two. */
export function instantAt(day: string, time: string, timezone: string): string {
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  const { year, month, day: date, hour, minute } = wallClock(asUtc, timezone);
  const shownAsUtc = Date.parse(`${year}-${month}-${date}T${hour}:${minute}:00Z`);
  return new Date(asUtc - (shownAsUtc - asUtc)).toISOString();
}
