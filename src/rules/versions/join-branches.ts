/** Joins branches, and marks replaced versions. Called first by every command that writes rules. */

import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import type { Change } from "../../store/change/change.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import { type RuleFile, ruleFileOf, withRules } from "../planning/rule-files.js";
import { bookOf, type Rulebook, readRulebook } from "../planning/rulebook.js";
import { passing } from "../policy/apply-mode.js";
import { paired } from "../policy/merge-rules.js";
import { summaryOf } from "../policy/operations.js";
import { isDecided, type Rule, sameWords, saysSame, sharesId, UNPROVEN } from "../policy/rule.js";
import type { Operation, Version, VersionDecision } from "../policy/version.js";
import type { Chain } from "./chain.js";
import { ancestry, type Joined, joined } from "./three-way.js";
import { newVersionId, rewriteVersion, versionOf, writeVersion } from "./version-writer.js";

interface State {
  chain: Chain;
  files: readonly RuleFile[];
}

/** Whether {@link joinedRulebook} would write anything. */
export function needsJoin(chain: Chain): boolean {
  return chain.inForce.length > 1 || chain.replaced.length > 0;
}

/**
 * Reads the rulebook under the lock and stages what has to be put right before anything else is decided on it; `did`: one
 * plain sentence for each thing done. Throws `conflict` while the file of a version that may be the one in force cannot
 * be read.
 */
export async function joinedRulebook(ctx: Context, change: Change): Promise<Rulebook & { did: readonly string[] }> {
  const book = await readRulebook(ctx);
  requireReadable(book.chain);
  const did: string[] = [];
  let state: State = { chain: markReplaced(ctx, change, book.chain, did), files: book.files };
  if (state.chain.inForce.length > 1) state = await join(ctx, change, state, did);
  return { ...bookOf(state.chain, state.files, book), did };
}

/** A broken file of what may be in force: every line of it would pass for a person's. */
function requireReadable(chain: Chain): void {
  const numberIn = (text: string) => Number(/(\d{4,6})-[0-9A-Z]{5}\.md$/.exec(text)?.[1] ?? Number.POSITIVE_INFINITY);
  const inForce = Math.max(0, ...chain.inForce.map(({ version }) => version));
  const broken = chain.findings.find(({ file }) => inForce === 0 || numberIn(file) >= inForce);
  if (broken === undefined) return;
  throw new TenetError(
    `${broken.file}${broken.line === undefined ? "" : `:${broken.line}`}: ${broken.message}; no rule is changed`,
    {
      failure: "conflict",
      code: "broken-version",
      ...defined({ hint: broken.next }),
    },
  );
}

function markReplaced(ctx: Context, change: Change, chain: Chain, did: string[]): Chain {
  const marked = chain.replaced.map(({ version, by }): Version => {
    did.push(`version ${version.id} is superseded: ${by.id} was merged in its place`);
    return { ...version, status: "superseded", replaced_by: by.id };
  });
  for (const version of marked) rewriteVersion(ctx, change, chain, version);
  return chain.with(...marked);
}

/** Two branches put a version in force each: one that joins them follows, under the mode. */
async function join(ctx: Context, change: Change, state: State, did: string[]): Promise<State> {
  const { chain, files } = state;
  const [first, ...others] = chain.inForce;
  if (first === undefined) return state;
  const together = joined(chain.versions, chain.inForce);
  const decided = decisionOn(ctx, chain, together, first, others);
  const joins = chain.inForce.map(({ id }) => id);
  const version = versionOf(ctx, newVersionId(ctx, chain), {
    status: decided === undefined ? "pending" : "active",
    proposed_by: "digest",
    change_summary: `joins ${joins.join(" and ")}: ${summaryOf(together.operations)}`,
    operations: together.operations,
    rules: together.rules,
    joins,
    base: first,
    decided,
    declined: chain.declined,
  });
  const ended = (decided === undefined ? others : chain.inForce).map(
    (known): Version => ({ ...known, status: "superseded" }),
  );
  const waits = decided === undefined ? chain.versions.filter(({ status }) => status === "pending") : [];
  const spent = waits.map((known): Version => ({ ...known, status: "superseded", replaced_by: version.id }));
  // The files may contain rules of any side, however git or a person combined them.
  const before = [...together.rules, ...chain.versions.flatMap(({ rules }) => rules)];
  const inForceThen = decided === undefined ? first.rules : together.rules;
  const after = withoutTakenOut(state, inForceThen);
  const writtenFiles = writeFiles(ctx, change, state, distinct(before), after);
  writeVersion(ctx, change, version, first.rules);
  for (const markedVersion of [...ended, ...spent]) rewriteVersion(ctx, change, chain, markedVersion);
  did.push(
    decided === undefined
      ? `two branches changed the rules; version ${version.id} joins them and waits for a person`
      : `two branches changed the rules; version ${version.id} joins them`,
  );
  return { chain: chain.with(...ended, ...spent, version), files: files.map((file) => writtenFiles.get(file) ?? file) };
}

