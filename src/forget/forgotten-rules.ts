/** Rules that rest on what goes: ids leave, and a rule stays only where the rest of what it is made of still qualifies. */

import type { Context } from "../context.js";
import { leastTrusted } from "../entry/gates/trust.js";
import { candidatesOf } from "../rules/planning/candidates.js";
import { EvidenceLoader } from "../rules/planning/evidence-loader.js";
import { planAdoption } from "../rules/planning/plan-versions.js";
import { writeVersions } from "../rules/planning/write-versions.js";
import { passing } from "../rules/policy/apply-mode.js";
import { hashOfFacts } from "../rules/policy/evidence.js";
import { applied, summaryOf } from "../rules/policy/operations.js";
import { isDecided, isTheirs, type Rule } from "../rules/policy/rule.js";
import { type Candidate, markOf } from "../rules/policy/rule-candidates.js";
import type { Operation, Version, VersionDecision } from "../rules/policy/version.js";
import type { Chain } from "../rules/versions/chain.js";
import { joinedRulebook } from "../rules/versions/join-branches.js";
import { activate, newVersionId, rewriteVersion, versionOf } from "../rules/versions/version-writer.js";
import type { Change } from "../store/change/change.js";
import { stamp } from "../text/durations.js";
import type { RuleChange } from "./forget-schemas.js";

/** The forgotten entries, as far as rules are concerned. */
export interface ForgottenFromRules {
  ids: ReadonlySet<string>;
  /** Entries with changed evidence: some of their uses, outcomes and items are struck. */
  shaken: ReadonlySet<string>;
  /** True for a line that was worded by what goes. */
  isWorded: (text: string) => boolean;
  /** The words themselves go, so that a person's line that holds them goes as well. */
  words: boolean;
  /** The person who decided. */
  by?: string | undefined;
  reason?: string | undefined;
}

/** An operation on a rule without its words, and what becomes of it. */
export interface RulesAfter {
  chain: Chain;
  changes: RuleChange[];
  /** The version that takes the rules out. */
  version?: string | undefined;
  /** Lines that people wrote about what goes: they stay. */
  theirs: { target: string; ids: readonly string[] }[];
  /** A rule in force rests on what goes. */
  rests: boolean;
}

/** Stages what becomes of the rules, on the tree as the change leaves it. Call it when the entries are staged. */
export async function rulesAfter(ctx: Context, change: Change, leaving: ForgottenFromRules): Promise<RulesAfter> {
  const book = await joinedRulebook(ctx, change);
  const isConcerned = ({ ids, text }: Pick<Rule, "ids" | "text">) =>
    ids.some((id) => leaving.ids.has(id) || leaving.shaken.has(id)) || (leaving.words && leaving.isWorded(text));
  const { pending } = book.chain;
  const stale = pending?.operations.some(isConcerned) === true ? pending : undefined;
  const none: RulesAfter = { chain: book.chain, changes: [], theirs: [], rests: false };
  if (!book.active.some(isConcerned) && stale === undefined) return none;
  // Hand edits are adopted first, before anything is compared with the rules.
  const adopted = await writeVersions(ctx, change, await planAdoption(ctx, change.tree, book), "person");
  const rules = adopted.chain.rules;
  const concerned = rules.filter(isConcerned);
  const loader = new EvidenceLoader(ctx, await change.wouldBe());
  await loader.load(concerned.flatMap(({ ids }) => ids));
  const judgements = concerned.map((rule) => judged(ctx, loader, rule, leaving));
  const { apply_mode: mode } = ctx.profile;
  const passes = ({ op, rule }: { op: Operation; rule: Rule }) =>
    leaving.by !== undefined || passing(mode, op.tier, isDecided(rule) ? "decided" : undefined).passes;
  const removals = judgements.flatMap((one) => (one.op === undefined ? [] : [{ op: one.op, rule: one.rule }]));
  const operations = removals.filter(passes).map(({ op }) => op);
  const changes = removals.map(({ op, rule }): RuleChange => {
    const { op: kind, target, ids, because } = op;
    return { op: kind, target, ids: [...ids], because, fate: passes({ op, rule }) ? "active" : "waits" };
  });
  let chain = adopted.chain;
  let version: Version | undefined;
  if (operations.length > 0) {
    const id = newVersionId(ctx, chain);
    version = versionOf(ctx, id, {
      status: "active",
      proposed_by: leaving.by === undefined ? "digest" : "person",
      change_summary: summaryOf(operations),
      operations,
      rules: applied(rules, operations, id),
      decided: decision(ctx, leaving),
      base: chain.active,
    });
    ({ chain } = await activate(ctx, change, adopted, version, rules));
  }
  const staleVersion = stale === undefined ? undefined : chain.version(stale.id);
  if (staleVersion?.status === "pending") {
    const ended: Version = { ...staleVersion, status: "superseded" };
    rewriteVersion(ctx, change, chain, ended);
    chain = chain.with(ended);
  }
  const theirs = judgements
    .filter(({ op, rule }) => op === undefined && isTheirs(rule) && rule.ids.some((id) => leaving.ids.has(id)))
    .map(({ rule: { target, ids } }) => ({ target, ids }));
  const rests = removals.length > 0 || rules.some(({ ids }) => ids.some((id) => leaving.ids.has(id)));
  return { chain, changes, version: version?.id, theirs, rests };
}

