/** Writes worded pages of the wiki. Only what is approved, live and for everybody stands on one. Called by `apply-wiki.ts`. */
import type { Context } from "../context.js";
import { type Change, changeTree } from "../store/change/change.js";
import { changeVerb } from "../store/change/prepare-write.js";
import { stamp } from "../text/durations.js";
import { counted } from "../text/paint.js";
import { withoutPersonal } from "../text/personal-data.js";
import { oneLine, shorten } from "../text/shorten.js";
import { GENERAL, isHeading, sourcesHash, type WikiLine } from "./policy/page.js";
import { trueLines } from "./policy/prose.js";
import { pageText } from "./wiki-file.js";
import type { BuiltPage, WikiBuilt } from "./wiki-schemas.js";
import { headsByPage, WikiSources } from "./wiki-sources.js";

/** Prose for a page, checked, and who worded it. */
export interface PageProse {
  lines: readonly WikiLine[];
  by: string;
}

const MOST_TAGS = 40;
const LONGEST_DOMAIN = 100;

async function stage(ctx: Context, change: Change, prose: ReadonlyMap<string, PageProse>): Promise<BuiltPage[]> {
  const byPage = headsByPage(change.tree);
  const all = await WikiSources.of(
    change.tree,
    [...prose.keys()].flatMap((page) => byPage.get(page) ?? []),
  );
  return [...prose].map(([page, { lines: worded, by }]): BuiltPage => {
    const heads = byPage.get(page) ?? [];
    const sources = all.sources(heads);
    // Entries may have gone since it was worded.
    const allowed = new Set(heads.map(({ id }) => id));
    const lines = trueLines(worded, (id) => (allowed.has(id) ? all.says(id) : undefined));
    const count = lines.filter((line) => !isHeading(line)).length;
    const path = ctx.workspace.wikiPage(page);
    const built = { page, file: ctx.workspace.relative(path), sources: sources.length, lines: count };
    if (count === 0) return { ...built, state: "unchanged" };
    const domain = shorten(oneLine(withoutPersonal(heads[0]?.domain ?? GENERAL)), LONGEST_DOMAIN);
    const tags = [...new Set(heads.flatMap((head) => head.tags ?? []).map((tag) => withoutPersonal(tag)))];
    const generated = stamp(ctx.clock.now());
    const row = { domain, generated, by, sources: sources.length, hash: sourcesHash(sources) };
    change.write(path, pageText({ ...row, tags: tags.sort().slice(0, MOST_TAGS) }, lines));
    return { ...built, state: "written", by };
  });
}

/** Writes these pages as one change, as they were worded. */
export async function writePages(ctx: Context, prose: ReadonlyMap<string, PageProse>): Promise<WikiBuilt> {
  const reason = `wiki: ${counted(prose.size, "page")} worded`;
  return { pages: await changeTree(ctx, { ...changeVerb("wiki"), reason }, (change) => stage(ctx, change, prose)) };
}
