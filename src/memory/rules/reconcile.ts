/** Turns what has proved itself and the rules in force into operations as data. On an unchanged tree: only `keep`. */
import type { Tier } from "../entry.js";
import { compareTiers, leastTrusted } from "../tiers.js";
import { contradiction } from "./contradiction.js";
import { type Evidence, evidenceHash, hashOfFacts, supportOf } from "./evidence.js";
import { fitted } from "./fit.js";
import { gone, type Leaving } from "./leaving.js";
import type { Qualified, Standing } from "./qualify.js";
import { isDecided, isTheirs, type Rule, saysSame, sharesId, type Target } from "./rule.js";
import type { Declined, Operation } from "./version.js";

/** An entry that may become a rule, with the line it would be. */
export interface Candidate {
  evidence: Evidence;
  standing: Standing;
  /** The line; undefined when nothing can be made of its words. */
  text: string | undefined;
}

export interface ReconcileInput {
  rules: readonly Rule[];
  /** Everything known about the entries behind the rules, by id; an id that is missing is no longer in the tree. */
  behind: ReadonlyMap<string, Evidence>;
  candidates: readonly Candidate[];
  declined: readonly Declined[];
  /** Most rules a file holds, and most characters of its block. */
  caps: Readonly<Record<Target, number>>;
  fileChars: number;
  now: Date;
  /** Operations that are not made in this pass: they wait for a person. `decided`: a person let the rule in. */
  waits?: ((operation: Operation, decided: boolean) => boolean) | undefined;
}

/** An entry that qualifies and does not become a rule. */
export interface LeftOut {
  id: string;
  because: string;
}

export interface Reconciled {
  operations: Operation[];
  left: LeftOut[];
}

/** The rules as a plan would leave them, each with the operation that made it so. */
interface Planned {
  rule: Rule;
  operation: Operation;
}

function kept(rule: Rule, behind: ReconcileInput["behind"]): Planned {
  const evidences = rule.ids.flatMap((id) => behind.get(id) ?? []);
  const operation: Operation = {
    op: "keep",
    target: rule.target,
    text: rule.text,
    ids: rule.ids,
    reason: "held",
    because: "It stands.",
    evidence: hashOfFacts(evidences.map(evidenceHash)),
    tier: evidences.length === 0 ? "self" : leastTrusted(evidences.map(({ tier }) => tier)),
    support: evidences.reduce((sum, one) => sum + supportOf(one), 0),
  };
  return { rule, operation };
}

function leaves(rule: Rule, { reason, because, evidence, tier }: Leaving, support = 0): Operation {
  const { target, text, ids } = rule;
  return { op: "delete", target, text, ids, reason, because, evidence, tier, support };
}

function held(input: ReconcileInput, op: Operation, rule?: Rule): boolean {
  return input.waits?.(op, rule !== undefined && isDecided(rule)) === true || isDeclined(input, op) !== undefined;
}

function isDeclined(input: ReconcileInput, op: Operation): Declined | undefined {
  return input.declined.find(
    (one) => one.op === op.op && one.evidence === op.evidence && one.ids.some((id) => op.ids.includes(id)),
  );
}

/**
 * One pass: rules whose ground is gone leave, entries that qualify are added or update the rule they belong to, and
 * what does not fit leaves by weight.
 */
export function reconcile(input: ReconcileInput): Reconciled {
  const left: LeftOut[] = [];
  const removed: Operation[] = [];
  let planned: Planned[] = [];
  for (const rule of input.rules) {
    const verdict = isTheirs(rule) ? undefined : gone(rule, input.behind);
    if (verdict === undefined) planned.push(kept(rule, input.behind));
    else if (verdict.kind === "leaves") {
      const operation = leaves(rule, verdict.leaving);
      if (!held(input, operation, rule)) removed.push(operation);
      else planned.push(kept(rule, input.behind));
    } else planned.push(withoutIds(rule, verdict.remaining, verdict.because, input));
  }
  const candidates = [...input.candidates].sort((a, b) => (a.evidence.id < b.evidence.id ? -1 : 1));
  for (const candidate of candidates) {
    const { qualified, blocked } = candidate.standing;
    if (qualified === undefined) continue;
    const at = planned.findIndex(({ rule }) => coversChain(rule, candidate.evidence));
    if (at !== -1) {
      planned[at] = updated(planned[at] as Planned, candidate, qualified, blocked, input);
      continue;
    }
    const [why] = blocked;
    if (why !== undefined) left.push({ id: candidate.evidence.id, because: why });
    else planned = admitted(planned, removed, left, candidate, qualified, input);
  }
  const fit = fitted(
    planned.map(({ rule, operation }) => ({ rule, operation })),
    input,
  );
  for (const { id, because } of fit.left) left.push({ id, because });
  return { operations: [...removed, ...fit.evicted, ...fit.planned.map(({ operation }) => operation)], left };
}

const WAITS = "It waits for a person.";

/** A chain of recurrences is one lesson and one rule. */
function coversChain(rule: Rule, evidence: Evidence): boolean {
  return rule.ids.some((id) => evidence.chain.includes(id));
}

function withoutIds(rule: Rule, ids: readonly string[], because: string, input: ReconcileInput): Planned {
  const base = kept({ ...rule, ids }, input.behind);
  const operation: Operation = { ...base.operation, op: "update", before: rule.text, reason: "superseded", because };
  return held(input, operation, rule) ? kept(rule, input.behind) : { rule: { ...rule, ids }, operation };
}

