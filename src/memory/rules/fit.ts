/** Caps: a file that is full gives up its weakest rule, never one a person let in. */
import { type Evidence, evidenceHash, supportOf } from "./evidence.js";
import { isDecided, type Rule, ruleLine, TARGETS, type Target } from "./rule.js";
import type { Operation } from "./version.js";
import { weightOf } from "./weight.js";

interface Planned {
  rule: Rule;
  operation: Operation;
}

export interface Fitted {
  planned: Planned[];
  /** Deletions of rules that were in force. */
  evicted: Operation[];
  /** New rules for which there is no room. */
  left: { id: string; because: string }[];
}

interface Bounds {
  behind: ReadonlyMap<string, Evidence>;
  candidates: readonly { evidence: Evidence }[];
  caps: Readonly<Record<Target, number>>;
  fileChars: number;
  now: Date;
}

/** Heaviest facts behind a rule; a rule whose entries are unknown weighs nothing. */
export function weightOfRule(rule: Rule, evidenceOf: (id: string) => Evidence | undefined, now: Date): number {
  const known = rule.ids.flatMap((id) => evidenceOf(id) ?? []);
  const [first] = known;
  if (first === undefined) return 0;
  const rank = { low: 0, medium: 1, high: 2 } as const;
  const stakes = known.map((one) => one.stakes).sort((a, b) => rank[b] - rank[a])[0] ?? first.stakes;
  const support = Math.max(...known.map(supportOf));
  const newest =
    known
      .map((one) => one.newest)
      .sort()
      .at(-1) ?? first.newest;
  return weightOf({ stakes, support, newest }, now);
}

/** Takes the weakest out of every file that holds too many rules or too much text. */
export function fitted(planned: readonly Planned[], bounds: Bounds): Fitted {
  const candidates = new Map(bounds.candidates.map(({ evidence }) => [evidence.id, evidence]));
  const evidenceOf = (id: string) => bounds.behind.get(id) ?? candidates.get(id);
  const result: Fitted = { planned: [...planned], evicted: [], left: [] };
  for (const target of TARGETS) {
    for (;;) {
      const there = result.planned.filter(({ rule }) => rule.target === target);
      const chars = there.reduce((sum, { rule }) => sum + ruleLine(rule).length + 1, 0);
      if (there.length <= bounds.caps[target] && chars <= bounds.fileChars) break;
      const weakest = there
        .filter(({ rule }) => !isDecided(rule))
        .map((one) => ({ one, weight: weightOfRule(one.rule, evidenceOf, bounds.now) }))
        .sort((a, b) => a.weight - b.weight || ((a.one.rule.ids[0] ?? "") < (b.one.rule.ids[0] ?? "") ? 1 : -1))[0];
      if (weakest === undefined) break;
      const { one, weight } = weakest;
      result.planned = result.planned.filter((other) => other !== one);
      const full = `${target} is full (${bounds.caps[target]} rules, ${bounds.fileChars} characters)`;
      const light = `this one weighs least (${weight.toFixed(2)})`;
      if (one.operation.op === "add") {
        result.left.push({ id: one.rule.ids[0] ?? "", because: `${full}, and ${light}.` });
        continue;
      }
      const { target: at, text, ids } = one.rule;
      const carrier = ids.map(evidenceOf).find((evidence) => evidence !== undefined);
      result.evicted.push({
        op: "delete",
        target: at,
        text,
        ids,
        reason: "evicted",
        because: `${full}; ${light}.`,
        evidence: carrier === undefined ? "" : evidenceHash(carrier),
        tier: one.operation.tier,
        support: one.operation.support,
      });
    }
  }
  return result;
}
