/** A command that meets a damaged or locked cache on its way begins again. Called by both doors; loads nothing. */
import { TenetError } from "../../errors.js";

/** The code of the error for a cache that cannot be read or written to its end. */
export const CACHE_LOST = "cache-lost";

/** How many changes this process has begun to write. */
let changes = 0;
export const countChange = (): void => void changes++;

/** Runs a command, and again where its cache was lost before it had changed anything. */
export async function beginningAgain<Given extends unknown[], T>(
  run: (...given: Given) => T | Promise<T>,
  ...given: Given
): Promise<T> {
  const before = changes;
  for (let times = 1; ; times++) {
    try {
      return await run(...given);
    } catch (error) {
      const isLost = error instanceof TenetError && error.code === CACHE_LOST;
      if (!isLost || changes !== before || times === 3) throw error;
    }
  }
}
