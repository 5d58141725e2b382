/** Lengths of time, points in time as people type them (`12h`, `5d`, `2w`, `2026-02-01`, a full instant), and clocks. */

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

const UNIT_MS = { h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS } as const;

/** Age in days (fractional) between two instants; negative when `from` lies in the future. */
export function daysBetween(from: string | Date, to: Date): number {
  return (to.getTime() - new Date(from).getTime()) / DAY_MS;
}

/** The same in whole days, none for what lies in the future. */
export function ageInDays(from: string | Date, to: Date): number {
  return Math.max(0, Math.floor(daysBetween(from, to)));
}

/** Milliseconds of a duration such as `12h`, `5d`, `2 weeks`; undefined for anything else. */
export function durationMs(text: string): number | undefined {
  const match = /^(\d{1,4})\s*(h|d|w)(?:ours?|ays?|eeks?)?$/.exec(text.trim().toLowerCase());
  if (match === null) return undefined;
  return Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS];
}

/** The instant from which something counts: so long before `now`, or a date, or an instant. Undefined: not one. */
export function sinceOf(text: string, now: Date): Date | undefined {
  const long = durationMs(text);
  if (long !== undefined) return new Date(now.getTime() - long);
  if (!/^\d{4}-\d{2}-\d{2}(T.*)?$/.test(text.trim())) return undefined;
  const at = new Date(text.trim());
  const day = text.trim().slice(0, 10);
  const midnight = new Date(day);
  if (Number.isNaN(at.getTime()) || Number.isNaN(midnight.getTime())) return undefined;
  // Date takes 30 February for 2 March.
  return midnight.toISOString().startsWith(day) ? at : undefined;
}

/** The instant until which something waits: so long after `now`, or a date, or an instant. Undefined: not one. */
export function untilOf(text: string, now: Date): Date | undefined {
  const long = durationMs(text);
  return long === undefined ? sinceOf(text, now) : new Date(now.getTime() + long);
}

/** UTC to the second, as stored in every record: `2026-02-15T14:00:00Z`. */
export function stamp(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** `2026-02-15 14:00:00`, as the clocks of a time zone show it. UTC goes without a calendar, which is some twenty times slower. */
function clockText(at: Date, timeZone: string): string {
  if (timeZone === "UTC") return at.toISOString().replace("T", " ");
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  formats.set(timeZone, format);
  return format.format(at);
}

type WallClock = Partial<Record<"year" | "month" | "day" | "hour" | "minute" | "second", string>>;

/** What the clocks of a time zone show at an instant, in digits: `year`, `month`, `day`, `hour`, `minute`, `second`. */
export function wallClock(at: Date | number, timezone: string): WallClock {
  return (
    /^(?<year>.+)-(?<month>..)-(?<day>..) (?<hour>..):(?<minute>..):(?<second>..)/.exec(
      clockText(new Date(at), timezone),
    )?.groups ?? {}
  );
}
