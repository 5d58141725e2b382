/** Dated facts on an entry: it was said again, or met. One a session and kind; of each kind the oldest and the newest stay. */
import { dayOf, type Entry, type Said, type Use } from "./entry.js";

/** Of each kind the ten oldest and the ten newest stay; the ledger counts the rest. */
const KEPT_AT_EACH_END = 10;

/** The session of an entry: that of its author, else this agent's day, which its id names; an import has none. */
export function sessionOf({ id, agent, session, imported }: Pick<Entry, "id" | "agent" | "session" | "imported">) {
  return session ?? (imported === undefined ? `adhoc-${agent}-${dayOf(id)}` : undefined);
}

function withFact<F extends { at: string }>(
  facts: readonly F[],
  fact: F,
  isSame: (one: F) => boolean,
): F[] | undefined {
  if (facts.some(isSame)) return undefined;
  const all = [...facts, fact].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const room = 2 * KEPT_AT_EACH_END;
  return all.length <= room ? all : [...all.slice(0, KEPT_AT_EACH_END), ...all.slice(-KEPT_AT_EACH_END)];
}

/** The facts with one more: somebody said it again. Undefined where that session, or that place, is counted. */
export const withSaid = (facts: readonly Said[] | undefined, fact: Said): Said[] | undefined =>
  withFact(facts ?? [], fact, ({ session, origin }) =>
    origin === undefined || fact.origin === undefined
      ? origin === fact.origin && session !== undefined && session === fact.session
      : origin === fact.origin,
  );

/** The facts with one more: somebody met it. Undefined where that session met it so. */
export function withUse(facts: readonly Use[] | undefined, fact: Use): Use[] | undefined {
  const ofKind = (facts ?? []).filter(({ result }) => result === fact.result);
  const others = (facts ?? []).filter(({ result }) => result !== fact.result);
  const kept = withFact(ofKind, fact, ({ session }) => session === fact.session);
  return kept && [...others, ...kept].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
