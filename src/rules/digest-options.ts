/** What somebody asks of a digest beyond what is due by itself: one entry, a place, words, a person's own decision. */
import { stamp } from "../clock.js";
import type { Context } from "../context.js";
import { hashOfFacts } from "./policy/evidence.js";
import type { RuleDecision, Target } from "./policy/rule.js";
import type { Candidate, Wording } from "./policy/rule-candidates.js";
import type { Operation, Version, VersionDecision } from "./versions/version.js";

export interface DigestOptions {
  /** One entry: only its lesson, and what waits already. */
  only?: string | undefined;
  /** Where its rule shall stand. */
  to?: Target | undefined;
  /** Words that were given for rules, in place of the entries' own. */
  wordings?: readonly Wording[] | undefined;
  /** A person wants it although no reason of the table holds. */
  forced?: { by: string; reason: string } | undefined;
  /** A person was shown the line of `only` and said yes. */
  approved?: { by: string } | undefined;
}

/** A candidate as it is wanted: somewhere else, or for a person's own reason. */
export function withOptions(candidate: Candidate, { only, to, forced }: DigestOptions): Candidate {
  if (only === undefined || !candidate.evidence.chain.includes(only)) return candidate;
  const { standing, evidence } = candidate;
  const target = to ?? standing.qualified?.target ?? (evidence.entry.type === "correction" ? "SOUL.md" : "MEMORY.md");
  if (forced === undefined) {
    const qualified = standing.qualified && { ...standing.qualified, target };
    return { ...candidate, standing: { ...standing, qualified } };
  }
  const because = `${forced.by} wants it: ${forced.reason}`;
  return { ...candidate, standing: { ...standing, qualified: { reason: "forced", target, because }, blocked: [] } };
}

/** Whether an operation is what a person decided on at a terminal: it waits for nobody. */
export function isDecidedHere(op: Pick<Operation, "op" | "ids">, { only, forced, approved }: DigestOptions): boolean {
  if (only === undefined || (forced === undefined && approved === undefined)) return false;
  return op.op !== "delete" && op.ids.includes(only);
}

/** Who stands behind the rule they decided on, and behind the version that carries it. */
export function decisionOf(
  { clock }: Pick<Context, "clock">,
  { forced, approved }: DigestOptions,
): { rule: RuleDecision; version: VersionDecision } | undefined {
  const by = forced?.by ?? approved?.by;
  if (by === undefined) return undefined;
  const at = stamp(clock.now());
  const reason = forced === undefined ? {} : { reason: forced.reason };
  return {
    rule: { by, how: forced === undefined ? "approved" : "forced", at },
    version: { by, at, how: "typed", ...reason },
  };
}

/** What a version that waits has worded otherwise than the entries do by themselves: the next one takes it over. */
export function wordingsOf(pending: Version | undefined): Wording[] {
  return (pending?.operations ?? []).flatMap(({ op, text, before, ids, because, worded_from }): Wording[] => {
    const given = worded_from !== undefined && worded_from !== hashOfFacts([text]);
    const changes = op === "add" || (op === "update" && text !== before);
    const said = /Worded: .*$/su.exec(because)?.[0] ?? `Worded so in version ${pending?.id}.`;
    return given && changes ? [{ ids, text, because: said, worded_from }] : [];
  });
}
