/** Three entries on two pages of the wiki, for tests of them. */
import { wikiLayer } from "../../src/context/layers/wiki-layer.js";
import { claimOf, type Entry } from "../../src/entry/entry.js";
import { openStore } from "../../src/store/open-store.js";
import { applyWiki } from "../../src/wiki/apply-wiki.js";
import { cor, ins } from "../loop/loop-world.js";
import { type DecidingWorld, decidingWorld } from "../rules/deciding-world.js";
import { memory } from "../store/entries.js";

export const PAGE = "memory/wiki/releases.md";
export const GENERAL = "memory/wiki/general.md";

export const NPM = cor("AAAA1", {
  ...{ corrected_to: "Use npm ci in CI", prior_belief: "npm install is fine", domain: "Releases", tags: ["pipeline"] },
});
export const FRIDAYS = ins("AAAA2", { insight: "Releases are never cut on Fridays", domain: "releases" });
export const OFFICE = memory({ id: "MEM-20260216-AAAA3", content: "The office is in Bern", category: "fact" });

export interface WikiWorld extends DecidingWorld {
  apply(pages: unknown): ReturnType<typeof applyWiki>;
  /** What a context prints of the page that a query asks for. */
  shown(query: string): Promise<string[]>;
}

export async function emptyWiki(profile = {}): Promise<WikiWorld> {
  const w = decidingWorld({ apply_mode: "auto", ...profile });
  return Object.assign(w, {
    apply: (pages: unknown) => applyWiki(w.ctx, JSON.stringify(pages)),
    async shown(query: string) {
      const { items } = await wikiLayer({ ctx: w.ctx, input: { query }, tree: await openStore(w.ctx) }, []);
      return items.map(({ text = "" }) => text);
    },
  });
}

/** Prose of one sentence an entry: its own words. */
export const proseOf = (entries: readonly Entry[]): string =>
  entries.map((entry) => `${claimOf(entry)} (${entry.id})`).join("\n");

export async function world(): Promise<WikiWorld> {
  const w = await emptyWiki();
  await w.store(NPM, FRIDAYS, OFFICE);
  await w.apply([
    { page: "releases", text: proseOf([NPM, FRIDAYS]) },
    { page: "general", text: proseOf([OFFICE]) },
  ]);
  return w;
}
