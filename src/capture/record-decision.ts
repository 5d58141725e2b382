/**
 * A decision with its reason as a record of its own, staged in the change that carries it out: both are written, or
 * neither. Called by whatever people decide: approve, reject, review, resolve.
 */

import type { Context } from "../context.js";
import type { Entry } from "../entry/entry.js";
import { isPrivate, isRestricted, isSensitive } from "../entry/gates/visible.js";
import { contentHash } from "../entry/status.js";
import { screenText } from "../screening/screen.js";
import type { Change } from "../store/change/change.js";
import type { SeenEntry } from "../store/decisions/policy/situations.js";
import type { EntryMeta } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { checkDraft } from "./drafts/draft.js";
import { newEntry, recordId } from "./persist/persist-new.js";
import { judgeDraft } from "./prepare.js";

/** What was decided, and about what. */
export interface DecisionMade {
  situation: string;
  action: string;
  /** As it was typed, screened already. */
  reason: string;
  /** Ids of the entries it was about: the least trusted of them says how far the record is trusted. */
  about: readonly string[];
  /** The person who decided; undefined: an agent did, and its record waits for a person. */
  by: string | undefined;
  tags?: readonly string[];
}

/** The same of a reason that somebody typed; while learning is off it is not captured, and nothing is answered. */
export async function recordReason(ctx: Context, change: Change, made: DecisionMade): Promise<string | undefined> {
  return ctx.profile.learning.on ? await recordDecision(ctx, change, made) : undefined;
}

/**
 * Stages the record; answers its id. What it repeats of entries is screened again: a file may have come by other ways.
 */
export async function recordDecision(ctx: Context, change: Change, made: DecisionMade): Promise<string> {
  // What is decided must not fail because of what is said about it.
  const quiet: Context = { ...ctx, profile: { ...ctx.profile, secrets: "redact" }, warn: () => undefined };
  const about = made.about.flatMap((id) => change.head(id) ?? []);
  const draft = await checkDraft(quiet, {
    type: "decision",
    situation: await cleaned(made.situation),
    action: await cleaned(made.action),
    rationale: made.reason,
    ...defined({ source: made.by, tags: made.tags }),
    ...(about.length === 0 ? {} : { derived_from: [...new Set(about.map(({ id }) => id))] }),
  });
  const judged = await judgeDraft(quiet, change.tree, draft);
  const entry = { ...newEntry(judged), id: recordId(change, judged), ...readersOf(about) } as Entry;
  change.append(made.by === undefined ? entry : letIn(ctx, entry, made.by));
  return entry.id;
}

async function cleaned(text: string): Promise<string> {
  return (await screenText(text, "the decision", { mode: "redact", bidi: "strip" })).value;
}

/** A person who decided has seen these words: where they would wait for one, that is their approval. */
function letIn(ctx: Context, entry: Entry, by: string): Entry {
  if (entry.review === undefined) return entry;
  const reason = "It says why they decided as they did.";
  return {
    ...entry,
    review: { state: "approved_for_reuse", by, at: stamp(ctx.clock.now()), reason, hash: contentHash(entry) },
  };
}

/** What is for one person, conversation or contact alone stays theirs when it is quoted. */
function readersOf(about: readonly EntryMeta[]): Partial<Entry> {
  const restricted = about.find(isRestricted);
  if (restricted === undefined) return {};
  const { scope, user, session } = restricted;
  return defined({ scope, user, session }) as Partial<Entry>;
}

/** Entries as they stood on a screen. */
export function seenEntry(head: EntryMeta): SeenEntry {
  const { id, type, tier, text, stakes } = head;
  return { id, type, tier, text, sensitive: isSensitive(head) || isPrivate(head), stakes };
}