/** A rule whose lesson was said again, was worded anew by its author, or has a stronger reason now. */
function updated(
  planned: Planned,
  { evidence, text }: Candidate,
  qualified: Qualified,
  blocked: readonly string[],
  input: ReconcileInput,
): Planned {
  const { rule } = planned;
  if (isTheirs(rule) || planned.operation.op === "update") return planned;
  const missing = evidence.chain.filter((id) => !rule.ids.includes(id) && input.behind.has(id));
  const stronger = blocked.length === 0 && rule.target !== qualified.target && outranks(qualified, rule);
  const worded = "rule" in evidence.entry ? evidence.entry.rule : undefined;
  const reworded =
    blocked.length === 0 &&
    rule.ids[0] === evidence.id &&
    worded !== undefined &&
    text !== undefined &&
    !saysSame(text, rule.text);
  if (missing.length === 0 && !stronger && !reworded) return planned;
  const ids = [...rule.ids, ...missing];
  const next: Rule = {
    ...rule,
    ids,
    ...(stronger ? { target: qualified.target } : {}),
    ...(reworded && text ? { text } : {}),
  };
  const says = [
    ...(missing.length > 0 ? [`It was said again (${missing.join(", ")}).`] : []),
    ...(stronger ? [qualified.because] : []),
    ...(reworded ? ["Its author worded it anew."] : []),
  ];
  const operation: Operation = {
    op: "update",
    target: next.target,
    ...(stronger ? { from: rule.target } : {}),
    text: next.text,
    before: rule.text,
    ids,
    reason: stronger ? "stronger" : reworded ? "reworded" : "repeated",
    because: says.join(" "),
    evidence: evidenceHash(evidence),
    tier: evidence.tier,
    support: supportOf(evidence),
  };
  return held(input, operation, rule) ? planned : { rule: next, operation };
}

/** In order of precedence of the five reasons: a rule moves only to where a stronger one puts it. */
const RANK: Readonly<Record<Target, number>> = { "SOUL.md": 0, "memory/core/procedures.md": 1, "MEMORY.md": 2 };

function outranks(qualified: Qualified, rule: Rule): boolean {
  if (qualified.reason === "held" || qualified.reason === "told") return rule.target !== "SOUL.md";
  if (qualified.reason === "outcome") return false;
  return RANK[qualified.target] < RANK[rule.target];
}

function added({ evidence, text }: Candidate, qualified: Qualified): Planned {
  const ids = [evidence.id, ...evidence.chain.filter((id) => id !== evidence.id)];
  const tiers: Tier[] = [
    evidence.tier,
    ...evidence.outcomes.filter(({ id }) => id === qualified.lesson?.id).map(({ tier }) => tier),
  ];
  const operation: Operation = {
    op: "add",
    target: qualified.target,
    text: text ?? "",
    ids,
    reason: qualified.reason,
    because: qualified.because,
    evidence: evidenceHash(evidence),
    tier: leastTrusted(tiers),
    support: supportOf(evidence),
  };
  return { rule: { target: qualified.target, text: text ?? "", ids, since: "" }, operation };
}

/** Adds a rule, unless it says what another says already or contradicts one that it may not replace. */
function admitted(
  planned: Planned[],
  removed: Operation[],
  left: LeftOut[],
  candidate: Candidate,
  qualified: Qualified,
  input: ReconcileInput,
): Planned[] {
  const { id } = candidate.evidence;
  const leaveOut = (because: string): Planned[] => {
    left.push({ id, because });
    return planned;
  };
  if (candidate.text === undefined) return leaveOut("No line can be made of its words; give it a `rule`.");
  const next = added(candidate, qualified);
  const declined = isDeclined(input, next.operation);
  if (declined !== undefined) {
    return leaveOut(`It was ${declined.how.replace("-", " ")} in ${declined.version}, and nothing new speaks for it.`);
  }
  if (input.waits?.(next.operation, false) === true) return leaveOut(WAITS);
  const twin = planned.findIndex(({ rule }) => saysSame(rule.text, next.rule.text) || sharesId(rule, next.rule));
  if (twin !== -1) {
    const there = planned[twin] as Planned;
    if (isTheirs(there.rule)) return leaveOut("A line that a person wrote says it already.");
    const ids = [...new Set([...there.rule.ids, ...next.rule.ids])];
    const because = `${id} says the same. ${next.operation.because}`;
    const operation: Operation = {
      ...next.operation,
      op: there.operation.op === "add" ? "add" : "update",
      target: there.rule.target,
      text: there.rule.text,
      before: there.rule.text,
      ids,
      reason: "repeated",
      because,
    };
    return planned.map((one, at) =>
      at === twin
        ? {
            rule: { ...there.rule, ids },
            operation:
              there.operation.op === "add"
                ? { ...there.operation, ids, because: `${there.operation.because} ${because}` }
                : operation,
          }
        : one,
    );
  }
  const against = planned.flatMap((one) => {
    const says = contradiction(one.rule.text, next.rule.text);
    return says === undefined ? [] : [{ one, says }];
  });
  for (const { one, says } of against) {
    const stronger = isDecided(one.rule) || compareTiers(one.operation.tier, next.operation.tier) > 0;
    const newer = newestOf(one.rule, input) <= candidate.evidence.newest;
    if (stronger || !newer || one.operation.op === "add") {
      return leaveOut(`It contradicts a rule in ${one.rule.target}: "${one.rule.text}". ${says}`);
    }
  }
  for (const { one, says } of against) {
    removed.push(
      leaves(one.rule, {
        reason: "contradicted",
        because: `${id} is newer and says otherwise. ${says}`,
        evidence: next.operation.evidence,
        tier: next.operation.tier,
      }),
    );
  }
  return [...planned.filter((one) => !against.some((other) => other.one === one)), next];
}

function newestOf(rule: Rule, { behind }: ReconcileInput): string {
  return (
    rule.ids
      .flatMap((id) => behind.get(id)?.newest ?? [])
      .sort()
      .at(-1) ?? ""
  );
}
