/** Checks the blocks of core files, and rules against the entries behind them. Called by `verify`. */
import { isDeepStrictEqual } from "node:util";
import type { Entry } from "../../entry/entry.js";
import type { FindingDraft } from "../../entry/findings.js";
import type { Located, Row, Store } from "../../store/open-store.js";
import { conflictLine } from "../../store/records/fences.js";
import { defined } from "../../text/defined.js";
import type { RuleFile } from "../planning/rule-files.js";
import type { Rulebook } from "../planning/rulebook.js";
import { paired } from "../policy/merge-rules.js";
import { isTheirs, type Rule } from "../policy/rule.js";

export interface RuleFacts {
  book: Rulebook;
  tree: Store;
  entries: readonly Located[];
}

const PUTS_RIGHT = "The next digest puts it right: tenet digest";

/** 1-based line of a rule in its file; undefined where the file does not have it. */
export function standingLines(book: Rulebook): (rule: Rule) => number | undefined {
  const places = new Map<Rule, number>();
  for (const [rule, line] of paired(book.active, book.lines))
    if (rule !== undefined && line !== undefined && line.target === rule.target) places.set(rule, line.line);
  return (rule) => places.get(rule) ?? [...places].find(([known]) => isDeepStrictEqual(known, rule))?.[1];
}

/** 1-based line of a field in a file's header; 1 when it is not found there. */
export function fieldLine(text: string | undefined, field: string): number {
  const at = (text ?? "").split("\n").findIndex((line) => line.startsWith(`${field}:`));
  return at === -1 ? 1 : at + 1;
}

/** Version files that cannot be read, damaged blocks, and rules whose entries are gone. */
export function ruleFindings(facts: RuleFacts): FindingDraft[] {
  const { book } = facts;
  return [...book.files.flatMap(damaged), ...behindRules(facts), ...book.chain.findings];
}

/** Conflict markers, links and bad bytes are reported by the checks of all files. */
function damaged({ trouble, text }: RuleFile): FindingDraft[] {
  if (trouble === undefined || text === undefined || conflictLine(text) !== undefined) return [];
  return [trouble];
}

/** Checks the entries that a rule in force rests on. */
function behindRules({ book, entries, tree }: RuleFacts): FindingDraft[] {
  const lineOf = standingLines(book);
  const byId = new Map(entries.map(({ entry }) => [entry.id, entry]));
  return book.active.flatMap((rule) => {
    const place = { file: rule.target, ...defined({ line: lineOf(rule) }) };
    return rule.ids.flatMap((id): FindingDraft[] => {
      const state = stateOf(byId.get(id), tree.head(id));
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

function stateOf(entry: Entry | undefined, head: Row | undefined): { code: string; says: string } | undefined {
  if (entry === undefined || head === undefined)
    return head?.unreadable === true ? undefined : { code: "rule-without-entry", says: "no record has" };
  if (entry.erased !== undefined) return { code: "rule-gone", says: "was erased" };
  if (entry.redacted !== undefined) return { code: "rule-gone", says: "was redacted" };
  if (head.status === "forgotten") return { code: "rule-gone", says: "was forgotten" };
  if (head.status === "superseded") {
    const by = head.superseded_by === undefined ? "" : ` by ${head.superseded_by}`;
    return { code: "rule-gone", says: `was superseded${by}` };
  }
  const review = head.review?.state;
  if (review === "needs_review") return { code: "rule-waits", says: "waits for a review" };
  return review === undefined || review === "approved_for_reuse"
    ? undefined
    : { code: "rule-gone", says: `is ${review.replaceAll("_", " ")}` };
}
