/** The only source of the present, and days and times in the profile's time zone. */
import { wrongUsage } from "./errors.js";
import { wallClock } from "./text/durations.js";

/** Injected, so that policy and tests never read the machine's clock. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still at a moment. */
export const clockAt = (at: Date): Clock => ({ now: () => new Date(at) });

/** A clock that stands still at an ISO 8601 instant (`TENET_NOW`). Throws a usage error on anything else. */
export function fixedClock(instant: string): Clock {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime()) || !/^\d{4}-\d{2}-\d{2}T/.test(instant)) {
    const said = `TENET_NOW is not an ISO 8601 instant: ${JSON.stringify(instant)}`;
    throw wrongUsage(said, "Write it like 2026-02-15T14:00:00Z.");
  }
  return clockAt(at);
}

/** The calendar day of an instant: `2026-02-15`. A record is filed by it, fixed at birth. */
export function localDay(at: Date, timezone: string): string {
  const { year = "", month, day } = wallClock(at, timezone);
  return `${year.padStart(4, "0")}-${month}-${day}`;
}

/** The wall-clock time of an instant: `14:02`. */
export function localTime(at: Date, timezone: string): string {
  const { hour, minute } = wallClock(at, timezone);
  return `${hour}:${minute}`;
}
