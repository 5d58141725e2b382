/** Says that what a person just decided is a proposal, where people protect a branch. Called by every such decision. */
import type { Context } from "../../context.js";
import { mergeNote } from "./policy/base-state.js";

export function sayMerge({ base, warn }: Pick<Context, "base" | "warn">): void {
  const note = mergeNote(base);
  if (note !== undefined) warn(note);
}
