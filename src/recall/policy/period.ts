/** Periods of a history: instants, weeks and domains. Called by reports and figures. */
import type { Entry } from "../../entry/entry.js";
import { DAY_MS, HOUR_MS, wallClock } from "../../text/durations.js";

/** From an instant on and before another; everything without bounds. */
export interface Period {
  since?: Date | undefined;
  until?: Date | undefined;
}

/** Days begin on a quarter of an hour in every time zone. */
const QUARTER_MS = HOUR_MS / 4;

/** Whether an instant lies in the period. Instants after `now` do not. */
export function isIn({ since, until }: Period, at: string, now: Date): boolean {
  const moment = Date.parse(at);
  if (moment > now.getTime()) return false;
  return (since === undefined || moment >= since.getTime()) && (until === undefined || moment < until.getTime());
}

/** Stands for entries without a domain. */
export const NO_DOMAIN = "(no domain)";

/** The domain of an entry; an outcome without one has that of the first entry it judges. */
export function domainOf(entry: Entry, byId: ReadonlyMap<string, Entry>): string {
  const domain = entry.domain ?? (entry.type === "outcome" ? byId.get(entry.references[0] ?? "")?.domain : undefined);
  return domain ?? NO_DOMAIN;
}

/** The Monday of the week of an instant, as a local day. */
export function weekOf(at: string, timezone: string): string {
  const { year = "1970", month = "01", day = "01" } = wallClock(new Date(at), timezone);
  const local = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  local.setUTCDate(local.getUTCDate() - ((local.getUTCDay() + 6) % 7));
  return local.toISOString().slice(0, 10);
}

/**
 * The weeks of many instants. A calendar look-up costs microseconds, so it is made once per UTC day that lies in one
 * week, else once per quarter of an hour.
 */
export function weekFinder(timezone: string): (at: string) => string {
  const cached = <K>(cache: Map<K, string | undefined>, key: K, find: () => string | undefined): string | undefined => {
    if (!cache.has(key)) cache.set(key, find());
    return cache.get(key);
  };
  const days = new Map<number, string | undefined>();
  const quarters = new Map<number, string | undefined>();
  const weekAt = (moment: number): string => weekOf(new Date(moment).toISOString(), timezone);
  const weekOfDay = (day: number): string | undefined => {
    const [first, last] = [weekAt(day * DAY_MS), weekAt((day + 1) * DAY_MS - 1)];
    return first === last ? first : undefined;
  };
  return (at) => {
    const moment = Date.parse(at);
    const day = Math.floor(moment / DAY_MS);
    const weekOfWholeDay = cached(days, day, () => weekOfDay(day));
    return weekOfWholeDay ?? (cached(quarters, Math.floor(moment / QUARTER_MS), () => weekAt(moment)) as string);
  };
}

/** The instant at which a zone's clock showed a day and a time; where it showed them twice, one of the two. */
export function instantAt(day: string, time: string, timezone: string): string {
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  const { year, month, day: date, hour, minute } = wallClock(asUtc, timezone);
  const shownAsUtc = Date.parse(`${year}-${month}-${date}T${hour}:${minute}:00Z`);
  return new Date(asUtc - (shownAsUtc - asUtc)).toISOString();
}
