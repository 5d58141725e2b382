/** Small values that can be made again, in the cache: settings as they were parsed, what a base holds. */
import { CacheDatabase, isCacheFailure } from "./database.js";

/** Of what another build kept, keys and meaning may differ. The bundler puts a hash of the whole program in its place. */
const BUILD = "@build@";

type Place = Parameters<typeof CacheDatabase.beside>[0];

/** Keeps a value under a name, where that can be done at once. */
export function keepValue(ws: Place, name: string, value: unknown): void {
  const database = CacheDatabase.beside(ws);
  database.keep(() => database.setFact(name, JSON.stringify({ build: BUILD, value })));
}

/** The value that this build kept; undefined without one, also in a damaged cache. `database`: the cache, where it is open. */
export function keptValue<T>(ws: Place, name: string, database = CacheDatabase.beside(ws)): T | undefined {
  try {
    const json = database.fact(name);
    const kept = json === undefined ? undefined : (JSON.parse(json) as { build: string; value: T });
    return kept?.build === BUILD ? kept.value : undefined;
  } catch (error) {
    if (isCacheFailure(error)) return undefined;
    throw error;
  }
}
