/** What only a person may do, done by whoever sits here once they have typed a word. */
import { TenetError } from "../errors.js";
import type { Worded } from "../steps.js";
import type { Call, Render } from "./call.js";

const needsPerson = (thrown: unknown): boolean => thrown instanceof TenetError && thrown.code === "needs-person";

/**
 * Where the operation refuses for want of a person and somebody sits here, it is asked to be confirmed by a typed word,
 * and done again.
 */
export async function withPerson<T>(call: Call, word: string, act: (confirmed: boolean) => Promise<T>): Promise<T> {
  try {
    return await act(false);
  } catch (thrown) {
    if (!needsPerson(thrown) || call.asker === undefined) throw thrown;
    return act(await call.asker.typed(`This needs a person. Type ${word} to confirm:`, word));
  }
}

/**
 * The same where they are shown first what would be done. `wordOf`: what they type; undefined: there is nothing to do.
 * `shown`: the plan that was on the screen when they typed.
 */
export async function withPlan<T>(
  call: Call,
  act: (how: { dryRun?: true; confirmed?: boolean }, shown?: T) => Promise<T>,
  render: Render<Worded<T>>,
  wordOf: (plan: T) => string | undefined,
): Promise<T> {
  try {
    return await act({});
  } catch (thrown) {
    if (!needsPerson(thrown) || call.asker === undefined) throw thrown;
    const plan = await act({ dryRun: true });
    const word = wordOf(plan);
    if (word === undefined) return plan;
    await call.show(plan, render);
    return act({ confirmed: await call.asker.typed(`Type ${word} to confirm:`, word) }, plan);
  }
}
