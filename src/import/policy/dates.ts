/** Dates as people and agents write them, in headings and fields, read in the profile's time zone. */
import { wallClock } from "../../text/durations.js";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

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

interface FoundDate {
  moment: Moment;
  /** The matched text of the date; the rest of a heading is its title. */
  start: number;
  end: number;
}

const CLOCK =
  /^[\sT,@]*(?:at\s+)?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?:\s*([AaPp])\.?[Mm]\b\.?)?(?:\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})(?![\w:]))?/;

function valid({ year, month, day }: Moment): boolean {
  if (year < 1970 || year > 2199 || month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function withClock(moment: Moment, text: string, end: number): { moment: Moment; end: number } {
  const clock = CLOCK.exec(text.slice(end, end + 60));
  if (clock === null) return { moment, end };
  const [, hours, minutes, seconds, half, zone] = clock;
  let hour = Number(hours);
  if (half !== undefined) hour = (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  const minute = Number(minutes);
  const second = Number(seconds ?? 0);
  if (hour > 23 || minute > 59 || second > 59) return { moment, end };
  const timed: Moment = { ...moment, hour, minute, second };
  if (zone !== undefined) {
    const digits = zone.replace(":", "");
    timed.offset = /^[+-]/.test(digits)
      ? (digits.startsWith("-") ? -1 : 1) * (Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5)))
      : 0;
  }
  return { moment: timed, end: end + clock[0].length };
}

/** How days are written, with the captures that hold year, month (its number or its name) and day. */
const SHAPES: readonly [pattern: RegExp, year: number, month: number, day: number][] = [
  [/(?<![\d.-])(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?![\d-])/, 1, 2, 3],
  [/(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]/, 1, 2, 3],
  [/(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d{4})(?![\d-])/, 3, 2, 1],
  [/\b([A-Z][a-z]{2})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b/, 3, 1, 2],
  [/\b(\d{1,2})(?:st|nd|rd|th)?\s+([A-Z][a-z]{2})[a-z]*\.?,?\s+(\d{4})\b/, 3, 2, 1],
  [/(?<![\dA-Za-z-])(20\d{2})(\d{2})(\d{2})(?![\dA-Za-z-])/, 1, 2, 3],
];

/** The first date in a text, with the time of day behind it; undefined when there is none that exists. */
export function findDate(text: string): FoundDate | undefined {
  let first: FoundDate | undefined;
  for (const [pattern, year, month, day] of SHAPES) {
    const match = pattern.exec(text);
    if (match === null || (first !== undefined && first.start <= match.index)) continue;
    const monthNumber = MONTHS.indexOf((match[month] ?? "").toLowerCase()) + 1;
    const moment = { year: Number(match[year]), month: monthNumber || Number(match[month]), day: Number(match[day]) };
    if (!valid(moment)) continue;
    first = { start: match.index, ...withClock(moment, text, match.index + match[0].length) };
  }
  return first;
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
