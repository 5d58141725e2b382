import type { Call } from "../command/call.js";
import { command } from "../command/command.js";
import { flag, text, type Values } from "../command/input.js";
import { wrongUsage } from "../errors.js";
import { defined } from "../text/defined.js";
import type { WikiBrief, WikiBuilt } from "../wiki/wiki-schemas.js";
import type { Indexed } from "./reindex.js";

const input = {
  calibrate: flag("propose from which likeness on the model's near claims are asked about; prints, never writes"),
  fetchModel: flag("download the model's files first: the only use of the network"),
  wiki: flag("make the pages in memory/wiki, one for each domain, from what is approved"),
  brief: flag("with --wiki: print the material of pages that wait to be worded; writes nothing"),
  apply: text("<file>", "with --wiki: take back worded pages; - for stdin"),
};
type IndexFlags = Values<typeof input>;

async function wikiBy(
  call: Call,
  { wiki, brief, apply, calibrate, fetchModel }: IndexFlags,
): Promise<WikiBuilt | WikiBrief> {
  const form = "One of: tenet index --wiki, tenet index --wiki --brief, tenet index --wiki --apply FILE.";
  if (wiki !== true) throw wrongUsage("--brief and --apply are about pages", form);
  if (calibrate === true || fetchModel === true || (brief === true && apply !== undefined))
    throw wrongUsage("these flags ask for different things", form);
  const ctx = await call.context();
  if (brief === true) return (await import("../wiki/wiki-brief.js")).wikiBrief(ctx);
  if (apply === undefined) return (await import("../wiki/build-wiki.js")).buildWiki(ctx);
  const { applyWiki } = await import("../wiki/apply-wiki.js");
  return applyWiki(ctx, await call.readFile(apply, "--apply FILE"));
}

async function indexBy(call: Call, { calibrate, fetchModel }: IndexFlags): Promise<Indexed> {
  const { index } = await import("./reindex.js");
  return index(await call.context(), defined({ calibrate, fetchModel }));
}

export const index = command({
  name: "index",
  group: "care",
  place: 7,
  summary: "complete the search index, and look again at what could not be compared",
  examples: {
    "tenet index": "after a clone, a large import, or when an answer said partial",
    "tenet index --calibrate": "propose the cuts of another model; prints only",
    "tenet index --wiki": "pages of what is known, one for each domain, in memory/wiki",
    "tenet index --fetch-model": "when the model's files are missing; uses the network",
  },
  input,
  output: async () => {
    const [{ union }, { indexedSchema }, { wikiSchemas }] = await Promise.all([
      import("zod"),
      import("./health-schemas.js"),
      import("../wiki/wiki-schemas.js"),
    ]);
    return union([indexedSchema, ...wikiSchemas]);
  },
  run: async (call, flags): Promise<Indexed | WikiBuilt | WikiBrief> =>
    flags.wiki === true || flags.brief === true || flags.apply !== undefined
      ? await wikiBy(call, flags)
      : await indexBy(call, flags),
  async view(data) {
    if ("index" in data) return (await import("./reindex.js")).indexOutline(data);
    if ("instructions" in data) return (await import("../wiki/wiki-text.js")).wikiBriefText(data);
    return (await import("../wiki/wiki-outline.js")).wikiBuiltOutline(data);
  },
});
