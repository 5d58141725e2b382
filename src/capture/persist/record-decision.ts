/**
 * Stages a person's decision with its reason as a record, in the change that carries it out: both are written, or
 * neither. Called by approve, reject, review and resolve.
 */

import type { Context } from "../../context.js";
import type { Entry } from "../../entry/entry.js";
import { isPrivate, isRestricted, isSensitive } from "../../entry/gates/visible.js";
import { bornReview, contentHash } from "../../entry/status.js";
import { screenText } from "../../screening/screen.js";
import type { Change } from "../../store/change/change.js";
import type { Row } from "../../store/open-store.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import type { SeenEntry } from "../decisions/policy/situations.js";
import { checkDraft } from "../drafts/draft.js";
import { judgeDraft } from "../look/prepare.js";
import { newEntry, recordId } from "./persist-new.js";

/** A decision, and the entries it is about. */
export interface DecisionMade {
  situation: string;
  action: string;
  /** As it was typed, screened already. */
  reason: string;
  /** Ids of the entries it is about; the least trusted limits the trust of the record. */
  about: readonly string[];
  /** The person who decided; undefined for an agent, whose record waits for a person. */
  by: string | undefined;
  tags?: readonly string[];
}

/** Records a typed reason. While learning is off nothing is recorded, and undefined is returned. */
export async function recordReason(ctx: Context, change: Change, decision: DecisionMade): Promise<string | undefined> {
  return ctx.profile.learning.on ? await recordDecision(ctx, change, decision) : undefined;
}

/** Stages the record and returns its id. Quotes of entries are screened again: files may have been changed by hand. */
export async function recordDecision(ctx: Context, change: Change, decision: DecisionMade): Promise<string> {
  // A warning about the record must not stop the decision, and who may read it follows from what it quotes.
  const { contact: _contact, ...actor } = ctx.actor;
  const quiet: Context = { ...ctx, actor, warn: () => undefined };
  const about = decision.about.flatMap((id) => change.tree.head(id) ?? []);
  const draft = await checkDraft(quiet, {
    type: "decision",
    situation: await cleanText(decision.situation),
    action: await cleanText(decision.action),
    rationale: decision.reason,
    ...defined({ source: decision.by, tags: decision.tags }),
    ...(about.length === 0 ? {} : { derived_from: [...new Set(about.map(({ id }) => id))] }),
  });
  const judgedDraft = await judgeDraft(quiet, change.tree, draft);
  const entry = { ...newEntry(judgedDraft), id: recordId(change, judgedDraft), ...readersOf(about) } as Entry;
  change.append(decision.by === undefined ? entry : letIn(ctx, entry, decision.by));
  return entry.id;
}

async function cleanText(text: string): Promise<string> {
  return (await screenText(text, "the decision")).value;
}

/** A person who decided has seen these words: that is their approval. */
function letIn(ctx: Context, entry: Entry, by: string): Entry {
  if (bornReview(ctx.profile.apply_mode, entry.tier, entry.type) === undefined) return entry;
  const reason = "It says why they decided as they did.";
  return {
    ...entry,
    review: {
      state: "approved_for_reuse",
      by,
      tier: "relayed",
      at: stamp(ctx.clock.now()),
      reason,
      hash: contentHash(entry),
    },
  };
}

/** The readers of a restricted entry are also those of the record that quotes it. */
function readersOf(about: readonly Row[]): Partial<Entry> {
  const restricted = about.find(isRestricted);
  if (restricted === undefined) return {};
  const { scope, user, session } = restricted;
  return defined({ scope, user, session }) as Partial<Entry>;
}

/** The fields of an entry that a screen shows. */
export function seenEntry(head: Row): SeenEntry {
  const { id, type, tier, text, stakes } = head;
  return { id, type, tier, text, sensitive: isSensitive(head) || isPrivate(head), stakes };
}
