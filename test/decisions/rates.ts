/** What was decided about many pairs, counted by class and kind, and as a table. */
import { type Pair, RELATIONS, type Relation } from "./tables.js";

/** A pair with what was decided about it. */
export interface Decided extends Pick<Pair, "kind" | "want"> {
  class: string;
  relation: Relation;
}

/** How many of some decided pairs stand in one of these relations, and of how many. */
export function countOf(decided: readonly Decided[], ...relations: Relation[]): number {
  return decided.filter(({ relation }) => relations.includes(relation)).length;
}

/** Share of the pairs that were decided as they should be, 0 to 1. */
export function rightShare(decided: readonly Decided[]): number {
  return decided.filter(({ relation, want }) => want.has(relation)).length / Math.max(1, decided.length);
}

/** A confusion table in Markdown: what the pairs stand for, how many are right, and how often each decision was made. */
export function confusionTable(decided: readonly Decided[]): string {
  const kinds = new Map<string, Decided[]>();
  for (const one of decided) {
    const name = `${one.class}: ${one.kind}`;
    kinds.set(name, [...(kinds.get(name) ?? []), one]);
  }
  const rows = [...kinds].map(([name, all]) => {
    const right = all.filter(({ relation, want }) => want.has(relation)).length;
    const share = `${right} of ${all.length}, ${Math.round((100 * right) / all.length)} %`;
    return `| ${[name, share, ...RELATIONS.map((relation) => countOf(all, relation) || "")].join(" | ")} |`;
  });
  return [
    `| class | right | ${RELATIONS.join(" | ")} |`,
    `|---|---|${RELATIONS.map(() => "---|").join("")}`,
    ...rows,
  ].join("\n");
}