/**
 * The rules to write into the files. One that no version took out and whose line is in no file was taken out by hand, or
 * with a merge: it is not written again, and counts as taken out.
 */
function withoutTakenOut({ chain, files }: State, rules: readonly Rule[]): Rule[] {
  const lines = files.flatMap((file) => file.rules);
  const isDeletedInHistory = (rule: Rule) =>
    chain.versions.some(({ operations }) =>
      operations.some((op) => op.op === "delete" && sharesId(op, rule) && saysSame(op.text, rule.text)),
    );
  const isClosed = ({ target }: Rule) => files.some((file) => file.target === target && file.trouble !== undefined);
  return paired(rules, lines).flatMap(([rule, line]) =>
    rule !== undefined && (line !== undefined || isClosed(rule) || isDeletedInHistory(rule)) ? [rule] : [],
  );
}

/** Each line once, the newest wording of it. */
function distinct(rules: readonly Rule[]): Rule[] {
  const ruleByKey = new Map<string, Rule>();
  for (const rule of rules) {
    const key = JSON.stringify([rule.target, rule.text, rule.ids]);
    if (!ruleByKey.has(key)) ruleByKey.set(key, rule);
  }
  return [...ruleByKey.values()];
}

function writeFiles(ctx: Context, change: Change, state: State, before: readonly Rule[], after: readonly Rule[]) {
  const isOurs = (line: Parameters<Chain["known"]>[0]) => state.chain.known(line) !== undefined;
  const writtenFiles = new Map<RuleFile, RuleFile>();
  for (const file of state.files) {
    if (file.trouble !== undefined) continue;
    const text = withRules(file, before, after, isOurs);
    if (text === undefined) continue;
    change.write(ctx.workspace.absolute(file.target), text, file.sha256);
    writtenFiles.set(file, ruleFileOf(file.target, text, file.sha256));
  }
  return writtenFiles;
}

/** Decisions of each branch stand. Only rules let in by a mode there, and not by the mode here, wait. */
function decisionOn(
  ctx: Context,
  { versions }: Chain,
  { operations, rules }: Joined,
  first: Version,
  others: readonly Version[],
): VersionDecision | undefined {
  const { apply_mode: mode } = ctx.profile;
  const byPeople = [first, ...others].every(({ decided }) => decided !== undefined && decided.how !== "mode");
  const isDecidedIn = (op: Operation) =>
    rules.some((rule) => isDecided(rule) && (sharesId(rule, op) || sameWords(rule, op)));
  const byId = new Map(versions.map((version) => [version.id, version]));
  const theirs = new Set(others.flatMap(({ id }) => ancestry(byId, id)));
  const removals = versions.flatMap((version) =>
    theirs.has(version.id) && isByPerson(version) ? version.operations.filter((one) => one.op === "delete") : [],
  );
  // Hand-removed lines are in no rule any more.
  const isRemoval = (op: Operation) =>
    op.op === "delete" &&
    removals.some((one) => saysSame(one.text, op.text) && (sharesId(one, op) || op.ids.length === 0));
  const passes = operations.every((op) => passing(mode, op.tier, undefined).passes || isDecidedIn(op) || isRemoval(op));
  const reason = `joins ${[first, ...others].map(({ id }) => id).join(" and ")}`;
  const last = others.at(-1)?.decided;
  if (passes) return { by: "auto", at: stamp(ctx.clock.now()), how: "mode", reason };
  return byPeople && last !== undefined ? { ...last, reason } : undefined;
}

const isByPerson = ({ decided }: Version): boolean =>
  decided !== undefined && decided.how !== "mode" && decided.by !== UNPROVEN;
