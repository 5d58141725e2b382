/** `tenet review ID`: a person decides what becomes of an entry. Each decision is written at once. */

import { beforeWrite, checkReview } from "../capture/before-write.js";
import { stamp } from "../clock.js";
import type { Context } from "../context.js";
import { type Entry, type ReviewState, refOf } from "../entry/entry.js";
import { approvalVoid, contentHash } from "../entry/status.js";
import { TenetError } from "../errors.js";
import { contextHolding } from "../recall/home.js";
import { fromHome } from "../recall/user-tree.js";
import { changeTree } from "../store/change.js";
import { defined } from "../text/defined.js";
import { requireDecider, statedReason } from "./people-only.js";
import type { Reviewed } from "./review-schemas.js";

/** What a person may decide, by the flag that says it, and the state it leads to. */
export const REVIEW_ACTIONS = {
  approve: "approved_for_reuse",
  reject: "rejected",
  exception: "one_time_exception",
  sensitive: "sensitive",
  reopen: "needs_review",
} as const satisfies Record<string, ReviewState>;
export type ReviewAction = keyof typeof REVIEW_ACTIONS;

export interface ReviewInput {
  ref: string;
  action: ReviewAction;
  reason?: string | undefined;
  /** A person typed the word that was asked for. */
  confirmed: boolean;
  /** Hash of the content that the person was shown: an entry that says something else by now is not decided on. */
  shown?: string | undefined;
}

const MEANS: Readonly<Record<ReviewState, string>> = {
  approved_for_reuse: "It is retrieved, and may become a rule.",
  rejected: "It stays in the tree, and is neither retrieved nor made a rule.",
  one_time_exception: "It was right once, and is neither retrieved nor made a rule.",
  sensitive: "Its words are not shown any more; its id stays.",
  needs_review: "It waits for a review.",
  expired: "Nobody decided in time.",
};

const WHAT = "deciding on a review";
const INSTEAD = "Show a person what waits: tenet review --list";

/** An entry as it is shown before a decision, with the word to type. */
export async function entryToReview(
  ctx: Context,
  ref: string,
): Promise<{ entry: Entry; file: string; line: number; word: string; hash: string }> {
  const { tree, id } = await contextHolding(ctx, ref, { writing: true });
  const { entry, file, line } = await tree.one(id);
  return { entry, file, line, word: refOf(entry.id), hash: contentHash(entry) };
}

/** Decides on one entry. For people: exit 5 otherwise. Its tier stays what it is: a review does not raise trust. */
export async function decideReview(ctx: Context, input: ReviewInput): Promise<Reviewed> {
  const { by } = await requireDecider(ctx, WHAT, input.confirmed, INSTEAD);
  await beforeWrite(ctx, "review");
  const { home, id } = await contextHolding(ctx, input.ref, { writing: true });
  const reason = await statedReason(input.reason);
  const state = REVIEW_ACTIONS[input.action];
  const name = `review: ${input.ref} ${state.replaceAll("_", " ")}${reason === undefined ? "" : `: ${reason}`}`;
  const reviewed = await changeTree<Reviewed>(home, { op: "review", reason: name }, async (change) => {
    const entry = await change.entry(id);
    refuseEnded(entry);
    const hash = contentHash(entry);
    if (input.shown !== undefined && input.shown !== hash) {
      throw new TenetError(`${id} is no longer what was shown; nothing was decided`, {
        failure: "busy",
        code: "changed-meanwhile",
        hint: `Look at it once more: tenet show ${id}`,
      });
    }
    checkReview(entry, state, "person");
    const before = entry.review?.state;
    const answer = defined({ id, before, state, by, reason, says: MEANS[state] });
    // An approval by a person of these very words, or the same state again: nothing is new.
    if (before === state && approvalVoid(entry) === undefined) {
      return { decision: "unchanged", ...answer, ...(await change.update(id, {})) };
    }
    if (input.action === "approve") await refuseUnfit(entry);
    const review = defined({ state, by, at: stamp(ctx.clock.now()), reason, hash });
    return { decision: input.action, ...answer, ...(await change.update(id, { review })) };
  });
  return fromHome(ctx, home, reviewed);
}

function refuseEnded({ id, status }: Entry): void {
  if (status !== "forgotten" && status !== "superseded") return;
  throw new TenetError(`${id} is ${status}; there is nothing to decide`, {
    failure: "refused",
    code: "illegal-transition",
    hint: `See where it stands: tenet show ${id}`,
  });
}

/** What came into the file by other ways than tenet is screened before it is let in. */
async function refuseUnfit(entry: Entry): Promise<void> {
  const { screenEntry } = await import("../screening/screen.js");
  const { review: _, imported: __, ...fields } = entry;
  const { findings } = await screenEntry(fields, { mode: "redact", bidi: "refuse" });
  const [first] = findings;
  if (first === undefined) return;
  const what = first.what === "secret" ? `a secret (${first.kind})` : "hidden characters";
  throw new TenetError(`${entry.id} holds ${what} in ${first.field}; it was not approved`, {
    failure: "refused",
    code: first.what === "secret" ? "secret" : "hidden-characters",
    hint: `Take that out first: tenet edit ${entry.id}`,
  });
}
