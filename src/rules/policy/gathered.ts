/** Several rounds told as one: what became of each rule in force, and what was added. */

import type { Operation } from "../versions/version.js";
import type { LeftOut, Planned } from "./planned.js";
import type { Rule } from "./rule.js";

/** A rule that leaves. */
export interface Departure {
  rule: Rule;
  operation: Operation;
}

/** A rule on its way: the one in force that it was, and what is done to it so far. */
interface Way {
  was: Rule | undefined;
  operation: Operation | undefined;
}

const sentences = (a: string, b: string): string => (a.includes(b) ? a : `${a} ${b}`);

/** What two operations on one rule come to. */
function joined({ was, operation: before }: Way, next: Operation): Operation | undefined {
  if (next.op === "keep") return before;
  if (before === undefined) return next;
  const because = sentences(before.because, next.because);
  if (was === undefined) {
    const { op, reason } = before;
    const { before: _, from: __, ...rest } = next;
    return { ...rest, op, reason, because };
  }
  const { from: _, ...rest } = next;
  const moved = next.target === was.target ? {} : { from: was.target };
  const reason = before.reason === "repeated" ? next.reason : before.reason;
  return { ...rest, ...moved, before: was.text, reason, because };
}

export class OperationLog {
  #ways = new Map<Rule, Way>();
  readonly #deletions: Operation[] = [];
  readonly #left: LeftOut[] = [];

  #wayOf(rule: Rule): Way {
    return this.#ways.get(rule) ?? { was: rule, operation: undefined };
  }

  /** Takes up what a round changed. */
  add(planned: readonly Planned[], removed: readonly Departure[]): void {
    for (const { rule, operation } of removed) {
      const { was } = this.#wayOf(rule);
      if (was === undefined) this.#left.push({ id: rule.ids[0] ?? "", because: operation.because });
      else this.#deletions.push({ ...operation, target: was.target, text: was.text, ids: was.ids });
    }
    const ways = new Map<Rule, Way>();
    for (const { rule, was, operation } of planned) {
      const way = was === undefined ? { was: undefined, operation: undefined } : this.#wayOf(was);
      ways.set(rule, { was: way.was, operation: joined(way, operation) });
    }
    this.#ways = ways;
  }

  /** One operation a rule. `planned`, `left`: the round that found nothing more to do. */
  told(planned: readonly Planned[], left: readonly LeftOut[]): { operations: Operation[]; left: LeftOut[] } {
    const stays = planned.map(({ was, operation }): Operation => {
      const way: Way = was === undefined ? { was, operation: undefined } : this.#wayOf(was);
      return joined(way, operation) ?? operation;
    });
    const known = new Set(left.map(({ id }) => id));
    return {
      operations: [...this.#deletions, ...stays],
      left: [...left, ...this.#left.filter(({ id }) => !known.has(id))],
    };
  }
}
