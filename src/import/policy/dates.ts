/** ISO dates in fields, and days in ids, read in the profile's time zone. */
import { wallClock } from "../../text/durations.js";

/** A calendar day with the time of day when one was written; `offset` in minutes when the text states a zone. */
export interface Moment {
  year: number;
  month: number;
  day: number;
  hour?: number;
  minute?: number;
  second?: number;
  offset?: number;
}

const CLOCK = /^[\sT]*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?:\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})(?![\w:]))?/;

function valid({ year, month, day }: Moment): boolean {
  if (year < 1970 || year > 2199 || month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function withClock(moment: Moment, behind: string): Moment {
  const clock = CLOCK.exec(behind.slice(0, 60));
  if (clock === null) return moment;
  const [, hours, minutes, seconds, zone] = clock;
  const hour = Number(hours);
  const minute = Number(minutes);
  const second = Number(seconds ?? 0);
  if (hour > 23 || minute > 59 || second > 59) return moment;
  const timed: Moment = { ...moment, hour, minute, second };
  if (zone !== undefined) {
    const digits = zone.replace(":", "");
    timed.offset = /^[+-]/.test(digits)
      ? (digits.startsWith("-") ? -1 : 1) * (Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5)))
      : 0;
  }
  return timed;
}

/** The first ISO day in a text, with the time of day behind it; undefined when there is none that exists. */
export function findDate(text: string): Moment | undefined {
  const match = /(?<![\d.-])(\d{4})-(\d{1,2})-(\d{1,2})(?![\d-])/.exec(text);
  if (match === null) return undefined;
  const moment = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
  return valid(moment) ? withClock(moment, text.slice(match.index + match[0].length)) : undefined;
}

/** The day inside an id such as `LRN-20260428-001`; undefined when its digits are no day. */
export function dayInId(id: string): Moment | undefined {
  const match = /(?<!\d)(\d{4})-?(\d{2})-?(\d{2})(?!\d)/.exec(id);
  if (match === null) return undefined;
  const moment = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
  return valid(moment) ? moment : undefined;
}

/** Minutes by which wall clocks of a zone are ahead of UTC at an instant. */
function offsetAt(instant: number, timezone: string): number {
  const { year, month, day, hour, minute, second } = wallClock(instant, timezone);
  const utcMillis = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  return Math.round((utcMillis - instant) / 60_000);
}

/** The instant (milliseconds) of a moment; a day without a time is its first minute in the zone, which exists even where clocks jump. */
export function epochOf(moment: Moment, timezone: string): number {
  const { year, month, day, hour = 0, minute = 0, second = 0, offset } = moment;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  if (offset !== undefined) return wall - offset * 60_000;
  const guess = wall - offsetAt(wall, timezone) * 60_000;
  const settled = wall - offsetAt(guess, timezone) * 60_000;
  const localMillis = settled + offsetAt(settled, timezone) * 60_000;
  return localMillis < wall ? guess : settled;
}
