/** Holds words given for rules against the plan of a digest: who words a rule decides neither what becomes one nor what leaves. */
import { claimOf, type Entry, grownTexts, ratedOf, type Tier, templateOf } from "../../entry/entry.js";
import type { WordedRule } from "../text/digest-schemas.js";
import type { Evidence } from "./evidence.js";
import { isTheirs, type Rule, saysSame } from "./rule.js";
import type { Wording } from "./rule-candidates.js";
import { distilled, lineTroubles, type Says, wordingTroubles } from "./rule-line.js";
import type { Operation } from "./version.js";

/** The digest's own plan. */
export interface Material {
  /** Everything it would change. */
  operations: readonly Operation[];
  /** The rules as it would leave them. */
  rules: readonly Rule[];
  behind: ReadonlyMap<string, Evidence>;
  /** Why an entry stays out, by id. */
  out: ReadonlyMap<string, string>;
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

/** The words for a rule where they differ from its own; or everything that is wrong with them, in plain sentences. */
export function checkedWording(
  { id, text: given }: WordedRule,
  { operations, rules, behind, out, wordedBy }: Material,
): { troubles: string[]; wording?: Wording } {
  const rule = rules.find(({ ids }) => ids.includes(id));
  if (rule === undefined) {
    const leaves = operations.find(({ op, ids }) => op === "delete" && ids.includes(id));
    if (leaves !== undefined) return { troubles: [`Its rule leaves: ${leaves.because}`] };
    return { troubles: [`${id} does not become a rule: ${out.get(id) ?? "Nothing has proved it yet."}`] };
  }
  const text = given.trim();
  if (text === rule.text || saysSame(text, rule.text)) return { troubles: [] };
  if (isTheirs(rule)) return { troubles: ["A person wrote this line; only a person changes it."] };
  const [first, ...others] = rule.ids.flatMap((one) => behind.get(one)?.entry ?? []).map(saysOf);
  const says = first === undefined ? [] : [{ ...first, words: [first, ...others].flatMap(({ words }) => words) }];
  const troubles = [...lineTroubles(given).map((trouble) => `The line ${trouble}.`), ...wordingTroubles(text, says)];
  return { troubles, wording: { ids: rule.ids, text, because: "Worded anew.", tier: wordedBy } };
}
