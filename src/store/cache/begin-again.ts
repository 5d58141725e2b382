/** A command that meets a damaged or locked cache on its way begins again. Called by both doors; loads nothing. */

/** The code of the error for a cache that cannot be read or written to its end. */
export const CACHE_LOST = "cache-lost";

/** What is no failure of a command that is done already: the next one makes the cache anew. */
export const isCacheLost = (error: unknown): boolean => (error as { code?: unknown }).code === CACHE_LOST;

/** How many changes this process has begun to write. */
let changes = 0;
export const countChange = (): void => void changes++;

/** Runs a command, and again where its cache was lost before it had changed anything: it works in memory then, which is not lost. */
export async function beginningAgain<Given extends unknown[], T>(
  run: (...given: Given) => T | Promise<T>,
  ...given: Given
): Promise<T> {
  const before = changes;
  for (;;) {
    try {
      return await run(...given);
    } catch (error) {
      if (!isCacheLost(error) || changes !== before) throw error;
    }
  }
}
