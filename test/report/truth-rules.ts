/** Insights of a made-up history that became rules, the versions that made them so, and what was shown of them. */

import { hashOf, receiptId } from "../../src/context/policy/receipt.js";
import type { Receipt } from "../../src/context/receipt-schema.js";
import type { Insight, Use } from "../../src/entry/entry.js";
import { ruleFileOf, withRules } from "../../src/rules/files/rule-files.js";
import { filesOf } from "../../src/rules/policy/operations.js";
import type { Rule } from "../../src/rules/policy/rule.js";
import type { Operation, Version } from "../../src/rules/versions/version.js";
import { ratedFreely } from "./truth-corrections.js";
import { instantOf, NOW, SPAN, type TruthTree } from "./truth-tree.js";

/** How rules come about. Days by their medians. */
export const RULES = {
  versions: 20,
  /** In each version. */
  added: 4,
  /** Days to a rule: three in which it proves itself, and then by a median and a deviation of its logarithm. */
  proving: 3.5,
  waiting: { median: 6.5, deviation: 0.6 },
  shown: 0.8,
  usedAfter: 0.6,
  /** Of those that are not used. */
  failedAfter: 0.3,
  /** Proved as well, and no rule; of them beside an open question. */
  others: 40,
  undecided: 10,
  /** Version by number, and what it takes out. */
  leaving: { 15: { reason: "evicted", count: 2 }, 18: { reason: "rolled-back", count: 1 } } as {
    [version: number]: { reason: "evicted" | "rolled-back"; count: number };
  },
} as const;

export interface RulePlan {
  entry: Insight;
  /** Days from its birth to the version. */
  days: number;
  shown: boolean;
  /** What came of it since it is a rule. */
  since: "used" | "failed" | "nothing";
  /** It left again. */
  left: boolean;
}

const TARGET = "memory/core/procedures.md";
const use = (day: number, result: Use["result"]): Use => {
  const at = instantOf(day);
  return { at, session: `used-${at.slice(0, 10)}`, agent: "main", result };
};

/** Three sessions in which it worked, on three days. */
function proven(tree: TruthTree, day: number): Insight {
  const entry = tree.insight(day, { agent: "main", stakes: ratedFreely(tree) }) as Insight;
  entry.uses = [1, 2, 3].map((later) => use(day + later, "worked"));
  return entry;
}

/** Two months pass before the first version; then there is one every fortnight. */
const dayOfVersion = (number: number): number => 60 + number * 14;
const idOfVersion = (number: number): string => `${String(number).padStart(4, "0")}-KN0WN`;

export function planRules(tree: TruthTree): RulePlan[] {
  const plans: RulePlan[] = [];
  const standing: { rule: Rule; plan: RulePlan }[] = [];
  for (let number = 1; number <= RULES.versions; number++) {
    const operations: Operation[] = [];
    for (let rule = 0; rule < RULES.added; rule++) {
      const plan = planRule(tree, number);
      plans.push(plan);
      const text = `Do as thing ${plans.length} says`;
      const made: Rule = {
        target: TARGET,
        text,
        ids: [plan.entry.id],
        since: idOfVersion(number),
        stands_by: "applied",
      };
      standing.push({ rule: made, plan });
      operations.push(operation("add", made, "applied"));
    }
    const { reason, count = 0 } = RULES.leaving[number] ?? {};
    for (const { rule, plan } of standing.splice(0, count)) {
      plan.left = true;
      operations.push(operation("delete", rule, reason ?? "evicted"));
    }
    tree.versions.push(
      versionOf(
        tree,
        number,
        operations,
        standing.map(({ rule }) => rule),
      ),
    );
  }
  for (const { entry, left } of plans) {
    if (left) Object.assign(entry, { status: "active", promoted_in: undefined, promoted_to: undefined });
  }
  const inForce = tree.versions.at(-1)?.rules ?? [];
  tree.file(TARGET, withRules(ruleFileOf(TARGET, "", null), [], inForce) ?? "");
  planOthers(tree);
  return plans;
}

function planRule(tree: TruthTree, number: number): RulePlan {
  const { chance } = tree;
  const { median, deviation } = RULES.waiting;
  const days = RULES.proving + chance.logNormal(median, deviation);
  const day = dayOfVersion(number);
  const entry = proven(tree, day - days);
  Object.assign(entry, { status: "promoted", promoted_in: idOfVersion(number), promoted_to: TARGET });
  const shown = chance.yes(RULES.shown);
  if (shown) show(tree, day + 0.5, entry.id);
  const since = chance.yes(RULES.usedAfter) ? "used" : chance.yes(RULES.failedAfter) ? "failed" : "nothing";
  const after = day + chance.uniform(1, 9);
  if (since !== "nothing") entry.uses?.push(use(after, since === "used" ? "worked" : "failed"));
  return { entry, days, shown, since, left: false };
}

function operation(op: "add" | "delete", { target, text, ids }: Rule, reason: Operation["reason"]): Operation {
  const because = op === "add" ? "It worked in 3 sessions." : "Its place was taken.";
  return { op, target, text, ids, reason, because, evidence: hashOf(text), tier: "self", support: 3 };
}

function versionOf(tree: TruthTree, number: number, operations: Operation[], rules: Rule[]): Version {
  const created = instantOf(dayOfVersion(number));
  const last = number === RULES.versions;
  const before = tree.versions.at(-1)?.rules ?? [];
  return {
    version: number,
    id: idOfVersion(number),
    status: last ? "active" : "superseded",
    previous: number === 1 ? null : idOfVersion(number - 1),
    created,
    proposed_by: "digest",
    change_summary: `${operations.length} changes`,
    confidence: 1,
    ...(last ? {} : { replaced_by: idOfVersion(number + 1) }),
    decided: { by: "auto", at: created, how: "mode" },
    folded: operations.flatMap(({ op, ids }) => (op === "add" ? ids : [])),
    supporting: [],
    operations,
    rules,
    files: filesOf(before, rules),
  };
}

/** A printed context with one rule in it. */
function show(tree: TruthTree, day: number, id: string): void {
  const nonce = hashOf(id).slice(0, 8);
  const layers = [{ name: "rules", items: [{ ids: [id], mark: nonce }], tokens: 20, hash: hashOf(nonce) }] as const;
  const at = instantOf(day);
  const receipt: Receipt = {
    ...{
      id: receiptId(nonce, at),
      layers,
      core: hashOf("core"),
      tail: hashOf("tail"),
      text: hashOf("text"),
      nonce,
      at,
    },
    session: `s-${at.slice(0, 10)}`,
    limits: { layer_tokens: 2_000, total_tokens: 12_000, rules: 10, learnings: 10, core: "auto" },
  };
  tree.event(day, { kind: "read", op: "context", agent: "main", ids: [id], receipt });
}

/** Qualified as well: some stand alone, beside some a question is open. */
function planOthers(tree: TruthTree): void {
  const { chance } = tree;
  for (let number = 0; number < RULES.others; number++) {
    const day = chance.uniform(0, SPAN - 30);
    const { id } = proven(tree, day);
    if (number < RULES.undecided) {
      tree.insight(day + 20, {
        agent: "main",
        stakes: ratedFreely(tree),
        near: [{ with: id, score: 0.9, by: "claim", state: "open", at: NOW }],
      });
    }
  }
}
