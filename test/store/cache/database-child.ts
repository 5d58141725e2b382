/** What the tests of the cache run in processes of their own: `node child.mjs <folder> <verb> <argument>...`. */
import { join } from "node:path";
import { isCacheLost } from "../../../src/store/cache/begin-again.js";
import { CacheDatabase, closeCaches } from "../../../src/store/cache/database.js";

const [folder = "", verb = "", ...args] = process.argv.slice(2);
const place = { local: join(folder, ".tenet"), cache: join(folder, ".tenet", "cache.db") };
const database = CacheDatabase.of(place);

/** Counts on, again where the file was locked for long. */
function raise(name: string): void {
  const cache = CacheDatabase.of(place);
  try {
    cache.transaction(() => cache.setFact(name, (cache.fact<number>(name) ?? 0) + 1));
  } catch (error) {
    if (!isCacheLost(error)) throw error;
    closeCaches();
    raise(name);
  }
}

switch (verb) {
  case "fill":
    database.transaction(() => {
      for (let at = 0; at < 200; at++) database.setFact(`fact-${at}`, `value ${at} `.repeat(20));
    });
    break;
  case "raise":
    for (let at = 0; at < Number(args[1]); at++) raise(args[0] as string);
    break;
  case "read": {
    let last = 0;
    for (let at = 0; at < Number(args[1]); at++) {
      const values = database.column<string>("SELECT value FROM facts WHERE name IN ('one', 'two')");
      const sum = values.reduce((before, value) => before + Number(value), 0);
      if (sum < last) throw new Error(`went back from ${last} to ${sum}`);
      last = sum;
    }
    break;
  }
  case "hold":
    database.transaction(() => {
      database.setFact("held", "1");
      process.stdout.write("ready\n");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
    });
    break;
  default:
    throw new Error(`no verb ${verb}`);
}
