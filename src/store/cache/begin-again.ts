/** A command that meets a damaged cache on its way begins again. Called by both doors; loads nothing. */
import { TenetError } from "../../errors.js";

/** The code of the error for a cache that cannot be read to its end. */
export const CACHE_LOST = "cache-lost";

/** How many changes this process has made durable. */
let changes = 0;
export const countChange = (): void => void changes++;

/** What is done about a cache in doubt: whoever opens caches adds it. */
export const dropping: (() => void)[] = [];

/** What the language itself throws at values that nobody wrote: bytes of the cache changed where SQLite does not look. */
const isDoubt = (error: unknown) => [SyntaxError, TypeError, RangeError].some((kind) => error instanceof kind);

/** Runs a command, and once more where its cache was lost, or is in doubt, before it had changed anything: it is made anew. */
export async function beginningAgain<Given extends unknown[], T>(
  run: (...given: Given) => T | Promise<T>,
  ...given: Given
): Promise<T> {
  const before = changes;
  try {
    return await run(...given);
  } catch (error) {
    const isLost = error instanceof TenetError && error.code === CACHE_LOST;
    if (changes !== before || !(isLost || isDoubt(error))) throw error;
    if (!isLost) for (const drop of dropping) drop();
    return await run(...given);
  }
}