function decision({ clock, profile }: Context, { by, reason }: ForgottenFromRules): VersionDecision {
  const at = stamp(clock.now());
  if (by === undefined) return { by: "auto", at, how: "mode", reason: `apply_mode: ${profile.apply_mode}` };
  return { by, at, how: "typed", ...(reason === undefined ? {} : { reason }) };
}

/** The effect on one rule; without an operation where it stays. */
function judged(
  ctx: Context,
  loader: EvidenceLoader,
  rule: Rule,
  leaving: ForgottenFromRules,
): { rule: Rule; op?: Operation } {
  const rest = rule.ids.filter((id) => !leaving.ids.has(id));
  const remainingCount = rule.ids.length - rest.length;
  const isWorded = leaving.isWorded(rule.text) || leaving.ids.has(rule.ids[0] ?? "");
  if (isTheirs(rule)) {
    const holds = leaving.words && (leaving.isWorded(rule.text) || (remainingCount > 0 && rest.length === 0));
    return holds ? { rule, op: removal(rule, "It held what was taken out.") } : { rule };
  }
  const qualifying = candidatesOf(ctx, loader, rest).filter(
    ({ standing, text }) => standing.qualified !== undefined && standing.blocked.length === 0 && text !== undefined,
  );
  const [best] = qualifying;
  const goneIds = rule.ids.filter((id) => leaving.ids.has(id)).join(", ");
  if (best === undefined) {
    const proved = "What proved it is forgotten, and without that it does not qualify.";
    const alone = remainingCount > 0 ? `${goneIds} is forgotten, and the rest of it does not qualify alone.` : proved;
    const because = rest.length === 0 ? `What it was made of is forgotten: ${goneIds}.` : alone;
    return { rule, op: removal(rule, because, tierOf(qualifying)) };
  }
  const text = isWorded ? (best.text as string) : rule.text;
  if (remainingCount === 0 && text === rule.text) return { rule };
  const op: Operation = {
    op: "update",
    target: rule.target,
    text,
    before: rule.text,
    ids: rest,
    reason: "forgotten",
    because: `${goneIds || "A part of it"} is forgotten; the rest still qualifies.`,
    evidence: hashOfFacts([...rest, ...rule.ids]),
    tier: tierOf(qualifying),
    support: 0,
    ...(isWorded ? { worded_from: markOf(text) } : {}),
  };
  return { rule, op };
}

function tierOf(candidates: readonly Candidate[]): Operation["tier"] {
  return candidates.length === 0 ? "self" : leastTrusted(candidates.map(({ evidence }) => evidence.tier));
}

function removal({ target, text, ids }: Rule, because: string, tier: Operation["tier"] = "self"): Operation {
  const evidence = hashOfFacts(ids.map((id) => `forgotten ${id}`));
  return { op: "delete", target, text, ids, reason: "forgotten", because, evidence, tier, support: 0 };
}
