/** Writes an outcome and notes on what it judges how it turned out. */

import { claimOf, isJudged, type Judged, type Outcome } from "../../entry/entry.js";
import { mayChange } from "../../entry/gates/may-change.js";
import { isApproved } from "../../entry/gates/visible.js";
import { lessonWith, writtenAt } from "../../entry/lessons.js";
import { aOrAn } from "../../entry/record-types.js";
import { stickAfter, stickOf } from "../../entry/repetition.js";
import type { Change } from "../../store/change/change.js";
import { supersede } from "../../store/change/transitions.js";
import { type HeldRules, heldLater } from "../../store/loop/held-later.js";
import { defined } from "../../text/defined.js";
import type { Captured } from "../capture-schemas.js";
import { compareWithKnown } from "../compare.js";
import type { PreparedDraft } from "../prepare.js";
import { listFields, newEntry, recordId } from "./persist-new.js";

/** How a verdict answers whether a correction held, and where it was given. */
export interface Judging extends HeldRules {
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
  const named = new Set([...entry.references, ...supersedes]);
  const compared = await compareWithKnown(change, prepared, [], named);
  const linked = [...(entry.linked ?? []), ...compared.related.map((candidate) => candidate.entry.id)];
  const id = recordId(change, prepared);
  const place = change.append({ ...entry, id, ...listFields({ linked }), ...defined({ novelty: compared.novelty }) });
  for (const known of supersedes) await supersede(change, known, id);
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

/** The newest outcome stands on each entry; an older one, told late, is kept as a record only. */
async function judge(change: Change, outcome: Outcome, judging: Judging): Promise<string[]> {
  const because: string[] = [];
  for (const id of outcome.references) {
    const known = await change.entry(id);
    if (!isJudged(known)) {
      because.push(
        `${id} is ${aOrAn(known.type)}${known.type === "outcome" ? " itself" : ""}; the two are linked by reference.`,
      );
    } else if (known.outcome_date !== undefined && new Date(known.outcome_date) > new Date(outcome.timestamp)) {
      because.push(
        `${id} has a newer outcome already (${known.outcome_date.slice(0, 10)}); this one is kept beside it.`,
      );
    } else because.push(...(await noteVerdict(change, outcome, known, judging)));
  }
  return because;
}

/** Sets how an entry turned out by an outcome that names it; a verdict on a correction also says whether it held. */
export async function noteVerdict(
  change: Change,
  outcome: Outcome,
  known: Judged,
  judging: Omit<Judging, "hostOf">,
): Promise<string[]> {
  await change.update(known.id, {
    outcome: outcome.verdict,
    outcome_date: outcome.timestamp,
    ...(known.status === "inconclusive" ? { status: "active" } : {}),
  });
  return [`${known.id} turned out ${outcome.verdict}.`, ...(await stickBy(change, outcome, known, judging))];
}

/** How a verdict on a correction answers whether it held. */
const STICK_OF: { readonly [verdict in Outcome["verdict"]]?: "held" | "failed" } = {
  validated: "held",
  invalidated: "failed",
};

/** A validated correction held, an invalidated one failed: noted on the newest of those that repeat each other. */
async function stickBy(
  change: Change,
  outcome: Outcome,
  known: Judged,
  judging: Omit<Judging, "hostOf">,
): Promise<string[]> {
  const verdict = STICK_OF[outcome.verdict];
  const head = change.tree.head(known.id);
  if (known.type !== "correction" || verdict === undefined || head === undefined) return [];
  const lesson = lessonWith(change.tree, head);
  const { carrier } = lesson;
  if (verdict === "failed" && mayChange({ tier: outcome.tier }, carrier, "relapse") !== "yes") return [];
  const { result: evidence, agent, session } = outcome;
  const entry = await change.entry(carrier.id);
  if (entry.type !== "correction") return [];
  // An owner's own word is seen; an agent's says that it came up, which counts when the window has ended.
  const by = outcome.tier === "owner" ? outcome.source : undefined;
  const asked = { ...judging, seen: outcome.tier === "owner" };
  const later = verdict === "held" ? heldLater(change.tree, entry, lesson, asked) : undefined;
  if (later !== undefined) return [`${carrier.id} came up and went well. ${later}`];
  const at = writtenAt(outcome);
  const stick = stickAfter(stickOf(entry), { verdict, at, ...defined({ evidence, agent, session, by }) });
  const closes = carrier.id === known.id ? {} : { outcome: outcome.verdict, outcome_date: outcome.timestamp };
  await change.update(carrier.id, { stick, ...(verdict === "held" ? closes : {}) });
  return [verdict === "held" ? `${carrier.id} held.` : `${carrier.id} did not stick.`];
}
