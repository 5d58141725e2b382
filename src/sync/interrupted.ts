/** A sync that was asked to end. */
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";

/** Between two batches: throws `interrupted`. `done`: what went or came until now. */
export function stopIfInterrupted({ signal }: Pick<Context, "signal">, done: string): void {
  if (signal.aborted) throw new TenetError(`interrupted: ${done}`, { failure: "interrupted" });
}
