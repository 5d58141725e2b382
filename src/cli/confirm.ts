import { TenetError } from "../errors.js";
import type { CommandContext } from "./command-context.js";

/**
 * Does what only a person may do: where the operation refuses for want of a person and somebody sits here, it is
 * asked to be confirmed by a typed word, and done again.
 */
export async function withPerson<T>(
  door: CommandContext,
  word: string,
  act: (confirmed: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await act(false);
  } catch (thrown) {
    const wanted = thrown instanceof TenetError && thrown.code === "needs-person";
    if (!wanted || door.asker === undefined) throw thrown;
    return act(await door.asker.typed(`This needs a person. Type ${word} to confirm:`, word));
  }
}
