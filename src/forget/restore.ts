/** Undoes a forgetting: the entry counts again, and so do its statements about others. */

import type { Context } from "../context.js";
import { type Entry, isJudged, isLearning, repeatedAs } from "../entry/entry.js";
import { contactOf } from "../entry/gates/contact-scope.js";
import { changedOf, mayChange } from "../entry/gates/may-change.js";
import { isLive } from "../entry/gates/visible.js";
import { bornAs } from "../entry/record-types.js";
import { mayRelapse, stickAfter } from "../entry/repetition.js";
import { TenetError } from "../errors.js";
import type { Change } from "../store/change/change.js";
import { checkStatus, supersede } from "../store/change/transitions.js";
import { closeFact, isClosedBy } from "../store/facts/close-fact.js";
import { reasonForPerson } from "../store/forgetting/needs-person.js";
import { type SelectionRequest, select } from "../store/forgetting/selection.js";
import type { EntryMeta } from "../store/open-store.js";

export interface Restored {
  heads: readonly EntryMeta[];
  /** What became of others, one plain sentence each. */
  others: { id: string; says: string[] }[];
  needs: string;
}

/**
 * Stages it. What a restored entry states about others holds again, where nothing else was decided since: what it
 * superseded is superseded, what it repeats failed. What was struck from others with a whole source (uses, items of a
 * history, links) stays struck, and a rule comes back by a digest. Throws `refused` for words that are gone.
 */
export async function stageRestore(ctx: Context, change: Change, request: SelectionRequest): Promise<Restored> {
  const selection = select(ctx, change.tree, request);
  const loaded = (await change.tree.load(selection.heads.map(({ id }) => id))).map(({ entry }) => entry);
  const forgottenEntries = loaded.filter(({ status }) => status === "forgotten");
  for (const entry of request.selector === undefined ? forgottenEntries : []) {
    if (entry.erased === undefined && entry.redacted === undefined) continue;
    throw new TenetError(`${entry.id} was ${entry.erased ? "erased" : "redacted"}: its words are gone`, {
      failure: "refused",
      code: "words-gone",
      hint: "Say it again, or take it from git's history by hand, where it is still there.",
    });
  }
  const back = forgottenEntries.filter(({ erased, redacted }) => erased === undefined && redacted === undefined);
  for (const entry of back) {
    const status = before(entry);
    checkStatus(entry, status, "person");
    await change.update(entry.id, { status, forgotten: undefined });
  }
  const otherIds = new Map<string, string[]>();
  const tell = (id: string, says: string) => otherIds.set(id, [...(otherIds.get(id) ?? []), says]);
  for (const { id } of back) await restate(change, id, tell);
  const ids = new Set(back.map(({ id }) => id));
  return {
    heads: selection.heads.filter(({ id }) => ids.has(id)),
    others: [...otherIds].map(([id, says]) => ({ id, says })),
    needs: reasonForPerson({ taking: "restore", tiers: [], rests: false }) as string,
  };
}

/** The status an entry had; its rule has left, so it is none any more. */
function before(entry: Entry): Entry["status"] {
  if (entry.superseded_by !== undefined) return "superseded";
  const was = entry.forgotten?.was;
  const own = bornAs(entry.type);
  return was === undefined || was === "forgotten" || was === "superseded" || was === "promoted" ? own : was;
}

async function restate(change: Change, id: string, tell: (id: string, says: string) => void): Promise<void> {
  const entry = await change.entry(id);
  if (!isLive(entry)) return;
  for (const superseded of entry.supersedes ?? []) {
    if (change.head(superseded) === undefined) continue;
    const other = await change.entry(superseded);
    const changer = { tier: entry.tier };
    if (!isLive(other) || mayChange(changer, changedOf(other), "retire") !== "yes") continue;
    if (entry.type === "memory" && contactOf(entry) !== undefined) {
      // It was left ended when the one that ended it was forgotten.
      if (other.type === "memory" && isClosedBy(other, entry)) continue;
      await closeFact(change, superseded, entry);
      tell(superseded, `ends again with ${id}`);
      continue;
    }
    await supersede(change, superseded, id);
    tell(superseded, `superseded again by ${id}`);
  }
  const repeated = entry.recurrence_of;
  if (repeated !== undefined && change.head(repeated) !== undefined) {
    const other = await change.entry(repeated);
    const later = isLearning(other) && other.stick !== undefined && other.stick.at > entry.timestamp;
    if (other.type === "correction" && isLive(other) && !later && mayRelapse(entry, other)) {
      const failed = { verdict: "failed" as const, at: entry.timestamp, evidence: repeatedAs(id) };
      await change.update(repeated, { stick: stickAfter(other.stick, failed) });
      tell(repeated, `failed again: ${id} repeats it`);
    }
  }
  if (entry.type !== "outcome") return;
  for (const reference of entry.references) {
    if (change.head(reference) === undefined) continue;
    const other = await change.entry(reference);
    if (!isJudged(other) || (other.outcome_date ?? "") > entry.timestamp) continue;
    await change.update(reference, { outcome: entry.verdict, outcome_date: entry.timestamp });
    tell(reference, `its outcome is ${entry.verdict} again`);
  }
}
