/** Dated facts on an entry: it was said again, or met. One a session and kind. */
import type { Said, Use } from "../../entry/entry.js";

/** Of each kind the ten oldest and the ten newest stay; the ledger counts the rest. */
const KEPT_AT_EACH_END = 10;

const byTime = (a: { at: string }, b: { at: string }): number => Date.parse(a.at) - Date.parse(b.at);

function withFact<F extends { at: string }>(facts: readonly F[], fact: F, isSame: (one: F) => boolean) {
  if (facts.some(isSame)) return undefined;
  const all = [...facts, fact].sort(byTime);
  return all.filter((_, at) => at < KEPT_AT_EACH_END || at >= all.length - KEPT_AT_EACH_END);
}

/** The facts with one more: somebody said it again. Undefined where that session, or that place, is counted. */
export const withSaid = (facts: readonly Said[] = [], fact: Said): Said[] | undefined =>
  withFact(
    facts,
    fact,
    ({ origin, session = "" }) => origin === fact.origin && (origin !== undefined || session === fact.session),
  );

/** The facts with one more: somebody met it. Undefined where that session met it so. */
export function withUse(facts: readonly Use[] = [], fact: Use): Use[] | undefined {
  const isOfKind = ({ result }: Use) => result === fact.result;
  const kept = withFact(facts.filter(isOfKind), fact, ({ session }) => session === fact.session);
  return kept && [...facts.filter((one) => !isOfKind(one)), ...kept].sort(byTime);
}
