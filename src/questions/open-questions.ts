/** Questions that wait for a person's answer: for the review, the status, the heartbeat and the context. */
import type { Context } from "../context.js";
import type { Row, Store } from "../store/open-store.js";
import { isOpenQuestion } from "./policy/limits.js";

/** Those of a tree that its reader may be shown, the oldest first. Without any question it costs one look at a table. */
export function openQuestionsIn({ profile, clock }: Pick<Context, "profile" | "clock">, tree: Store): Row[] {
  const asked = tree.where({ type: "question" });
  if (asked.length === 0) return [];
  const now = clock.now();
  return asked.filter((head) => isOpenQuestion(head, profile.ask.expire_days, now));
}

/** The tree in which a person answers: whoever sits at the terminal answers questions about every contact. */
export function treeToAnswer(ctx: Pick<Context, "actor">, shown: Store): Store {
  return ctx.actor.atTerminal ? shown.whole() : shown;
}
