/**
 * `learning.on` in the profile: off, nothing is captured and everything known is still read. Asked by whatever captures,
 * before it asks anybody for anything, and by every change of the tree: a verb that is not named here captures.
 */
import type { Profile } from "../../config.js";
import { TenetError } from "../../errors.js";

/** Changes that decide about what is known or asked, take it out, or keep the tree whole. */
const WITHOUT_LEARNING: ReadonlySet<string> = new Set([
  ...["review", "resolve", "link", "edit", "undo", "approve", "reject", "rollback"],
  // A question that is closed without an answer; an answer is the change of what it captures.
  "answer",
  ...["forget", "redact", "erase", "restore"],
  ...["doctor", "index", "merge", "wiki"],
  // What it takes from others it asks for itself.
  "sync",
]);

/** What a person types at a terminal. */
export const TURN_LEARNING_ON = "tenet config set learning.on true";

type Switch = Pick<Profile, "learning">;

/** Throws `refused` while learning is off. */
export function requireLearning({ learning }: Switch): void {
  if (learning.on) return;
  throw new TenetError("learning is off here, so nothing is captured: learning.on in tenet.yaml is false", {
    failure: "refused",
    code: "learning-off",
    hint: `What is known is read as ever. A person turns it on at a terminal: ${TURN_LEARNING_ON}`,
    details: { setting: "learning.on" },
  });
}

/** The same for a change of the tree by this verb. */
export function requireLearningFor(profile: Switch, op: string): void {
  if (!WITHOUT_LEARNING.has(op)) requireLearning(profile);
}
