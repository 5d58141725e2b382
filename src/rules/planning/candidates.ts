/** Chooses the entries that a digest looks at, makes candidates of them, and applies a caller's wishes. */

import type { Context } from "../../context.js";
import { isLive } from "../../entry/gates/visible.js";
import { mayBeRule } from "../../entry/record-types.js";
import type { Row, Store } from "../../store/open-store.js";
import { stamp } from "../../text/durations.js";
import { ENOUGH_SESSIONS, LEAST_SCORE, standingOf } from "../policy/qualify.js";
import { type FilesOfRoles, placeFor, type RuleDecision, type RulePlace } from "../policy/rule.js";
import { type Candidate, markOf, type Wording } from "../policy/rule-candidates.js";
import { distilled } from "../policy/rule-line.js";
import type { Operation, Version, VersionDecision } from "../policy/version.js";
import type { EvidenceLoader } from "./evidence-loader.js";

/** Most new entries considered, those with the most uses first. */
const NEARLY = 20;

/**
 * Ids of entries that may qualify, by rows alone: nothing else can have one of the five reasons. Facts are counted by
 * chain, so that one with fewer facts than sessions are wanted can only be nearly there; of those a few will do.
 */
export function possible(tree: Store): string[] {
  const used = tree.where({ uses: true });
  const outcomes = tree.where({ type: "outcome" }, "inUse");
  const judgedBy = (isMeant: (outcome: Row) => boolean) =>
    outcomes.filter(isMeant).flatMap(({ references = [] }) => references.flatMap((id) => tree.head(id) ?? []));
  const validated = judgedBy(({ verdict }) => verdict === "validated");
  const facts = new Map<string, number>();
  for (const { chain, uses = [] } of used) facts.set(chain, (facts.get(chain) ?? 0) + uses.length);
  for (const { chain } of validated) facts.set(chain, (facts.get(chain) ?? 0) + 1);
  const isEnough = ({ chain }: Row) => (facts.get(chain) ?? 0) >= ENOUGH_SESSIONS;
  const byUses = (a: Row, b: Row) =>
    (b.uses?.length ?? 0) - (a.uses?.length ?? 0) || (a.timestamp < b.timestamp ? 1 : -1);
  const rows = [
    ...tree.where({ tier: "owner", type: "correction", stakes: "high" }),
    ...judgedBy(({ stick, score = 0 }) => stick === "held" || score >= LEAST_SCORE),
    ...used.filter(({ uses = [] }) => uses.some(({ result }) => result === "came_up")),
    ...[...used, ...validated].filter(isEnough),
    ...used
      .filter((row) => !isEnough(row))
      .sort(byUses)
      .slice(0, NEARLY),
  ];
  return [...new Set(rows.filter((row) => mayBeRule(row.type) && isLive(row)).map(({ id }) => id))];
}

/** Where each lesson stands: of a chain only the entry that speaks for it. */
export function standingsOf(
  ctx: Pick<Context, "profile">,
  loader: EvidenceLoader,
  ids: Iterable<string>,
): Omit<Candidate, "text">[] {
  const carriers = loader.evidenceFor([...ids].map((id) => loader.carrierOf(id)));
  return [...carriers.values()].map((evidence) => {
    return { evidence, standing: standingOf(evidence, ctx.profile.files) };
  });
}

/** One candidate a lesson, with the line that it would be. */
export function candidatesOf(...from: Parameters<typeof standingsOf>): Candidate[] {
  return standingsOf(...from).map(({ evidence, standing }): Candidate => {
    return { evidence, standing, text: distilled(evidence.entry, standing.qualified?.lesson?.text) };
  });
}

/** A caller's wishes beyond what is due: one entry, a place, words, a person's decision. */
export interface DigestOptions {
  /** One entry: only its lesson, and what waits already. */
  only?: string | undefined;
  /** Where its rule shall stand. */
  to?: RulePlace | undefined;
  /** Words that were given for rules, in place of the entries' own. */
  wordings?: readonly Wording[] | undefined;
  /** A person wants it although no reason of the table holds. */
  forced?: { by: string; reason: string } | undefined;
}

/** A candidate as it is wanted: somewhere else, or for a person's own reason. */
export function withOptions(candidate: Candidate, { only, to, forced }: DigestOptions, files: FilesOfRoles): Candidate {
  if (only === undefined || !candidate.evidence.chain.includes(only)) return candidate;
  const { standing, evidence } = candidate;
  const placeBefore = standing.qualified && { target: standing.qualified.target, role: standing.qualified.role };
  const place = to ?? placeBefore ?? placeFor(evidence.entry.type === "correction" ? "soul" : "memory", files);
  if (forced === undefined) {
    const qualified = standing.qualified && { ...standing.qualified, role: undefined, ...place };
    return { ...candidate, standing: { ...standing, qualified } };
  }
  const because = `${forced.by} wants it: ${forced.reason}`;
  return { ...candidate, standing: { ...standing, qualified: { reason: "forced", ...place, because }, blocked: [] } };
}

/** Whether a person decided on the operation at a terminal: then it waits for no one. */
export function isDecidedHere(op: Pick<Operation, "op" | "ids">, { only, forced }: DigestOptions): boolean {
  if (only === undefined || forced === undefined) return false;
  return op.op !== "delete" && op.ids.includes(only);
}

/** Who stands behind the rule they decided on, and behind the version that carries it. */
export function decisionOf(
  { clock }: Pick<Context, "clock">,
  { forced }: DigestOptions,
): { rule: RuleDecision; version: VersionDecision } | undefined {
  if (forced === undefined) return undefined;
  const { by, reason } = forced;
  const at = stamp(clock.now());
  return { rule: { by, how: "forced", at }, version: { by, at, how: "typed", reason } };
}

/** Words that the waiting version gives in place of the entries' own: the next version keeps them. */
export function wordingsOf(pending: Version | undefined): Wording[] {
  return (pending?.operations ?? []).flatMap(({ op, text, before, ids, because, tier, worded_from }): Wording[] => {
    const isOutdated = worded_from !== undefined && worded_from !== markOf(text);
    const changes = op === "add" || (op === "update" && text !== before);
    const wordedNote = /Worded: .*$/su.exec(because)?.[0] ?? `Worded so in version ${pending?.id}.`;
    return isOutdated && changes ? [{ ids, text, because: wordedNote, tier, worded_from }] : [];
  });
}
