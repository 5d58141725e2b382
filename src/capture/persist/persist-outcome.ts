/**
 * Stores an outcome and sets the verdict on the entries it judges. Called by `judge-and-store.ts`; a heartbeat calls
 * `noteVerdict`.
 */

import { claimOf, isJudged, type Judged, type Outcome } from "../../entry/entry.js";
import { isApproved } from "../../entry/gates/visible.js";
import { lessonWith, writtenAt } from "../../entry/lessons.js";
import { aOrAn } from "../../entry/record-types.js";
import { mayRelapse, stickAfter, stickOf } from "../../entry/repetition.js";
import { heldLater } from "../../loop/due/held-later.js";
import type { Change } from "../../store/change/change.js";
import { supersede } from "../../store/change/transitions.js";
import { defined } from "../../text/defined.js";
import type { Captured } from "../capture-schemas.js";
import { compareWithKnown } from "../look/compare.js";
import type { PreparedDraft } from "../look/prepare.js";
import { listFields, newEntry, recordId } from "./persist-new.js";

/** By what a verdict decides whether a correction held. */
export interface Judging {
  /** The moment by which evidence counts. */
  now: Date;
  /** The host whose hook opened a session. */
  hostOf(session: string): string | undefined;
}

/** Stores one outcome, sets the newest verdict on every entry it judges, and links it. */
export async function persistOutcome(change: Change, prepared: PreparedDraft, judging: Judging): Promise<Captured> {
  const host = prepared.session === undefined ? undefined : judging.hostOf(prepared.session);
  const entry = { ...newEntry(prepared), ...defined({ host }) } as Outcome;
  const supersedes = entry.supersedes ?? [];
  const namedIds = new Set([...entry.references, ...supersedes]);
  const compared = await compareWithKnown(change, prepared, [], namedIds);
  const linked = [...(entry.linked ?? []), ...compared.related.map((candidate) => candidate.entry.id)];
  const id = recordId(change, prepared);
  const place = change.append({ ...entry, id, ...listFields({ linked }), ...defined({ novelty: compared.novelty }) });
  for (const replacedId of supersedes) await supersede(change, replacedId, id);
  const because = isApproved(entry)
    ? await judge(change, { ...entry, id }, judging)
    : [`It waits for review, so ${entry.references.join(", ")} stays as it was.`];
  return {
    decision: supersedes.length > 0 ? "replaced" : "stored",
    type: "outcome",
    id,
    ...place,
    text: claimOf(entry),
    ...defined({ stakes: entry.stakes }),
    because,
    asks: [],
    ...listFields({ linked, superseded: supersedes }),
  };
}

/** Sets the verdict on each entry, unless the entry has a newer outcome. */
async function judge(change: Change, outcome: Outcome, judging: Judging): Promise<string[]> {
  const because: string[] = [];
  for (const id of outcome.references) {
    if (change.head(id) === undefined) continue;
    const judgedEntry = await change.entry(id);
    if (!isJudged(judgedEntry)) {
      because.push(
        `${id} is ${aOrAn(judgedEntry.type)}${judgedEntry.type === "outcome" ? " itself" : ""}; the two are linked by reference.`,
      );
    } else if (
      judgedEntry.outcome_date !== undefined &&
      new Date(judgedEntry.outcome_date) > new Date(outcome.timestamp)
    ) {
      because.push(
        `${id} has a newer outcome already (${judgedEntry.outcome_date.slice(0, 10)}); this one is kept beside it.`,
      );
    } else because.push(...(await noteVerdict(change, outcome, judgedEntry, judging)));
  }
  return because;
}

/** Sets the verdict on one entry; for a correction, also whether it held. */
export async function noteVerdict(
  change: Change,
  outcome: Outcome,
  judgedEntry: Judged,
  judging: Omit<Judging, "hostOf">,
): Promise<string[]> {
  await change.update(judgedEntry.id, {
    outcome: outcome.verdict,
    outcome_date: outcome.timestamp,
    ...(judgedEntry.status === "inconclusive" ? { status: "active" } : {}),
  });
  return [
    `${judgedEntry.id} turned out ${outcome.verdict}.`,
    ...(await stickBy(change, outcome, judgedEntry, judging)),
  ];
}

/** The verdict on a correction as held or failed. */
const STICK_OF: { readonly [verdict in Outcome["verdict"]]?: "held" | "failed" } = {
  validated: "held",
  invalidated: "failed",
};

/** Notes on the newest of a chain of repeated corrections that it held or failed. */
async function stickBy(
  change: Change,
  outcome: Outcome,
  judgedEntry: Judged,
  judging: Omit<Judging, "hostOf">,
): Promise<string[]> {
  const verdict = STICK_OF[outcome.verdict];
  const head = change.tree.head(judgedEntry.id);
  if (judgedEntry.type !== "correction" || verdict === undefined || head === undefined) return [];
  const { carrier } = lessonWith(change.tree, head);
  if (verdict === "failed" && !mayRelapse(outcome, carrier)) return [];
  const { result: evidence, agent, session } = outcome;
  const entry = await change.entry(carrier.id);
  if (entry.type !== "correction") return [];
  // An owner's outcome is an observation; an agent's only counts as a mention, until the window has ended.
  const by = outcome.tier === "owner" ? outcome.source : undefined;
  const evidenceRules = { ...judging, seen: outcome.tier === "owner" };
  const reasonToWait = verdict === "held" ? heldLater(entry, evidenceRules) : undefined;
  if (reasonToWait !== undefined) return [`${carrier.id} came up and went well. ${reasonToWait}`];
  const at = writtenAt(outcome);
  const stick = stickAfter(stickOf(entry), { verdict, at, ...defined({ evidence, agent, session, by }) });
  const closes = carrier.id === judgedEntry.id ? {} : { outcome: outcome.verdict, outcome_date: outcome.timestamp };
  await change.update(carrier.id, { stick, ...(verdict === "held" ? closes : {}) });
  return [verdict === "held" ? `${carrier.id} held.` : `${carrier.id} did not stick.`];
}
