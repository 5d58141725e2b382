/**
 * `tenet replay`: what the rules of a version would have changed, from what is on disk. Called by the command, and for a
 * line or two by every screen on which somebody decides on a version.
 */
import type { Context } from "../context.js";
import { usesOf } from "../entry/entry.js";
import { TenetError, wrongUsage } from "../errors.js";
import { openStore, type Store } from "../store/open-store.js";
import { applied } from "../store/rules/policy/operations.js";
import { type Rule, sharesId } from "../store/rules/policy/rule.js";
import { isOpen, numberOf, type Operation, type Version } from "../store/rules/policy/version.js";
import { type Rulebook, readRulebook } from "../store/rules/rulebook.js";
import type { Chain } from "../store/rules/versions/chain.js";
import { rulesBefore } from "../store/rules/versions/three-way.js";
import { defined } from "../text/defined.js";
import { pastCases, pastContexts, replayedLines, sayingAgain } from "./past.js";
import {
  type ReplayedLine,
  type RuleChange,
  replayedCase,
  replayedContext,
  replaySays,
} from "./policy/replay-rules.js";
import type { Replayed } from "./replay-schemas.js";

/** So many contexts and cases are looked at unless told. */
export const LAST = 20;
const MOST_LAST = 500;

/** Rules before and after, and the operations between them. */
export interface ReplayedChange {
  /** How it is called in a sentence. */
  name: string;
  before: readonly Rule[];
  after: readonly Rule[];
  operations: readonly Operation[];
}

export interface ReplayInput {
  /** A version by its number, id or tail; the one that waits, else what a digest would do, unless told. */
  ref?: string | undefined;
  /** How many contexts and cases are looked at. */
  last?: number | undefined;
  /** The program of `commands.eval` may answer cases: where a version is named, and only by the command. */
  program?: boolean;
}

/** Reads only. Throws `not-found` for an unknown version, or where nothing waits and a digest would do nothing. */
export async function replay(ctx: Context, { ref, last = LAST, program = false }: ReplayInput = {}): Promise<Replayed> {
  if (!Number.isInteger(last) || last < 1 || last > MOST_LAST) {
    throw wrongUsage(`--last is a whole number from 1 to ${MOST_LAST}`, "Leave it out for the last 20.");
  }
  const [tree, book] = [await openStore(ctx), await readRulebook(ctx)];
  const { chain } = book;
  const version = ref === undefined ? chain.pending : chain.resolve(ref);
  const change = version === undefined ? await nextDigest(ctx, tree, book) : changeOf(book, version);
  const replayed = await replayChange(ctx, tree, chain, change, last, last);
  if (version === undefined) return replayed;
  const asked = ref !== undefined && program && replayed.cases.length > 0;
  const answers = asked
    ? await (await import("./ask-cases.js")).answersOf(ctx, tree, change, replayed.cases)
    : undefined;
  return { version: version.id, ...replayed, ...defined({ answers }) };
}

/** How a version is called where a sentence is about it: `0007`. */
export const nameOfVersion = (id: string): string => String(numberOf(id)).padStart(4, "0");

function changeOf({ chain, active }: Rulebook, version: Version): ReplayedChange {
  const { id, operations, previous } = version;
  const name = nameOfVersion(id);
  if (!isOpen(version)) return { name, before: rulesBefore(version, chain), after: version.rules, operations };
  const isCurrent = previous === (chain.active?.id ?? null);
  return { name, before: active, after: isCurrent ? version.rules : applied(active, operations, id), operations };
}

async function nextDigest(ctx: Context, tree: Store, book: Rulebook): Promise<ReplayedChange> {
  const { planVersions, rulesBeforeDigest } = await import("../store/rules/plan-versions.js");
  const plan = await planVersions(ctx, tree, book);
  const operations = [...(plan.now?.operations ?? []), ...(plan.waiting?.operations ?? [])];
  if (operations.length === 0) {
    throw new TenetError("no version waits, and a digest would change no rule", {
      failure: "not-found",
      code: "nothing-to-replay",
      hint: "Name a version: tenet versions",
    });
  }
  const before = rulesBeforeDigest(plan);
  return { name: "The next digest", before, after: plan.waiting?.rules ?? plan.now?.rules ?? before, operations };
}

/** What a change of the rules would have done to the last contexts and before the last cases. */
async function replayChange(
  ctx: Context,
  tree: Store,
  chain: Chain,
  { name, before, after, operations }: ReplayedChange,
  printed: number,
  last = Math.max(printed, LAST),
): Promise<Omit<Replayed, "version">> {
  const change: RuleChange = {
    before: replayedLines(before, tree, chain),
    after: replayedLines(after, tree, chain),
  };
  const incoming = change.after.filter(
    (line) => !change.before.some((one) => one.text === line.text && sharesId(one, line)),
  );
  const cases = (await pastCases(tree, last)).map((past) =>
    replayedCase(change, past, sayingAgain(tree, [...change.before, ...incoming], past)),
  );
  const contexts = (await pastContexts(ctx, printed)).map((past) => replayedContext(change, past));
  const evicted = new Set(
    operations.flatMap(({ op, reason, ids }) => (op === "delete" && reason === "evicted" ? ids : [])),
  );
  const out = await displaced(
    tree,
    change,
    contexts.flatMap((one) => one.out),
    evicted,
  );
  return {
    in: incoming.map(plainLine),
    out,
    cases: cases.map(({ lesson: _, line, ...one }) => ({
      ...one,
      ...(line === undefined ? {} : { line: plainLine(line) }),
    })),
    contexts: contexts.map((one) => ({ ...one, in: one.in.map(plainLine), out: one.out.map(plainLine) })),
    says: replaySays(name, cases, out, contexts),
  };
}

const plainLine = ({ ids, target, text }: ReplayedLine) => ({ ids: [...ids], target, text });

/** Rules that leave, and rules that stay and find no room in a context, with the sessions in which they were of use. */
async function displaced(
  tree: Store,
  { before, after }: RuleChange,
  crowded: readonly ReplayedLine[],
  evicted: ReadonlySet<string>,
): Promise<Replayed["out"]> {
  const gone = before.filter((line) => !after.some((one) => sharesId(one, line) || one.text === line.text));
  const pushed = crowded.filter((line) => !gone.includes(line));
  const out: Replayed["out"] = [];
  for (const line of new Set([...gone, ...pushed])) {
    const how = gone.includes(line) && !line.ids.some((id) => evicted.has(id)) ? "removed" : "pushed";
    const entries = await tree.load(line.ids);
    const sessions = new Set(entries.flatMap(({ entry }) => usesOf(entry).map(({ session }) => session)));
    out.push({ ...plainLine(line), how, sessions: sessions.size });
  }
  return out;
}

/**
 * The sentences alone, for a screen on which somebody decides; none where nothing is known. `here`: false leaves out what
 * only this machine knows.
 */
export async function replayNotes(
  ctx: Context,
  tree: Store,
  chain: Chain,
  change: Omit<ReplayedChange, "name"> & { id: string },
  { here = true }: { here?: boolean } = {},
): Promise<string[]> {
  const named = { ...change, name: nameOfVersion(change.id) };
  return (await replayChange(ctx, tree, chain, named, here ? LAST : 0)).says;
}
