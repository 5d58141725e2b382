/** A list of worded rules as text, YAML or JSON: its shape, its ids, and what its texts hide. All findings at once. */
import type { Context } from "../../context.js";
import type { Tier } from "../../entry/entry.js";
import { TenetError } from "../../errors.js";
import type { Store } from "../../store/open-store.js";
import { issueInWords } from "../../text/issue-words.js";
import { applied } from "../policy/operations.js";
import { checkedWording, type Material } from "../policy/proposals.js";
import { saysSame } from "../policy/rule.js";
import { type WordedRule, wordedRulesSchema } from "../text/digest-schemas.js";
import { hiddenIn } from "../versions/revalidate.js";
import { changesOf } from "./brief.js";
import type { DigestOptions } from "./candidates.js";
import { planVersions, type RulesPlan, rulesBeforeDigest } from "./plan-versions.js";
import { readRulebook } from "./rulebook.js";

/** Something wrong in one line of the list, in a plain sentence. `line`: its 1-based place; 0: the list as a whole. */
interface Wrong {
  line: number;
  message: string;
}

/** Wrong usage that names everything that is wrong with the list. */
function refusedList(findings: readonly Wrong[]): TenetError {
  const findingLines = findings.map(({ line, message }) => `  ${line === 0 ? "list" : `line ${line}`}: ${message}`);
  const count = findings.length === 1 ? "1 thing is" : `${findings.length} things are`;
  return new TenetError(`${count} wrong with the list; nothing was written:\n${findingLines.join("\n")}`, {
    failure: "usage",
    code: "bad-rules",
    hint: "What may be worded, and the form of the list: tenet digest --brief",
    details: { findings },
  });
}

/** Reads a list. Throws `usage` where it is none of ids and texts. */
async function readList(text: string): Promise<readonly WordedRule[]> {
  const { parseStated, YamlTrouble } = await import("../../store/records/safe-yaml.js");
  let value: unknown;
  try {
    value = parseStated(text);
  } catch (error) {
    if (!(error instanceof YamlTrouble)) throw error;
    throw refusedList([{ line: 0, message: `It cannot be read (line ${error.line ?? 1}): ${error.message}` }]);
  }
  const read = wordedRulesSchema.safeParse(value);
  if (read.success) return read.data;
  throw refusedList(
    read.error.issues.map((issue) => {
      const [at, field] = issue.path;
      const message = `${field === undefined ? "it" : String(field)} ${issueInWords(issue)}`;
      return { line: typeof at === "number" ? at + 1 : 0, message };
    }),
  );
}

/** The id that a line means; the line as it stands where there is no such entry. */
function resolved(tree: Store, line: WordedRule): WordedRule | undefined {
  try {
    return { ...line, id: tree.resolve(line.id).id };
  } catch (error) {
    if (error instanceof TenetError) return undefined;
    throw error;
  }
}

/** Hidden content in words for a rule: such words are refused, never cleaned. */
export async function troublesHiddenIn(text: string, field: string): Promise<string[]> {
  const hiddenFindings = text === "" ? [] : await hiddenIn(text, field);
  return hiddenFindings.map(
    ({ what, kind }) => `It holds ${what === "secret" ? "a secret" : "hidden characters"} (${kind}).`,
  );
}

/** Findings as they may be printed: they quote words that were given, which may hold a secret. */
export async function withoutSecrets<T extends { message: string }>(findings: T[]): Promise<T[]> {
  const { screenEntry } = await import("../../screening/screen.js");
  return (await screenEntry({ findings })).value.findings;
}

/**
 * How a list words the rules of a tree. Throws wrong usage with everything that is wrong: an agent may word a rule, it
 * never decides what qualifies.
 */
export function wordingsFrom(
  ctx: Context,
  text: string,
  wordedBy: Tier,
): (tree: Store) => Promise<Pick<DigestOptions, "wordings">> {
  return async (tree) => {
    const list = await readList(text);
    const material = materialOf(await planVersions(ctx, tree, await readRulebook(ctx)), wordedBy);
    const findings: Wrong[] = [];
    const wordings: NonNullable<DigestOptions["wordings"]>[number][] = [];
    for (const [at, line] of list.entries()) {
      const known = resolved(tree, line);
      const twin = list.findIndex((one) => one.id === line.id || saysSame(one.text, line.text));
      const { troubles, wording } =
        known === undefined ? { troubles: [`No entry ${JSON.stringify(line.id)}.`] } : checkedWording(known, material);
      if (wording !== undefined && twin < at)
        troubles.push(`Line ${twin + 1} of the list is of the same rule, or says the same.`);
      troubles.push(...(await troublesHiddenIn(line.text, "text")));
      findings.push(...troubles.map((message) => ({ line: at + 1, message })));
      if (wording !== undefined) wordings.push(wording);
    }
    if (findings.length > 0) throw refusedList(await withoutSecrets(findings));
    return { wordings };
  };
}

/** The plan's own findings, to compare given words with. */
export function materialOf(plan: RulesPlan, wordedBy: Tier): Material {
  const operations = changesOf(plan).map(({ op }) => op);
  const stands = plan.candidates.map(({ evidence, standing: { near, blocked } }) => {
    const missing = near.length === 0 ? undefined : `Nothing has proved it yet (${near.join(", ")}).`;
    return { id: evidence.id, because: blocked[0] ?? missing };
  });
  const out = [...stands, ...plan.left].flatMap(({ id, because }) =>
    because === undefined ? [] : [[id, because] as const],
  );
  const rules = applied(rulesBeforeDigest(plan), operations, "");
  return { operations, rules, behind: plan.behind, out: new Map(out), wordedBy };
}
