/** Prints that a decision is only a proposal on a protected branch. Called by every command that decides. */
import type { Context } from "../../context.js";
import { mergeNote } from "./policy/base-state.js";

export function sayMerge({ base, warn }: Pick<Context, "base" | "warn">): void {
  const note = mergeNote(base);
  if (note !== undefined) warn(note);
}
