/**
 * Computes from disk how a change of the rules would have altered past contexts and repeats. Called by `tenet versions diff`,
 * and for a line or two by every screen on which a person decides on a version.
 */
import type { Context } from "../../context.js";
import { usesOf } from "../../entry/entry.js";
import type { Store } from "../open-store.js";
import { type Rule, sharesId } from "../rules/policy/rule.js";
import { numberOf, type Operation } from "../rules/policy/version.js";
import type { Chain } from "../rules/versions/chain.js";
import { pastCases, pastContexts, replayedLines, sayingAgain } from "./past.js";
import {
  type ReplayedLine,
  type RuleChange,
  replayedCase,
  replayedContext,
  replaySays,
} from "./policy/replay-rules.js";
import type { Replayed } from "./replay-schemas.js";

/** Default number of contexts and cases. */
export const LAST = 20;

/** Rules before and after, and the operations between them. */
export interface ReplayedChange {
  /** How it is called in a sentence. */
  name: string;
  before: readonly Rule[];
  after: readonly Rule[];
  operations: readonly Operation[];
}

/** How a version is called where a sentence is about it: `0007`. */
export const nameOfVersion = (id: string): string => String(numberOf(id)).padStart(4, "0");

/** The effect of a change of the rules on the last contexts and cases. */
export async function replayChange(
  ctx: Context,
  tree: Store,
  chain: Chain,
  { name, before, after, operations }: ReplayedChange,
  contextCount: number,
  last = Math.max(contextCount, LAST),
): Promise<Omit<Replayed, "version">> {
  const change: RuleChange = {
    before: replayedLines(before, tree, chain),
    after: replayedLines(after, tree, chain),
  };
  const incoming = change.after.filter(
    (line) => !change.before.some((one) => one.text === line.text && sharesId(one, line)),
  );
  const printed = pastContexts(ctx, contextCount);
  const cases = pastCases(tree, last).map((past) =>
    replayedCase(change, past, sayingAgain(tree, [...change.before, ...incoming], past), printed),
  );
  const contexts = printed.map((past) => replayedContext(change, past));
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
    cases: cases.map(({ lesson: _, session: _where, line, ...one }) => ({
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
  const goneLines = before.filter((line) => !after.some((one) => sharesId(one, line) || one.text === line.text));
  const pushed = crowded.filter((line) => !goneLines.includes(line));
  const out: Replayed["out"] = [];
  for (const line of new Set([...goneLines, ...pushed])) {
    const displacement = goneLines.includes(line) && !line.ids.some((id) => evicted.has(id)) ? "removed" : "pushed";
    const entries = await tree.load(line.ids);
    const sessions = new Set(entries.flatMap(({ entry }) => usesOf(entry).map(({ session }) => session)));
    out.push({ ...plainLine(line), how: displacement, sessions: sessions.size });
  }
  return out;
}

/**
 * The sentences alone, for a screen with a decision; none without a known past. `here`: false omits facts that only
 * this machine has.
 */
export async function replayNotes(
  ctx: Context,
  tree: Store,
  chain: Chain,
  change: Omit<ReplayedChange, "name"> & { id: string },
  { here = true }: { here?: boolean } = {},
): Promise<string[]> {
  const namedChange = { ...change, name: nameOfVersion(change.id) };
  return (await replayChange(ctx, tree, chain, namedChange, here ? LAST : 0)).says;
}
