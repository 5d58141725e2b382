/**
 * `tenet index --wiki`: pages of prose about what is known, by domain. Without prose there is no page; without new prose a
 * page keeps the sentences that still hold. Only what is approved, live and for everybody stands on one.
 */
import type { Context } from "../context.js";
import { type Change, changeTree } from "../store/change/change.js";
import { changeVerb } from "../store/change/prepare-write.js";
import { openStore, type Store } from "../store/open-store.js";
import { GENERAL, isHeading, sourcesHash, type WikiLine } from "../store/wiki/policy/page.js";
import { trueLines } from "../store/wiki/policy/prose.js";
import { pagesIn, readBytesOf } from "../store/wiki/wiki-bytes.js";
import { type FoundPage, isBarePage, isGenerated, pageText, readPage, whyLeft } from "../store/wiki/wiki-file.js";
import { headsByPage, WikiSources } from "../store/wiki/wiki-sources.js";
import { stamp } from "../text/durations.js";
import { counted } from "../text/paint.js";
import { withoutPersonal } from "../text/personal-data.js";
import { oneLine, shorten } from "../text/shorten.js";
import type { BuiltPage, WikiBuilt } from "./wiki-schemas.js";

/** Prose for a page, checked, and who worded it. */
export interface PageProse {
  lines: readonly WikiLine[];
  by: string;
}

type Heads = ReturnType<typeof headsByPage> extends Map<string, infer H> ? H : never;

interface PlannedPage {
  built: BuiltPage;
  /** Undefined: nothing is written. */
  write?: { text: string | null };
}

const MOST_TAGS = 40;
const LONGEST_DOMAIN = 100;

class Planner {
  readonly #ctx: Context;
  readonly #read: (path: string) => Uint8Array | undefined;
  readonly #sources: WikiSources;

  constructor(ctx: Context, sources: WikiSources, readBytes: (path: string) => Uint8Array | undefined) {
    this.#ctx = ctx;
    this.#sources = sources;
    this.#read = readBytes;
  }

  /** Undefined where there is no page: nobody worded one, or the file is somebody's own. */
  async page(page: string, heads: Heads, prose: PageProse | undefined): Promise<PlannedPage | undefined> {
    const path = this.#ctx.workspace.wikiPage(page);
    const bytes = this.#read(path);
    const pageOnDisk = bytes === undefined ? undefined : readPage(bytes);
    if (prose === undefined && (pageOnDisk === undefined || !isGenerated(pageOnDisk))) return undefined;
    const knownSources = this.#sources.sources(heads);
    const base = { page, file: this.#ctx.workspace.relative(path), sources: knownSources.length };
    const whyLeftAlone = pageOnDisk === undefined ? undefined : whyLeft(pageOnDisk);
    if (whyLeftAlone !== undefined) return { built: { ...base, state: "left", lines: 0, because: whyLeftAlone } };
    const before = pageOnDisk?.lines ?? [];
    const lines = this.#stillTrue(heads, prose?.lines ?? before);
    const by = prose?.by ?? pageOnDisk?.header.by ?? "";
    const count = lines.filter((line) => !isHeading(line)).length;
    if (count === 0 && (pageOnDisk === undefined || isBarePage(pageOnDisk))) {
      const isThere = pageOnDisk !== undefined;
      return {
        built: { ...base, state: isThere ? "removed" : "unchanged", lines: 0 },
        ...(isThere && { write: { text: null } }),
      };
    }
    const isSame = lines.length === before.length && lines.every(({ text }, at) => before[at]?.text === text);
    if (prose === undefined && isSame) return { built: { ...base, state: "unchanged", lines: count, by } };
    // The hash is of what the prose was worded from: a page with other sources waits for its next wording.
    const hash = prose === undefined ? (pageOnDisk?.header.hash ?? "") : sourcesHash(knownSources);
    const text = pageText(this.#row(heads, pageOnDisk, { by, hash, sources: knownSources.length }), lines, pageOnDisk);
    return { built: { ...base, state: "written", lines: count, by }, write: { text } };
  }

  #row(heads: Heads, pageOnDisk: FoundPage | undefined, more: { by: string; hash: string; sources: number }) {
    const stated = heads[0]?.domain ?? pageOnDisk?.header.domain ?? GENERAL;
    const domain = shorten(oneLine(withoutPersonal(stated)), LONGEST_DOMAIN);
    const tags = [...new Set(heads.flatMap((head) => head.tags ?? []).map((tag) => withoutPersonal(tag)))];
    return { domain, generated: stamp(this.#ctx.clock.now()), ...more, tags: tags.sort().slice(0, MOST_TAGS) };
  }

  /** What holds of prose on this tree: entries may have gone since it was worded. */
  #stillTrue(heads: Heads, lines: readonly (WikiLine | undefined)[]): WikiLine[] {
    const allowed = new Set(heads.map(({ id }) => id));
    return trueLines(lines, (id) => (allowed.has(id) ? this.#sources.says(id) : undefined));
  }
}

async function planAll(
  ctx: Context,
  tree: Store,
  readBytes: (path: string) => Uint8Array | undefined,
  prose: ReadonlyMap<string, PageProse> | undefined,
): Promise<PlannedPage[]> {
  const byPage = headsByPage(tree);
  const names =
    prose === undefined ? [...new Set([...byPage.keys(), ...pagesIn(ctx.workspace)])].sort() : [...prose.keys()];
  const heads = names.flatMap((name) => byPage.get(name) ?? []);
  const planner = new Planner(ctx, await WikiSources.of(tree, heads), readBytes);
  const planned: PlannedPage[] = [];
  for (const name of names) {
    const page = await planner.page(name, byPage.get(name) ?? [], prose?.get(name));
    if (page !== undefined) planned.push(page);
  }
  return planned;
}

async function stage(ctx: Context, change: Change, prose: ReadonlyMap<string, PageProse> | undefined) {
  const planned = await planAll(ctx, change.tree, (path) => change.read(path), prose);
  for (const { built, write } of planned) {
    if (write === undefined) continue;
    const path = ctx.workspace.wikiPage(built.page);
    if (write.text === null) change.remove(path);
    else change.write(path, write.text);
  }
  return planned.map(({ built }) => built);
}

/** Writes every page whose sources changed, as one change. Takes no lock while the sources are unchanged. */
export async function buildWiki(ctx: Context): Promise<WikiBuilt> {
  const tree = await openStore(ctx);
  const bytesByPath = await readBytesOf(ctx.workspace, [
    ...new Set([...headsByPage(tree).keys(), ...pagesIn(ctx.workspace)]),
  ]);
  const planned = await planAll(ctx, tree, (path) => bytesByPath.get(path), undefined);
  if (planned.every(({ write }) => write === undefined)) return { pages: planned.map(({ built }) => built) };
  return await writePages(ctx, undefined);
}

/** Writes pages as one change; with `prose` these alone, as they were worded. */
export async function writePages(ctx: Context, prose: ReadonlyMap<string, PageProse> | undefined): Promise<WikiBuilt> {
  const reason = prose === undefined ? "wiki: pages" : `wiki: ${counted(prose.size, "page")} worded`;
  return { pages: await changeTree(ctx, { ...changeVerb("wiki"), reason }, (change) => stage(ctx, change, prose)) };
}
