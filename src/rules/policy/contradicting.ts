/** New rules against the rules they contradict: which of the two stays. */
import { compareTiers } from "../../entry/tiers.js";
import type { Operation } from "../versions/version.js";
import { contradiction } from "./contradiction.js";
import { hashOfFacts } from "./evidence.js";
import type { Newcomer } from "./newcomers.js";
import type { PlanLookups } from "./pass.js";
import { blockedBecause, groundsOf, joinedFacts, leaves, type Planned, type ReconcileInput } from "./planned.js";
import { isTheirs, type Rule } from "./rule.js";

/** As trusted as the rule, and said later. */
function prevails(newcomer: Newcomer, rule: Rule, { behind }: ReconcileInput): boolean {
  const known = groundsOf(rule.ids, behind);
  return !isTheirs(rule) && compareTiers(newcomer.tier, known.tier) >= 0 && newcomer.said > known.said;
}

function removal(newcomer: Newcomer, rule: Rule, says: string): Operation {
  const { operation, entries } = newcomer;
  return leaves(rule, {
    reason: "contradicted",
    because: `${entries[0]} is newer and says otherwise: "${operation.text}". ${says}`,
    evidence: joinedFacts([operation.evidence, hashOfFacts([`against ${rule.text}`])]),
    tier: operation.tier,
  });
}

/**
 * Why a new rule stays out for what it contradicts, or the rules that leave for it. `before`: new rules that go before
 * it. Nothing is replaced half: where the old rule may not leave, the new one does not come.
 */
export function contradicted(
  newcomer: Newcomer,
  standing: readonly Planned[],
  before: readonly Newcomer[],
  input: PlanLookups,
): { refused: string } | { displaced: { rule: Rule; operation: Operation }[] } {
  const text = newcomer.rule.text;
  const against = (known: string) => input.once(`${known}\n${text}`, () => contradiction(known, text));
  for (const { rule } of before) {
    const says = against(rule.text);
    if (says !== undefined) return { refused: `It contradicts a new rule in ${rule.target}: "${rule.text}". ${says}` };
  }
  const displaced: { rule: Rule; operation: Operation }[] = [];
  for (const { rule, was } of standing) {
    const says = against(rule.text);
    if (says === undefined || was === undefined) continue;
    const why = `It contradicts a rule in ${rule.target}: "${rule.text}". ${says}`;
    if (!prevails(newcomer, was, input)) return { refused: why };
    const operation = removal(newcomer, was, says);
    const stopped = blockedBecause(input, operation, was);
    if (stopped !== undefined) return { refused: `${why} ${stopped}` };
    displaced.push({ rule: was, operation });
  }
  return { displaced };
}
