/** Small values that can be made again, in the cache: settings as they were parsed, what a base holds. */
import { CacheDatabase, isCacheFailure } from "./database.js";

type Place = Parameters<typeof CacheDatabase.beside>[0];

/** Keeps a value under a name, where that can be done at once. */
export function keepValue(ws: Place, name: string, value: unknown): void {
  const database = CacheDatabase.beside(ws);
  database.keep(() => database.setFact(name, JSON.stringify(value)));
}

/** The value that was kept; undefined without one, also in a damaged cache. */
export function keptValue<T>(ws: Place, name: string): T | undefined {
  try {
    const json = CacheDatabase.beside(ws).fact(name);
    return json === undefined ? undefined : (JSON.parse(json) as T);
  } catch (error) {
    if (isCacheFailure(error)) return undefined;
    throw error;
  }
}
