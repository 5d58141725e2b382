/**
 * Weighs statements as evidence: each session opened by a host's hook counts; sessions named by a flag count once for
 * each local day and agent. Statements from an entry's own session or day make no rule without a person.
 */
import { stamp } from "../../text/durations.js";

/** Place and time of a statement about an entry. */
export interface Occasion {
  at: string;
  session?: string | undefined;
  agent?: string | undefined;
  /** The host whose hook opened the session; without one the session is only claimed. */
  host?: string | undefined;
}

/** The local day of an instant: `2026-02-15`. */
export type DayOf = (at: string) => string;

/**
 * What an occasion counts as: two with one mark count once. Agents that the profile does not name are nobody in
 * particular, for a flag names those, too.
 */
export function occasionMark(
  { at, session, agent, host }: Occasion,
  dayOf: DayOf,
  ownAgents: readonly string[],
): string {
  if (host !== undefined && session !== undefined) return `session ${session}`;
  const speaker = agent !== undefined && ownAgents.includes(agent) ? ` ${agent}` : "";
  return `day ${dayOf(at)}${speaker}`;
}

/** Sessions and local days in which an entry, or what it repeats, was written. */
export interface Birth {
  sessions: readonly string[];
  days: readonly string[];
}

/** Whether something is known from the entry's own session or day alone. */
export function isOwn({ at, session }: Occasion, birth: Birth, dayOf: DayOf): boolean {
  return (session !== undefined && birth.sessions.includes(session)) || birth.days.includes(dayOf(at));
}

/** Moments are compared as text, so all are written as tenet writes them. */
export function utc(at: string): string {
  if (at.length === 20 && at.endsWith("Z")) return at;
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? at : stamp(date);
}
