/** Small values that can be made again, in the cache: settings as they were parsed, what a base holds. */
import type { Workspace } from "../workspace.js";
import { CacheDatabase } from "./database.js";

/** Of what another build kept, keys and meaning may differ. The bundler puts a hash of the whole program in its place. */
const BUILD = "@build@";

type Place = Pick<Workspace, "local" | "cache">;

/** Keeps a value under a name, where that can be done at once. */
export function keepValue(ws: Place, name: string, value: unknown): void {
  const database = CacheDatabase.current(ws, { waitMs: 1 });
  database.keep(() => database.setFact(name, JSON.stringify({ build: BUILD, value })));
  database.close();
}

/** The value that this build kept; undefined without one. */
export function keptValue<T>(ws: Place, name: string): T | undefined {
  const database = CacheDatabase.current(ws, { waitMs: 1 });
  const json = database.fact(name);
  database.close();
  const kept = json === undefined ? undefined : (JSON.parse(json) as { build: string; value: T });
  return kept?.build === BUILD ? kept.value : undefined;
}
