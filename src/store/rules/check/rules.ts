/** Checks core files against the version in force, and rules against the entries behind them. Called by `verify`. */
import { isDeepStrictEqual } from "node:util";
import type { Entry } from "../../../entry/entry.js";
import type { FindingDraft } from "../../../entry/findings.js";
import { ENDED } from "../../../entry/gates/visible.js";
import { defined } from "../../../text/defined.js";
import type { EntryMeta, Located, Store } from "../../open-store.js";
import { conflictLine } from "../../records/fences.js";
import { paired } from "../policy/merge-rules.js";
import { isTheirs, type Rule, sharesId } from "../policy/rule.js";
import type { RuleFile } from "../rule-files.js";
import type { HandEdit, Rulebook } from "../rulebook.js";

export interface RuleFacts {
  book: Rulebook;
  tree: Store;
  /** Entries by id: those behind rules, and those that are marked as promoted. */
  entries: ReadonlyMap<string, Located>;
}

const PUTS_RIGHT = "The next digest puts it right: tenet digest";

/** 1-based line of a rule in its file; undefined where the file does not have it. */
export function standingLines(book: Rulebook): (rule: Rule) => number | undefined {
  const places = new Map<Rule, number>();
  for (const [rule, line] of paired(book.active, book.lines))
    if (rule !== undefined && line !== undefined && line.target === rule.target) places.set(rule, line.line);
  return (rule) => places.get(rule) ?? [...places].find(([known]) => isDeepStrictEqual(known, rule))?.[1];
}

/** Everything about rules but the decisions that let them in. */
export function ruleFindings(facts: RuleFacts): FindingDraft[] {
  const { book } = facts;
  return [
    ...book.files.flatMap(damaged),
    ...book.edits.map(edited),
    ...book.returned.map((rule) => returned(rule, book)),
    ...behindRules(facts),
    ...marks(facts),
  ];
}

/** Conflict markers, links and bad bytes are reported by the checks of all files. */
function damaged({ trouble, text }: RuleFile): FindingDraft[] {
  if (trouble === undefined || text === undefined || conflictLine(text) !== undefined) return [];
  return [trouble];
}

function edited({ kind, before, after }: HandEdit): FindingDraft {
  const line = after ?? before;
  const whatHappened = kind === "added" ? "is a line that no version has" : `was ${kind} by hand`;
  return {
    severity: "warning",
    code: "unadopted-edit",
    file: line?.target ?? "",
    ...defined({ line: after?.line }),
    message: `"${line?.text ?? ""}" ${whatHappened}`,
    next: "A person's edit is taken over by the next digest, any other is brought back from git: tenet why names who wrote it.",
  };
}

function returned(rule: Rule, book: Rulebook): FindingDraft {
  const line = book.lines.find((one) => one.target === rule.target && sharesId(one, rule));
  const message = `"${rule.text}" of version ${rule.since} stands there, and the version in force has it not`;
  const place = { file: rule.target, ...defined({ line: line?.line }) };
  return { severity: "warning", code: "returned-rule", ...place, message, next: PUTS_RIGHT };
}

/** Checks the entries that a rule in force rests on. */
function behindRules({ book, entries, tree }: RuleFacts): FindingDraft[] {
  const lineOf = standingLines(book);
  return book.active.flatMap((rule) => {
    const place = { file: rule.target, ...defined({ line: lineOf(rule) }) };
    return rule.ids.flatMap((id): FindingDraft[] => {
      const state = stateOf(entries.get(id)?.entry, tree.head(id));
      if (state === undefined) return [];
      const { code, says } = state;
      const theirs = isTheirs(rule);
      const severity = code === "rule-without-entry" && !theirs ? "error" : "warning";
      const next = theirs ? "The line is a person's; a person decides what becomes of it." : PUTS_RIGHT;
      const waits = code === "rule-waits" ? "A person reviews it; the rule stays until then." : next;
      return [{ id, severity, code, ...place, message: `this rule rests on ${id}, which ${says}`, next: waits }];
    });
  });
}

function stateOf(entry: Entry | undefined, head: EntryMeta | undefined): { code: string; says: string } | undefined {
  if (entry === undefined)
    return head?.unreadable === true ? undefined : { code: "rule-without-entry", says: "no record has" };
  if (entry.erased !== undefined) return { code: "rule-gone", says: "was erased" };
  if (entry.redacted !== undefined) return { code: "rule-gone", says: "was redacted" };
  if (entry.status === "forgotten") return { code: "rule-gone", says: "was forgotten" };
  if (entry.status === "superseded") {
    const by = entry.superseded_by === undefined ? "" : ` by ${entry.superseded_by}`;
    return { code: "rule-gone", says: `was superseded${by}` };
  }
  const review = head?.review?.state;
  if (review === "needs_review") return { code: "rule-waits", says: "waits for a review" };
  return review === undefined || review === "approved_for_reuse"
    ? undefined
    : { code: "rule-gone", says: `is ${review.replaceAll("_", " ")}` };
}

/** An entry is promoted exactly while a rule names it: a lost journal leaves one without the other. */
function marks({ book, entries }: RuleFacts): FindingDraft[] {
  const rules = new Map(book.active.flatMap((rule) => rule.ids.map((id) => [id, rule] as const)));
  return [...entries.values()].flatMap(({ entry, file, line }): FindingDraft[] => {
    const { id } = entry;
    const message = wrongMark(entry, rules.get(id));
    return message === undefined
      ? []
      : [{ id, severity: "warning", code: "promotion-mark", file, line, message, next: PUTS_RIGHT }];
  });
}

function wrongMark({ id, status, promoted_to }: Entry, rule: Rule | undefined): string | undefined {
  const hasEnded = ENDED.has(status);
  if (rule === undefined) {
    const isMarked = status === "promoted" || (promoted_to !== undefined && !hasEnded);
    return isMarked ? `${id} is marked as promoted, and no rule names it` : undefined;
  }
  if (hasEnded) return undefined;
  if (status !== "promoted") return `${id} is behind a rule in ${rule.target}, and is not marked as promoted`;
  if (promoted_to === rule.target) return undefined;
  return `${id} says that its rule is in ${promoted_to ?? "no file"}, and it is in ${rule.target}`;
}
