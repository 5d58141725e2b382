/** The rules as they stand: the version in force, the lines in the files, and what people did to them since. */
import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import { defined } from "../../text/defined.js";
import { remembered } from "../policy/declined.js";
import { type PlacedLine, paired, withoutOutdone } from "../policy/merge-rules.js";
import { type Rule, rulePaths, saysSame, sharesId, type Target, UNPROVEN } from "../policy/rule.js";
import { type Declined, wasInForce } from "../policy/version.js";
import { type Chain, readChain } from "../versions/chain.js";
import { joined } from "../versions/three-way.js";
import { type RulesOfBase, rulesOfBase } from "./base-rules.js";
import { type RuleFile, readRuleFiles, type StandingRule, troubled } from "./rule-files.js";

/** One rule that a person wrote, changed, moved or took out. */
export interface HandEdit<Line extends PlacedLine = StandingRule> {
  kind: "added" | "changed" | "moved" | "removed";
  before?: Rule | undefined;
  after?: Line | undefined;
}

export interface Rulebook extends RulesOfBase {
  chain: Chain;
  files: readonly RuleFile[];
  /** The rules as the files have them. */
  lines: readonly StandingRule[];
  /** Rules in force; those of two branches joined, where a merge left two versions in force. */
  active: readonly Rule[];
  /** Hand edits that are not adopted yet. */
  edits: readonly HandEdit[];
  /** Lines that are in a file though the version in force has them not, and that were in force once. */
  returned: readonly Rule[];
  /** Of those the ones that stand in the place of a rule in force, with that rule. */
  insteadOf: ReadonlyMap<Rule, Rule>;
}

/** Reads chain and files. A file that is not written keeps its rules as the version in force has them. */
export async function readRulebook(
  ctx: Pick<Context, "workspace" | "profile" | "base">,
  how: { fresh?: boolean } = {},
): Promise<Rulebook> {
  const { workspace: ws, profile } = ctx;
  const chain = await readChain(ws, how);
  const standing = chain.inForce.flatMap(({ rules }) => rules);
  const paths = rulePaths(profile.files, standing);
  return bookOf(chain, await readRuleFiles(ws, paths), await rulesOfBase(ctx, paths));
}

/** Combines a chain, the files of rules and the rules of the base. */
export function bookOf(chain: Chain, read: readonly RuleFile[], { merged, unread }: RulesOfBase = {}): Rulebook {
  const active = chain.inForce.length > 1 ? joined(chain.versions, chain.inForce).rules : chain.rules;
  const files = read.map((file) => withItsBlock(file, active));
  const closed = new Set(files.flatMap(({ target, trouble }) => (trouble === undefined ? [] : [target])));
  const open = (rule: { target: Target }) => !closed.has(rule.target);
  const lines = files.flatMap(({ rules }) => rules);
  let refused: readonly Declined[] | undefined;
  const declined = () => (refused ??= turnedDown(chain));
  const returned: Rule[] = [];
  const insteadOf = new Map<Rule, Rule>();
  const edits = handEdits(
    active.filter(open),
    withoutOutdone(lines, (line) => Number(!chain.isTenets(line))),
  ).filter((edit) => {
    const { before, after } = edit;
    if (after === undefined) return true;
    const knownRule = edit.kind === "moved" ? undefined : chain.known(after);
    if (knownRule === undefined) return true;
    // A pending or declined line is not in force, even where it was copied into a file.
    if (!wasInForce(knownRule.version)) return false;
    if (before === undefined && declined().some(({ ids }) => ids.some((id) => after.ids.includes(id)))) return true;
    const { role, ...rest } = knownRule.rule;
    const rule = { ...rest, ...(knownRule.rule.target === after.target ? knownRule.rule : { target: after.target }) };
    returned.push(rule);
    if (before !== undefined) insteadOf.set(rule, before);
    return false;
  });
  return { chain, files, lines, active, edits, returned, insteadOf, ...defined({ merged, unread }) };
}

/** Rules that people declined or took back; a line without a known remover may be put back. */
function turnedDown(chain: Chain): Declined[] {
  return remembered(chain.declined, chain).filter(({ op, byPeople, how, version }) => {
    const isNobodys = how === "removed" && chain.version(version)?.decided?.by === UNPROVEN;
    return op === "add" && byPeople === true && !isNobodys;
  });
}

/** A file that lost its block while it has rules in force: nobody removed each of them. */
function withItsBlock(file: RuleFile, active: readonly Rule[]): RuleFile {
  if (file.trouble !== undefined || file.marked === true) return file;
  const count = active.filter(({ target }) => target === file.target).length;
  if (count === 0) return file;
  const rules = count === 1 ? "a rule is" : `${count} rules are`;
  return troubled(
    file,
    file.text === undefined
      ? `it is gone, and ${rules} in force there`
      : `the marks of tenet's block "rules" are gone from it, and ${rules} in force there`,
  );
}

/** Throws when one of the files that are to be written cannot be. */
export function requireWritable(files: readonly RuleFile[], targets: ReadonlySet<Target>): void {
  for (const { target, trouble } of files) {
    if (trouble === undefined || !targets.has(target)) continue;
    const line = trouble.line === undefined ? "" : `:${trouble.line}`;
    throw new TenetError(`${target}${line}: ${trouble.message}; it is not written`, {
      failure: "conflict",
      code: "block-damaged",
      ...defined({ hint: trouble.next }),
    });
  }
}

/** Why a file is not written, with its place; undefined when it can be. */
export function closedFile({ files }: Pick<Rulebook, "files">, target: Target): string | undefined {
  const trouble = files.find((file) => file.target === target)?.trouble;
  if (trouble === undefined) return undefined;
  const line = trouble.line === undefined ? "" : `:${trouble.line}`;
  return `${target}${line} is not written: ${trouble.message}.`;
}

/**
 * What people did to the rules in force: each line of the files against the active version. A line with other words and
 * without ids is a new one, however like it reads to a rule that is gone.
 */
export function handEdits<Line extends PlacedLine>(active: readonly Rule[], lines: readonly Line[]): HandEdit<Line>[] {
  return paired(active, lines).flatMap(([before, after]): HandEdit<Line>[] => {
    if (after === undefined) return [{ kind: "removed", before }];
    if (before === undefined) {
      // A second copy of a rule in force adds nothing.
      const copy = active.some((rule) => sharesId(rule, after) && saysSame(rule.text, after.text));
      return copy ? [] : [{ kind: "added", after }];
    }
    if (!saysSame(before.text, after.text)) return [{ kind: "changed", before, after }];
    return before.target === after.target ? [] : [{ kind: "moved", before, after }];
  });
}
