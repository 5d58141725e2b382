/** A list of worded rules as text, YAML or JSON: its shape, its ids, and what its texts hide. All findings at once. */
import type { Context } from "../../context.js";
import type { Tier } from "../../entry/entry.js";
import { TenetError } from "../../errors.js";
import type { Store } from "../../store/open-store.js";
import { checkProposals, type Material, PROPOSED_OPS, type ProposalFinding } from "../policy/proposals.js";
import { rulePaths, type Target } from "../policy/rule.js";
import type { ProposedLine } from "../text/digest-schemas.js";
import { hiddenIn } from "../versions/revalidate.js";
import { changesOf } from "./brief.js";
import type { DigestOptions } from "./candidates.js";
import { capsOf } from "./caps.js";
import { planVersions, type RulesPlan, rulesBeforeDigest } from "./plan-versions.js";
import { readRulebook } from "./rulebook.js";

const FIELDS = ["op", "target", "text", "ids", "reason"] as const;

/** Wrong usage that names everything that is wrong with the list. */
function refusedList(findings: readonly ProposalFinding[]): TenetError {
  const findingLines = findings.map(
    ({ line, field, message }) => `  ${line === 0 ? "list" : `line ${line}, ${field}`}: ${message}`,
  );
  const count = findings.length === 1 ? "1 thing is" : `${findings.length} things are`;
  return new TenetError(`${count} wrong with the list; nothing was written:\n${findingLines.join("\n")}`, {
    failure: "usage",
    code: "bad-rules",
    hint: "What may be worded, and the form of the list: tenet digest --brief",
    details: { findings },
  });
}

/** Reads a list. Throws `usage` where it is none at all. */
async function readProposals(tree: Store, text: string, paths: readonly Target[]) {
  const { parseStated, YamlTrouble } = await import("../../store/records/safe-yaml.js");
  let value: unknown;
  try {
    value = parseStated(text);
  } catch (error) {
    if (!(error instanceof YamlTrouble)) throw error;
    const message = `It cannot be read (line ${error.line ?? 1}): ${error.message}`;
    throw refusedList([{ line: 0, field: "op", message }]);
  }
  if (!Array.isArray(value)) {
    throw refusedList([{ line: 0, field: "op", message: "It is no list of {op, target, text, ids, reason}." }]);
  }
  const list: ProposedLine[] = [];
  const findings: ProposalFinding[] = [];
  for (const [at, item] of value.entries()) list.push(await lineOf(tree, item, at + 1, paths, findings));
  return { list, findings };
}

async function lineOf(
  tree: Store,
  item: unknown,
  line: number,
  paths: readonly Target[],
  findings: ProposalFinding[],
): Promise<ProposedLine> {
  const find = (field: ProposalFinding["field"], message: string) => findings.push({ line, field, message });
  const isMap = typeof item === "object" && item !== null && !Array.isArray(item);
  if (!isMap) find("op", "It is no map of op, target, text, ids and reason.");
  const fields = (isMap ? item : {}) as Record<string, unknown>;
  for (const name of Object.keys(fields)) {
    if (!(FIELDS as readonly string[]).includes(name)) find("op", `${name} is none of ${FIELDS.join(", ")}.`);
  }
  const op = PROPOSED_OPS.find((one) => one === fields["op"]);
  if (isMap && op === undefined) find("op", `It is none of ${PROPOSED_OPS.join(", ")}.`);
  const target = paths.find((one) => one === fields["target"]);
  if (isMap && target === undefined) find("target", `It is none of ${paths.join(", ")}.`);
  const texts = { text: "", reason: "" };
  for (const name of ["text", "reason"] as const) {
    const value = fields[name];
    if (value !== undefined && typeof value !== "string") find(name, "It is no text.");
    else {
      texts[name] = value ?? "";
      for (const message of await troublesHiddenIn(texts[name], name)) find(name, message);
    }
  }
  return {
    op: op ?? "keep",
    target: target ?? "",
    ...texts,
    ids: idsIn(tree, fields["ids"], (message) => find("ids", message)),
  };
}

function idsIn(tree: Store, value: unknown, find: (message: string) => void): string[] {
  const statedValues = value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
  return [
    ...new Set(
      statedValues.flatMap((one): string[] => {
        if (typeof one !== "string") {
          find(`${JSON.stringify(one)} is no id.`);
          return [];
        }
        try {
          return [tree.resolve(one).id];
        } catch (error) {
          if (!(error instanceof TenetError)) throw error;
          find(`No entry ${JSON.stringify(one)}.`);
          return [];
        }
      }),
    ),
  ];
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
    const { list, findings } = await readProposals(tree, text, rulePaths(ctx.profile.files, []));
    const plan = await planVersions(ctx, tree, await readRulebook(ctx));
    const stands = plan.candidates.map(({ evidence, standing: { near, blocked } }) => {
      const missing = near.length === 0 ? undefined : `Nothing has proved it yet (${near.join(", ")}).`;
      return [evidence.id, blocked[0] ?? missing] as const;
    });
    const out = [...stands, ...plan.left.map(({ id, because }) => [id, because] as const)];
    const reasons = out.flatMap(([id, because]) => (because === undefined ? [] : [[id, because] as const]));
    const checked = checkProposals(list, materialOf(ctx, plan, wordedBy, new Map(reasons)));
    const all = [...findings, ...checked.findings].sort((a, b) => (a.line || Infinity) - (b.line || Infinity));
    if (all.length > 0) throw refusedList(await withoutSecrets(all));
    return { wordings: checked.wordings };
  };
}

/** The plan's own findings, to compare given words with. */
export function materialOf(ctx: Context, plan: RulesPlan, wordedBy: Tier, out: Material["out"] = new Map()): Material {
  const operations = changesOf(plan).map(({ op }) => op);
  const rules = rulesBeforeDigest(plan);
  return { operations, rules, behind: plan.behind, out, caps: capsOf(ctx), wordedBy };
}
