/** `tenet digest ID`: the digest for one entry. */
import type { Context } from "../context.js";
import type { Tier } from "../entry/entry.js";
import { aOrAn, type EntryType, mayBeRule, pluralOf } from "../entry/record-types.js";
import { TenetError, wrongUsage } from "../errors.js";
import { next } from "../steps.js";
import { openStore, type Store } from "../store/open-store.js";
import { provenanceHere, requirePerson, statedReason } from "../store/profile/people-only.js";
import { tierOf } from "../store/profile/tier-of.js";
import { digest } from "./digest.js";
import type { DigestOptions } from "./planning/candidates.js";
import { planVersions, type RulesPlan, rulesBeforeDigest } from "./planning/plan-versions.js";
import { readRulebook } from "./planning/rulebook.js";
import { checkedWording } from "./policy/proposals.js";
import { type FilesOfRoles, placeFor, placeIn, ROLES, type RulePlace, usualFiles } from "./policy/rule.js";
import type { Wording } from "./policy/rule-candidates.js";
import { lineTroubles } from "./policy/rule-line.js";
import type { Digested } from "./text/digest-schemas.js";

export interface PromoteInput {
  ref?: string | undefined;
  /** A file, or a role: soul, procedures, memory. */
  to?: string | undefined;
  rule?: string | undefined;
  dryRun: boolean;
}

/**
 * Promotes one entry. Forcing one that does not qualify needs a reason from a person at a terminal: `whyForced` asks
 * for it, and returns undefined without a terminal.
 */
export async function promote(
  ctx: Context,
  { ref, to: named, rule, dryRun }: PromoteInput,
  whyForced: (because: string) => Promise<string | undefined>,
): Promise<Digested> {
  const to = named === undefined ? undefined : placeNamed(named, ctx.profile.files);
  if (ref === undefined) throw wrongUsage("--to and --rule speak of one entry, and none is named");
  const tree = await openStore(ctx);
  const { id, type } = tree.resolve(ref);
  if (!mayBeRule(type)) throw staysAsItIs(id, type);
  const plan = await planVersions(ctx, tree, await readRulebook(ctx), { only: id });
  const only =
    plan.candidates.find(({ evidence }) => evidence.id === id || evidence.chain.includes(id))?.evidence.id ?? id;
  const text = rule?.trim();
  const stopped = whyNot(plan, only, to);
  if (stopped === undefined) {
    const wordings = text === undefined ? [] : [await checkWording(ctx, plan, only, text)];
    return digest(ctx, { dryRun, proposedBy: "promote", wanted: { only, wordings } });
  }
  requireLive(tree, only);
  const reason = await statedReason(ctx, ctx.actor.atTerminal ? await whyForced(stopped) : undefined);
  const { by } = await forcedBy(ctx, only, stopped, reason);
  const digestOptions: DigestOptions = { only, to, forced: { by, reason: reason ?? "" } };
  const wordings = text === undefined ? [] : [await plainLine(text, [only], "owner")];
  return digest(ctx, { dryRun, proposedBy: "person", wanted: { ...digestOptions, wordings } });
}

/** The error for types that become no rules: only a lesson on what to do differently becomes one. */
function staysAsItIs(id: string, type: EntryType): TenetError {
  return new TenetError(`${id} is ${aOrAn(type)}, and ${pluralOf(type)} become no rules`, {
    failure: "refused",
    code: type,
    hint: next("If it changes what is done, record that:", "correct", { corrected_to: "<what holds now>" }),
  });
}

/** The place that a word names: a role, a file of the profile, or the usual file of a role. */
function placeNamed(word: string, files: FilesOfRoles): RulePlace {
  const role =
    ROLES.find((one) => one === word) ?? ROLES.find((one) => usualFiles()[one] === word && files[one] !== word);
  if (role !== undefined) return placeFor(role, files);
  const roleFiles = ROLES.map((one) => files[one]);
  if (roleFiles.includes(word)) return placeIn(word, files);
  const places = [...new Set(roleFiles), ...ROLES].join(", ");
  throw wrongUsage(`--to ${word}: rules stand in none of that name`, `One of ${places}.`);
}

/** Why an entry does not become a rule, or not there, by itself; undefined when it does, or is one already. */
function whyNot(plan: RulesPlan, only: string, to: RulePlace | undefined): string | undefined {
  const rules = plan.waiting?.rules ?? plan.now?.rules ?? rulesBeforeDigest(plan);
  const rule = rules.find(({ ids }) => ids.includes(only));
  if (rule !== undefined)
    return to === undefined || to.target === rule.target ? undefined : `it belongs in ${rule.target}`;
  const leftOut = plan.left.find(({ id }) => id === only);
  if (leftOut !== undefined) return leftOut.because;
  const standing = plan.candidates.find(({ evidence }) => evidence.id === only)?.standing;
  const near = standing?.near ?? [];
  const says = near.length === 0 ? "nothing has proved it yet" : `nothing has proved it yet (${near.join(", ")})`;
  return standing?.blocked[0] ?? says;
}

async function forcedBy(ctx: Context, only: string, stopped: string, reason: string | undefined) {
  try {
    return await requirePerson(ctx, "a rule for another reason than the table's", reason !== undefined, "");
  } catch (error) {
    if (!(error instanceof TenetError) || error.code !== "needs-person") throw error;
    throw new TenetError(`${only} does not become a rule by itself: ${stopped}`, {
      failure: "refused",
      code: "needs-person",
      hint: next("What speaks for it so far:", "why", { what: only }),
    });
  }
}

function requireLive(tree: Store, id: string): void {
  const head = tree.head(id);
  if (head !== undefined && head.status !== "superseded" && head.status !== "forgotten") return;
  throw new TenetError(`${id} no longer counts (${head?.status ?? "gone"}), so it becomes no rule`, {
    failure: "refused",
    code: "withdrawn",
    hint: next("What became of it:", "show", { id }),
  });
}

function wrongLine(messages: readonly string[]): TenetError {
  const hint = "A rule is one plain line that says what the entry says.";
  return wrongUsage(`--rule: ${messages.join(" ")}`, hint, "bad-rule");
}

/** Checks given words for a rule like any list of words, their meaning included. */
async function checkWording(ctx: Context, plan: RulesPlan, only: string, text: string): Promise<Wording> {
  const { tier } = tierOf(await provenanceHere(ctx));
  const [{ materialOf }, line] = await Promise.all([
    import("./planning/read-proposals.js"),
    plainLine(text, [only], tier),
  ]);
  const { troubles } = checkedWording({ id: only, text }, materialOf(plan, tier));
  if (troubles.length > 0) throw wrongLine(troubles);
  return line;
}

/** One line without structure, secrets or hidden characters. Throws `usage` otherwise. */
async function plainLine(text: string, ids: readonly string[], tier: Tier): Promise<Wording> {
  const { troublesHiddenIn } = await import("./planning/read-proposals.js");
  const troubles = lineTroubles(text).map((trouble) => `The line ${trouble}.`);
  troubles.push(...(await troublesHiddenIn(text, "--rule")));
  if (troubles.length > 0) throw wrongLine(troubles);
  return { ids, text, because: "Worded by hand.", tier };
}
