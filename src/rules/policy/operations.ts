/** Operations: what leads from the rules in force to others, with its reasons; and the rules once they are carried out. */
import { leastTrusted } from "../../entry/gates/trust.js";
import { defined } from "../../text/defined.js";
import { evidenceHash, hashOfFacts, supportOf } from "./evidence.js";
import type { Existing } from "./existing-rules.js";
import type { RemovalReason } from "./expiry.js";
import type { PlacedLine } from "./merge-rules.js";
import type { Newcomer } from "./new-rules.js";
import { inOrder, type Rule, type RuleDecision, saysSame, sharesId, type Target } from "./rule.js";
import { groundsOf, joinedFacts, ownLine, type PlanInput } from "./rule-candidates.js";
import type { ChangeReason, Operation } from "./version.js";

/** A change of a line, without reasons: it is added, deleted or changed. */
export function lineChange(before: PlacedLine | undefined, after: PlacedLine | undefined) {
  const { target, text, ids } = (after ?? before) as PlacedLine;
  if (before === undefined) return { op: "add", target, text, ids } as const;
  if (after === undefined) return { op: "delete", target, text, ids } as const;
  const from = before.target === target ? {} : { from: before.target };
  return { op: "update", target, ...from, text, before: before.text, ids } as const;
}

/** A rule that stays as it is. */
export function keeping(rule: Rule, { behind }: Pick<PlanInput, "behind">): Operation {
  const { tier, support, evidence } = groundsOf(rule.ids, behind);
  const { target, text, ids, stands_by: reason = "forced" } = rule;
  return { op: "keep", target, text, ids, reason, because: "It stands.", evidence, tier, support };
}

/** A rule that leaves. */
export function removing({ target, text, ids }: Rule, reason: RemovalReason): Operation {
  return { op: "delete", target, text, ids, ...reason, support: 0 };
}

const FIRST_NAMED: readonly ChangeReason[] = ["reworded", "exception", "repeated"];

/** The change of a rule in force, or that it stays. `target`: where there is room for it. */
export function changing(
  { was, rule, lostReason: lost, changes, wordedBy }: Existing,
  target: Target,
  input: PlanInput,
): Operation {
  if (lost === undefined && changes.length === 0) return keeping(was, input);
  const { tier, support, evidence } = groundsOf(rule.ids, input.behind);
  const { stands_by, role } = rule;
  return {
    ...lineChange(was, { ...rule, target }),
    reason: lost?.reason ?? FIRST_NAMED.find((one) => changes.some(({ reason }) => reason === one)) ?? "repeated",
    because: [lost?.because ?? [], ...changes.map(({ because }) => because)].flat().join(" "),
    evidence: joinedFacts([evidence, lost?.evidence ?? "", hashOfFacts(changes.flatMap(({ facts }) => facts))]),
    tier: leastTrusted([tier, wordedBy ?? tier, lost?.tier ?? tier]),
    support,
    ...defined({ role, stands_by, worded_from: rule.worded_from, exception_to: rule.exception_to }),
  };
}

/** A new rule. Several entries that say the same are one, where the strongest of their reasons puts it. */
export function adding({ rule, group, strongest, givenWording: given }: Newcomer, { behind }: PlanInput): Operation {
  const [lead, ...more] = group;
  const mark = ownLine(rule.ids[0], behind)?.mark;
  const because = [
    strongest.because,
    strongest === lead.qualified ? (given?.because ?? []) : [],
    ...more.map(({ id }) => `${id} says the same.`),
  ];
  return {
    ...lineChange(undefined, rule),
    reason: strongest.reason,
    because: because.flat().join(" "),
    evidence: joinedFacts(group.map(({ evidence }) => evidenceHash(evidence))),
    tier: leastTrusted(group.map(({ tier }) => tier)),
    support: group.reduce((sum, { evidence }) => sum + supportOf(evidence), 0),
    stands_by: strongest.reason,
    ...defined({ role: rule.role, worded_from: mark, exception_to: rule.exception_to }),
  };
}

/** The rule an operation speaks of, by its old line and place; -1 when it is no longer there. */
function placeOf(rules: readonly Rule[], op: Operation): number {
  const text = op.before ?? op.text;
  const target = op.from ?? op.target;
  const indexOfRule = (test: (rule: Rule) => boolean) =>
    rules.findIndex((rule) => rule.target === target && test(rule));
  // Two rules may say the same for a moment, while one takes the other's words: then the entries decide.
  const both = indexOfRule((rule) => saysSame(rule.text, text) && sharesId(rule, op));
  if (both !== -1) return both;
  const exact = indexOfRule((rule) => saysSame(rule.text, text));
  return exact !== -1 ? exact : indexOfRule((rule) => sharesId(rule, op));
}

/** The rules after some operations. `since` is the version that carries them, `decided` who stands behind it. */
export function applied(
  rules: readonly Rule[],
  operations: readonly Operation[],
  since: string,
  decided?: RuleDecision,
): Rule[] {
  const next = [...rules];
  for (const op of operations) {
    if (op.op === "keep") continue;
    const at = placeOf(next, op);
    const ruleBefore = next[at];
    if (op.op === "delete") {
      if (ruleBefore !== undefined) next.splice(at, 1);
      continue;
    }
    const { target, text, ids, exception_to = ruleBefore?.exception_to ?? [] } = op;
    const rule: Rule = defined({
      target,
      role: op.role ?? (ruleBefore?.target === target ? ruleBefore.role : undefined),
      text,
      ids,
      since,
      decided_by: decided ?? ruleBefore?.decided_by,
      stands_by: op.stands_by ?? ruleBefore?.stands_by,
      worded_from: op.worded_from ?? ruleBefore?.worded_from,
      exception_to: exception_to.length === 0 ? undefined : exception_to,
    });
    if (ruleBefore === undefined) next.push(rule);
    else next[at] = rule;
  }
  return next;
}

const COUNTED = ["add", "update", "delete"] as const;
const SAYS = { add: "added", update: "changed", delete: "removed" } as const;

/** `2 rules added to SOUL.md, 1 removed from MEMORY.md` */
export function summaryOf(operations: readonly Operation[]): string {
  const files = inOrder(operations.map(({ target }) => target));
  const parts = COUNTED.flatMap((kind) =>
    files.flatMap((target) => {
      const count = operations.filter((op) => op.op === kind && op.target === target).length;
      if (count === 0) return [];
      const placeText = kind === "add" ? `to ${target}` : kind === "delete" ? `from ${target}` : `in ${target}`;
      return [`${count} ${count === 1 ? "rule" : "rules"} ${SAYS[kind]} ${placeText}`];
    }),
  );
  return parts.length === 0 ? "no rule changed" : parts.join(", ");
}
