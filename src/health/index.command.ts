import type { Call } from "../command/call.js";
import { command } from "../command/command.js";
import { flag, text, type Values } from "../command/input.js";
import { wrongUsage } from "../errors.js";
import type { WikiBrief, WikiBuilt } from "../wiki/wiki-schemas.js";
import type { Indexed } from "./reindex.js";

const input = {
  wiki: flag("the pages in memory/wiki, one for each domain, of what is approved: with --brief or --apply"),
  brief: flag("with --wiki: print the material of pages that wait to be worded; writes nothing"),
  apply: text("<file>", "with --wiki: take back worded pages; - for stdin"),
};
type IndexFlags = Values<typeof input>;

async function wikiBy(call: Call, { wiki, brief, apply }: IndexFlags): Promise<WikiBuilt | WikiBrief> {
  const form = "One of: tenet index --wiki --brief, tenet index --wiki --apply FILE.";
  if (wiki !== true) throw wrongUsage("--brief and --apply are about pages", form);
  if (brief === true && apply !== undefined) throw wrongUsage("these flags ask for different things", form);
  const ctx = await call.context();
  if (brief === true) return (await import("../wiki/wiki-brief.js")).wikiBrief(ctx);
  if (apply === undefined) throw wrongUsage("--wiki goes with --brief or --apply", form);
  return (await import("../wiki/apply-wiki.js")).applyWiki(ctx, await call.readFile(apply, "--apply FILE"));
}

async function indexBy(call: Call): Promise<Indexed> {
  const { index } = await import("./reindex.js");
  return index(await call.context());
}

export const index = command({
  name: "index",
  group: "care",
  place: 7,
  summary: "complete the search index, and look again at what could not be compared",
  examples: {
    "tenet index": "after a clone, a large import, or when an answer said partial",
    "tenet index --wiki --brief": "the material for pages of what is known, one for each domain",
  },
  input,
  output: async () => {
    const [{ indexedSchema }, { wikiSchemas }] = await Promise.all([
      import("./health-schemas.js"),
      import("../wiki/wiki-schemas.js"),
    ]);
    return [indexedSchema, ...wikiSchemas];
  },
  run: async (call, flags): Promise<Indexed | WikiBuilt | WikiBrief> =>
    flags.wiki === true || flags.brief === true || flags.apply !== undefined
      ? await wikiBy(call, flags)
      : await indexBy(call),
  async view(data) {
    if ("index" in data) return (await import("./reindex.js")).indexOutline(data);
    if ("instructions" in data) return (await import("../wiki/wiki-text.js")).wikiBriefText(data);
    return (await import("../wiki/wiki-outline.js")).wikiBuiltOutline(data);
  },
});
