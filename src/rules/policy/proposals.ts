/**
 * Checks a list of worded rules against the plan of a digest: its author chooses the words, but not which rules qualify
 * or leave.
 */
import { claimOf, type Entry, grownTexts, ratedOf, type Tier, templateOf } from "../../entry/entry.js";
import { oneLine } from "../../text/shorten.js";
import type { ProposedLine } from "../text/digest-schemas.js";
import type { Evidence } from "./evidence.js";
import { countedRules } from "./exceptions.js";
import { applied } from "./operations.js";
import {
  type Caps,
  inOrder,
  isTheirs,
  lengthOf,
  mostIn,
  type Rule,
  type RuleLine,
  sameWords,
  saysSame,
  sharesId,
} from "./rule.js";
import type { Wording } from "./rule-candidates.js";
import { distilled, lineTroubles, type Says, wordingTroubles } from "./rule-line.js";
import type { Operation } from "./version.js";

const MAX_REASON = 300;

export const PROPOSED_OPS = ["add", "update", "delete", "keep"] as const;

/** An error in one line of the list. `line`: its 1-based place in it; 0: the list as a whole. */
export interface ProposalFinding {
  line: number;
  field: "op" | "target" | "text" | "ids" | "reason";
  /** A plain sentence. */
  message: string;
}

/** The digest's own plan. */
export interface Material {
  /** Everything it would change. */
  operations: readonly Operation[];
  /** Rules in force. */
  rules: readonly Rule[];
  behind: ReadonlyMap<string, Evidence>;
  /** Why an entry stays out, by id. */
  out: ReadonlyMap<string, string>;
  caps: Caps;
  /** How far who words it is trusted. */
  wordedBy: Tier;
}

/** The words of an entry, for the comparison with words given for it. */
export function saysOf(entry: Entry): Says {
  const own = distilled(entry) ?? claimOf(entry);
  const { rule, at_risk = "" } = ratedOf(entry);
  const statements = [claimOf(entry), ...(rule === undefined ? [] : [rule])];
  const topics = [entry.domain, ...(entry.tags ?? [])].filter((one) => one !== undefined).join(", ");
  return {
    line: own,
    statements,
    words: [templateOf(entry), own, ...statements, at_risk, ...grownTexts(entry), topics],
  };
}

class Checking {
  readonly findings: ProposalFinding[] = [];
  readonly wordings: Wording[] = [];
  readonly #material: Material;
  /** Operations and rules that a line of the list speaks of already. */
  readonly #spoken = new Set<Operation | Rule>();

  constructor(material: Material) {
    this.#material = material;
  }

  find(line: number, field: ProposalFinding["field"], message: string): void {
    this.findings.push({ line, field, message });
  }

  #speak(at: number, of: Operation | Rule): void {
    if (this.#spoken.has(of)) this.find(at, "ids", "Another line of the list speaks of it already.");
    this.#spoken.add(of);
  }

  line(one: ProposedLine, at: number): void {
    if (one.op !== "delete" && !this.#isKnown(one.text)) {
      for (const trouble of lineTroubles(one.text)) this.find(at, "text", `The line ${trouble}.`);
    }
    if (one.op !== "keep" && one.reason.trim() === "") this.find(at, "reason", "A reason is missing.");
    if (lengthOf(one.reason) > MAX_REASON) this.find(at, "reason", `It has more than ${MAX_REASON} characters.`);
    if (one.op === "add") this.#addition(one, at);
    else this.#ofRule(one, at);
  }

