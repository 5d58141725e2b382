/** Remembers declined, undone and evicted rules with their evidence: only more evidence brings one back. */
import { claimOf } from "../../entry/entry.js";
import { personalIn } from "../../text/personal-data.js";
import type { Chain } from "../versions/chain.js";
import type { ForPeople } from "./apply-mode.js";
import { bringsNews, type Evidence, hashOfFacts } from "./evidence.js";
import { isDecided, isOwners, ROLES, type Rule, type RulePlace, roleOf, saysSame } from "./rule.js";
import { groundsOf, joinedFacts, type PlanInput, type Proposal, type Remembered } from "./rule-candidates.js";
import { distilled } from "./rule-line.js";
import type { Declined, Operation } from "./version.js";

/**
 * Why an operation is not made: it was turned down before and nothing is new, or it waits for a person. `evidence` is
 * asked only where something like it was turned down.
 */
export function blockedBecause(
  { declined, waits, behind }: Pick<PlanInput, "declined" | "waits" | "behind">,
  op: Proposal,
  evidence: () => string,
  rule?: Rule,
): string | undefined {
  const before = declined.find(
    (one) => one.op === op.op && one.ids.some((id) => op.ids.includes(id)) && !isLifted(one, op.ids, behind, evidence),
  );
  if (before !== undefined) {
    const howText = before.how === "removed" ? "taken out by hand" : before.how.replace("-", " ");
    return `It was ${howText} (version ${before.version}), and nothing new speaks for it.`;
  }
  return waits?.(op, forPeople({ declined, behind }, op, rule)) === true ? "It waits for a person." : undefined;
}

/**
 * Reasons that make an operation a person's decision: a person stands behind it, an owner's rule, a person's decline,
 * personal data.
 */
export function forPeople(
  { declined, behind }: Pick<PlanInput, "declined" | "behind">,
  op: Proposal,
  rule?: Rule,
): ForPeople | undefined {
  const entryOf = (id: string) => behind.get(id)?.entry;
  const isReplaced = op.op === "delete" && op.reason === "superseded" && op.tier === "owner";
  // Only the owner takes out an owner's words, by stating what holds instead.
  if (rule !== undefined && isDecided(rule) && !(isReplaced && isOwners(rule, entryOf))) return "decided";
  const takesOwners = rule?.ids.some((id) => !op.ids.includes(id) && entryOf(id)?.tier === "owner") === true;
  if (rule !== undefined && op.tier !== "owner" && (takesOwners || alters(op, rule)) && isOwners(rule, entryOf))
    return "owner";
  const isNo = (one: Remembered) => one.byPeople === true && isAgain(op, one, behind);
  if (declined.some((one) => isNo(one) && !isLifted(one, op.ids, behind))) return "declined";
  return op.op !== "delete" && op.text !== rule?.text && personalIn(op.text ?? "").length > 0 ? "personal" : undefined;
}

/** Whether something newer than a no speaks for some entries: against a person's no to a rule only what people say. */
export function isLifted(no: Remembered, ids: readonly string[], behind: PlanInput["behind"], all = () => ""): boolean {
  const peoples = () => hashOfFacts(ids.flatMap((id) => behind.get(id)?.peoples ?? []));
  return bringsNews(no.op === "add" && no.byPeople === true ? peoples() : all(), no.evidence);
}

/** True when the rule leaves, reads differently, or stands where it binds less. More that speaks for it alters nothing. */
function alters({ op, text, place }: Proposal, rule: Rule): boolean {
  if (op === "delete") return true;
  const rank = (one: RulePlace) => ROLES.indexOf(roleOf(one));
  return (text !== undefined && !saysSame(text, rule.text)) || (place !== undefined && rank(place) > rank(rule));
}

/** The same operation, or a rule that says what was turned down: of the same entry, of one that is named beside it, in the same words. */
function isAgain(op: Proposal, one: Declined, behind: PlanInput["behind"]): boolean {
  if (op.op !== one.op) return false;
  if (one.ids.some((id) => op.ids.includes(id))) return true;
  if (op.op !== "add") return false;
  const near = op.ids.flatMap((id) => behind.get(id)?.near ?? []);
  if (one.ids.some((id) => near.includes(id))) return true;
  const wordsOf = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const entry = behind.get(id)?.entry;
      return entry === undefined ? [] : [claimOf(entry), distilled(entry) ?? []].flat();
    });
  const next = [op.text ?? [], wordsOf(op.ids)].flat();
  return wordsOf(one.ids).some((known) => next.some((line) => saysSame(known, line)));
}

/** Declined operations, marked where people declined them: not for lack of room or an agent's own rollback. */
export function remembered(declined: readonly Declined[], { takenBackBy }: Pick<Chain, "takenBackBy">): Remembered[] {
  return declined.map((one) => {
    const byMode = one.how === "rolled-back" && takenBackBy.get(one.version)?.decided?.how === "mode";
    const isTheirs = one.how !== "evicted" && !byMode;
    return isTheirs ? { ...one, byPeople: true } : one;
  });
}

/** The decline that an eviction leaves: the rule returns only on new evidence. */
export function evictedIn(version: string, operations: readonly Operation[]): Declined[] {
  return operations
    .filter(({ reason }) => reason === "evicted")
    .map(({ target, ids, evidence }) => ({ op: "add", target, ids, evidence, version, how: "evicted" }));
}

/**
 * Operations as the chain remembers them. Hand edits without evidence are not among them: the person can repeat them.
 */
export function declinedOf(
  operations: readonly Operation[],
  behind: ReadonlyMap<string, Evidence>,
  version: string,
  how: Declined["how"],
): Declined[] {
  return operations
    .filter(({ op, reason }) => op !== "keep" && reason !== "edited")
    .map(({ op, target, ids, evidence }) => ({
      op,
      target,
      ids,
      evidence: joinedFacts([evidence, groundsOf(ids, behind).evidence]),
      version,
      how,
    }));
}
