/** What only a person may do, done by whoever sits here once they have typed a word. */
import { TenetError } from "../errors.js";
import type { Worded } from "../steps.js";
import type { Asker, Call, Render } from "./call.js";

/** The asker, where the operation refused for want of a person and somebody sits here; throws again elsewhere. */
function askerAfter(thrown: unknown, { asker }: Call): Asker {
  if (!(thrown instanceof TenetError) || thrown.code !== "needs-person" || asker === undefined) throw thrown;
  return asker;
}

/** Where the operation refuses for want of a person and somebody sits here, they confirm it by a typed word. */
export async function withPerson<T>(call: Call, word: string, act: (confirmed: boolean) => Promise<T>): Promise<T> {
  try {
    return await act(false);
  } catch (thrown) {
    return act(await askerAfter(thrown, call).typed(`This needs a person. Type ${word} to confirm:`, word));
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
    const asker = askerAfter(thrown, call);
    const plan = await act({ dryRun: true });
    const word = wordOf(plan);
    if (word === undefined) return plan;
    await call.show(plan, render);
    return act({ confirmed: await asker.typed(`Type ${word} to confirm:`, word) }, plan);
  }
}
