/** A command that meets a damaged cache on its way begins again. Called by both doors; loads nothing. */
import { TenetError } from "../../errors.js";

/** The code of the error for a cache that cannot be read to its end. */
export const CACHE_LOST = "cache-lost";

/** How many changes this process has made durable. */
let changes = 0;
export const countChange = (): void => void changes++;

/** Runs a command, and once more where its cache was lost before it had changed anything: by then it is made anew. */
export async function beginningAgain<Given extends unknown[], T>(
  run: (...given: Given) => T | Promise<T>,
  ...given: Given
): Promise<T> {
  const before = changes;
  try {
    return await run(...given);
  } catch (error) {
    if (!(error instanceof TenetError) || error.code !== CACHE_LOST || changes !== before) throw error;
    return await run(...given);
  }
}