  /** Words that stand in a rule or in the digest's own list are as they were given out. */
  #isKnown(text: string): boolean {
    const { operations, rules } = this.#material;
    return operations.some((op) => op.text === text) || rules.some((rule) => rule.text === text);
  }

  #addition(one: ProposedLine, at: number): void {
    const { operations, rules, out } = this.#material;
    const planned = operations.filter((op) => op.op === "add");
    if (one.ids.length === 0) this.find(at, "ids", "A new rule names the entries it is made of.");
    for (const id of one.ids) {
      if (planned.some(({ ids }) => ids.includes(id))) continue;
      const rule = rules.find(({ ids }) => ids.includes(id));
      const reason =
        rule === undefined ? (out.get(id) ?? "Nothing has proved it yet.") : `It is a rule in ${rule.target} already.`;
      this.find(at, "ids", `${id} does not become a rule: ${reason}`);
    }
    const meantOperations = planned.filter((op) => sharesId(op, one));
    for (const op of meantOperations) {
      this.#speak(at, op);
      if (op.target !== one.target) this.find(at, "target", `${op.ids[0]} belongs in ${op.target}: ${op.because}`);
    }
    if (meantOperations.length === 0) return;
    this.#word(
      one,
      at,
      meantOperations.map(({ ids }) => ids[0] ?? ""),
      meantOperations.flatMap(({ ids }) => ids),
    );
  }

  /** The rule in force that a line speaks of; a line without ids is found by its words. */
  #ruleOf(one: ProposedLine): Rule | undefined {
    const { rules } = this.#material;
    return rules.find((rule) => sharesId(rule, one)) ?? rules.find((rule) => sameWords(rule, one));
  }

  #ofRule(one: ProposedLine, at: number): void {
    const rule = this.#ruleOf(one);
    if (rule === undefined) {
      this.find(at, "ids", `No rule in force is made of ${one.ids.length === 0 ? "these words" : one.ids.join(", ")}.`);
      return;
    }
    this.#speak(at, rule);
    const planned = this.#material.operations.find(
      (op) => op.op !== "add" && (op.before ?? op.text) === rule.text && (op.from ?? op.target) === rule.target,
    );
    if (one.op === "delete") {
      if (planned?.op !== "delete")
        this.find(at, "op", "Nothing speaks against this rule; a list words rules, it does not decide which leave.");
      return;
    }
    if (planned?.op === "delete") {
      this.find(at, "op", `This rule leaves: ${planned.because}`);
      return;
    }
    const target = planned?.target ?? rule.target;
    if (one.target !== target) this.find(at, "target", `It belongs in ${target}.`);
    if (saysSame(one.text, rule.text)) return;
    if (one.op === "keep")
      this.find(at, "op", `Its words differ from those in force ("${rule.text}"): an update says so.`);
    else if (isTheirs(rule)) this.find(at, "op", "A person wrote this line; only a person changes it.");
    else this.#word(one, at, (planned?.ids ?? rule.ids).slice(0, 1), planned?.ids ?? rule.ids);
  }

  #word(one: ProposedLine, at: number, from: readonly string[], ids: readonly string[]): void {
    const text = one.text.trim();
    const entries = from.flatMap((id) => this.#material.behind.get(id)?.entry ?? []);
    const also = ids.flatMap((id) => this.#material.behind.get(id)?.entry ?? []);
    const says = entries.map(saysOf);
    const tier = this.#material.wordedBy;
    const words = also.flatMap((entry) => saysOf(entry).words);
    const [first, ...rest] = says;
    const all = first === undefined ? [] : [{ ...first, words: [...first.words, ...words] }, ...rest];
    if (!this.#isKnown(one.text)) for (const trouble of wordingTroubles(text, all)) this.find(at, "text", trouble);
    this.wordings.push({ ids: [...new Set(ids)], text, because: `Worded: ${oneLine(one.reason)}`, tier });
  }

  /** Lines that the list as a whole lacks or has too many of. */
  whole(list: readonly ProposedLine[]): void {
    const { rules, operations, caps } = this.#material;
    for (const rule of rules) {
      if (this.#spoken.has(rule) || isTheirs(rule)) continue;
      this.find(
        0,
        "ids",
        `The rule "${rule.text}" (${rule.ids.join(", ")}) is missing: it would be dropped without a word. Keep it, or update it.`,
      );
    }
    const rulesAfter = countedRules(applied(rules, operations, ""));
    const isCounted = (one: RuleLine) => one.ids.length === 0 || rulesAfter.some((rule) => sharesId(rule, one));
    const silent = operations.filter((op) => op.op === "add" && isCounted(op) && !this.#spoken.has(op));
    for (const target of inOrder([...list, ...silent].map((one) => one.target))) {
      const listed = list.filter((one) => one.target === target && one.op !== "delete" && isCounted(one)).length;
      const count = listed + silent.filter((op) => op.target === target).length;
      if (count > mostIn(caps, target))
        this.find(0, "target", `${count} rules for ${target}, ${caps[target]} at most.`);
    }
    list.forEach((one, at) => {
      const twin = list.findIndex((other) => other.op !== "delete" && saysSame(other.text, one.text));
      if (one.op !== "delete" && twin < at) this.find(at + 1, "text", `Line ${twin + 1} of the list says the same.`);
    });
  }
}

/** Everything that is wrong with a list, and the words it gives where nothing is. */
export function checkProposals(list: readonly ProposedLine[], material: Material) {
  const checking = new Checking(material);
  list.forEach((one, at) => {
    checking.line(one, at + 1);
  });
  checking.whole(list);
  return { wordings: checking.wordings, findings: checking.findings };
}
