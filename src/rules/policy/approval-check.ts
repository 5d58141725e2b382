/**
 * An approval binds to the content of the entries behind an operation. An operation whose ground changed since it was
 * proposed falls out, with its reason; the others hold.
 */
import type { Entry } from "../../entry/entry.js";
import { contentHash } from "../../entry/status.js";
import type { Evidence } from "./evidence.js";
import { countedRules } from "./exceptions.js";
import { expiryOf } from "./expiry.js";
import { standingOf } from "./qualify.js";
import { type Caps, mostIn, PROMOTION_REASONS, type Rule, ruleLine, saysSame, sharesId, type Target } from "./rule.js";
import type { Operation } from "./version.js";

/** An operation that is not carried out. */
export interface Fallen {
  op: Operation;
  /** One plain sentence. */
  because: string;
}

export interface ApprovalCheck {
  operations: readonly Operation[];
  /** Everything known about the entries behind them, by id; one that is missing is no longer in the tree. */
  behind: ReadonlyMap<string, Evidence>;
  /** {@link contentsOf} when they were proposed. */
  contents: Readonly<Record<string, string>>;
  /** Rules in force now. */
  rules: readonly Rule[];
  caps: Caps;
  fileChars: number;
}

function shortHash(entry: Entry): string {
  return contentHash(entry).slice(0, 16);
}

/** A short hash of what stands behind each operation that brings or changes a line. */
export function contentsOf(
  operations: readonly Operation[],
  behind: ReadonlyMap<string, Evidence>,
): Record<string, string> {
  const bringing = operations.filter(({ op }) => op === "add" || op === "update");
  const entries = bringing
    .flatMap(({ ids }) => ids)
    .flatMap((id) => {
      const evidence = behind.get(id);
      return evidence === undefined ? [] : [[id, shortHash(evidence.entry)] as const];
    });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

/** Splits operations into those that still hold and those that fell out since they were proposed. */
export function checkApproval(input: ApprovalCheck): { holding: Operation[]; fallen: Fallen[] } {
  const fallenOperations: Fallen[] = [];
  const sift = (operations: readonly Operation[], why: (op: Operation) => string | undefined) =>
    operations.filter((op) => {
      const because = why(op);
      if (because !== undefined) fallenOperations.push({ op, because });
      return because === undefined;
    });
  const grounded = sift(input.operations, (op) => {
    if (SETTLED.has(op.reason)) return undefined;
    return op.op === "delete" ? standsAgain(op, input) : (changed(op, input) ?? unqualified(op, input));
  });
  // For want of room a rule leaves only while that still is so. One after the other, the heaviest first: what stays takes
  // the room of the next.
  let holding = grounded;
  for (const op of grounded.filter(({ reason }) => reason === "evicted").reverse()) {
    const because = hasRoom(op, holding, input);
    if (because === undefined) continue;
    fallenOperations.push({ op, because });
    holding = holding.filter((one) => one !== op);
  }
  return { holding, fallen: fallenOperations };
}

/** A rule that was in force before or is a person's (joined branches, a restored line) needs no grounds. */
const SETTLED: ReadonlySet<string> = new Set([
  "edited",
  "joined",
  "returned",
  "rolled-back",
] satisfies Operation["reason"][]);

const LEAVING_BY_ITSELF: ReadonlySet<string> = new Set([
  "superseded",
  "forgotten",
  "invalidated",
  "unfit",
] satisfies Operation["reason"][]);

/** A rule that should leave because of its entries, although they support it (again). */
function standsAgain(op: Operation, { behind, rules }: ApprovalCheck): string | undefined {
  if (!LEAVING_BY_ITSELF.has(op.reason)) return undefined;
  const rule = rules.find((one) => sharesId(one, op) && saysSame(one.text, op.text)) ?? asRule(op);
  if (expiryOf(rule, behind)?.kind === "leaves") return undefined;
  return `What stands behind it (${op.ids.join(", ")}) carries it again.`;
}

function changed(op: Operation, { behind, contents }: ApprovalCheck): string | undefined {
  for (const id of op.ids) {
    const evidence = behind.get(id);
    if (evidence === undefined) return `${id} is no longer in the tree.`;
    const then = contents[id];
    if (then !== undefined && then !== shortHash(evidence.entry)) return `${id} was changed since this was proposed.`;
  }
  return undefined;
}

/** Reasons that need proof: a rule that was merely repeated keeps its line. */
const PROVED: ReadonlySet<string> = new Set([
  ...PROMOTION_REASONS.filter((reason) => reason !== "forced"),
] satisfies Operation["reason"][]);

function unqualified(op: Operation, { behind }: ApprovalCheck): string | undefined {
  const expiry = expiryOf(asRule(op), behind);
  if (expiry !== undefined) return expiry.leaving.because;
  if (!PROVED.has(op.reason)) return undefined;
  const standings = op.ids.flatMap((id) => {
    const evidence = behind.get(id);
    return evidence === undefined ? [] : [{ id, ...standingOf(evidence) }];
  });
  if (standings.some(({ qualified, blocked }) => qualified !== undefined && blocked.length === 0)) return undefined;
  const stopped = standings.find(({ qualified }) => qualified !== undefined);
  if (stopped !== undefined) return `${stopped.id}: ${stopped.blocked[0]}`;
  const near = standings.flatMap((one) => one.near);
  const says = near.length === 0 ? "" : ` (${near.join(", ")})`;
  return `${op.ids.join(", ")} no longer ${op.ids.length === 1 ? "qualifies" : "qualify"}${says}.`;
}

function hasRoom(
  op: Operation,
  operations: readonly Operation[],
  { rules, caps, fileChars }: ApprovalCheck,
): string | undefined {
  const at = (target: Target) => rules.filter((rule) => rule.target === target);
  const leaving = operations.filter(
    (other) =>
      other !== op && (other.op === "delete" || other.from !== undefined) && (other.from ?? other.target) === op.target,
  );
  const coming = operations.filter(
    (other) =>
      other.target === op.target && (other.op === "add" || (other.op === "update" && other.from !== undefined)),
  );
  const remainingRules = at(op.target).filter(
    (rule) => !leaving.some((other) => sharesId(rule, other) || saysSame(rule.text, other.before ?? other.text)),
  );
  const lines = countedRules([...remainingRules, ...coming]);
  const chars = lines.reduce((sum, line) => sum + ruleLine(line).length + 1, 0);
  return lines.length <= mostIn(caps, op.target) && chars <= fileChars
    ? `${op.target} has room for it again.`
    : undefined;
}

function asRule({ target, text, ids }: Operation): Rule {
  return { target, text, ids, since: "" };
}
