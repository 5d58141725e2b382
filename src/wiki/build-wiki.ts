/**
 * `tenet index --wiki`: pages of what is known, by domain. Without prose a page holds the entries' own claims by weight; a
 * page whose sources did not change keeps its bytes. Only what is approved, live and for everybody stands on one.
 */
import type { Context } from "../context.js";
import { type Change, changeTree } from "../store/change/change.js";
import { changeVerb } from "../store/change/prepare-write.js";
import { openStore, type Store } from "../store/open-store.js";
import { GENERAL, isHeading, MOST_LINES, sourcesHash, type WikiLine } from "../store/wiki/policy/page.js";
import { trueLines } from "../store/wiki/policy/prose.js";
import { pagesIn, readBytesOf } from "../store/wiki/wiki-bytes.js";
import { type FoundPage, isBarePage, isGenerated, pageText, readPage, whyLeft } from "../store/wiki/wiki-file.js";
import { byWeight, headsByPage, WikiSources } from "../store/wiki/wiki-sources.js";
import { stamp } from "../text/durations.js";
import { counted } from "../text/paint.js";
import { withoutPersonal } from "../text/personal-data.js";
import { oneLine, shorten } from "../text/shorten.js";
import type { BuiltPage, WikiBuilt } from "./wiki-schemas.js";

/** tenet's own name in a page's header. */
export const OWN_CLAIMS = "tenet";

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
  readonly #tree: Store;
  readonly #read: (path: string) => Uint8Array | undefined;
  readonly #sources: WikiSources;

  constructor(ctx: Context, tree: Store, sources: WikiSources, readBytes: (path: string) => Uint8Array | undefined) {
    this.#ctx = ctx;
    this.#tree = tree;
    this.#sources = sources;
    this.#read = readBytes;
  }

  /** Undefined for a foreign file whose name is no domain. */
  async page(page: string, heads: Heads, prose: PageProse | undefined): Promise<PlannedPage | undefined> {
    const path = this.#ctx.workspace.wikiPage(page);
    const bytes = this.#read(path);
    const pageOnDisk = bytes === undefined ? undefined : readPage(bytes);
    const knownSources = this.#sources.sources(heads);
    if (knownSources.length === 0 && pageOnDisk !== undefined && !isGenerated(pageOnDisk)) return undefined;
    const base = { page, file: this.#ctx.workspace.relative(path), sources: knownSources.length };
    const whyLeftAlone = pageOnDisk === undefined ? undefined : whyLeft(pageOnDisk);
    if (whyLeftAlone !== undefined) return { built: { ...base, state: "left", lines: 0, because: whyLeftAlone } };
    if (knownSources.length === 0) {
      if (pageOnDisk === undefined) return { built: { ...base, state: "unchanged", lines: 0 } };
      if (isBarePage(pageOnDisk)) return { built: { ...base, state: "removed", lines: 0 }, write: { text: null } };
    }
    const hash = sourcesHash(knownSources);
    if (prose === undefined && pageOnDisk?.header.hash === hash) {
      const lines = pageOnDisk.lines.filter((line) => line !== undefined && !isHeading(line)).length;
      return {
        built: { ...base, state: "unchanged", lines, ...(pageOnDisk.header.by ? { by: pageOnDisk.header.by } : {}) },
      };
    }
    const { lines, by } = this.#stillTrue(heads, prose) ?? (await this.#linesOf(heads, pageOnDisk));
    const domain = shorten(
      oneLine(withoutPersonal(heads[0]?.domain ?? pageOnDisk?.header.domain ?? GENERAL)),
      LONGEST_DOMAIN,
    );
    const tags = [...new Set(heads.flatMap((head) => head.tags ?? []).map((tag) => withoutPersonal(tag)))]
      .sort()
      .slice(0, MOST_TAGS);
    const generated = stamp(this.#ctx.clock.now());
    const text = pageText({ domain, generated, by, sources: knownSources.length, hash, tags }, lines, pageOnDisk);
    const count = lines.filter((line) => !isHeading(line)).length;
    return { built: { ...base, state: "written", lines: count, by }, write: { text } };
  }

  /** What holds of prose on this tree, for entries may have gone since it was worded; undefined where nothing does. */
  #stillTrue(
    heads: Heads,
    prose: { lines: readonly (WikiLine | undefined)[]; by: string } | undefined,
  ): PageProse | undefined {
    if (prose === undefined) return undefined;
    const allowed = new Set(heads.map(({ id }) => id));
    const { says, ownLine } = this.#sources;
    const among =
      <T>(of: (id: string) => T | undefined) =>
      (id: string) =>
        allowed.has(id) ? of(id) : undefined;
    const sentences = prose.lines.filter((line) => line?.text.startsWith("- ") !== true);
    const lines = trueLines(sentences, among(says), among(ownLine));
    return lines.length === 0 ? undefined : { lines, by: prose.by };
  }

  /** Prose that still holds, then the claims of entries it does not name, the heaviest first. */
  async #linesOf(heads: Heads, page: FoundPage | undefined): Promise<PageProse> {
    const { lines = [], header: { by = OWN_CLAIMS } = {} } = page ?? {};
    const prose = by === OWN_CLAIMS ? undefined : this.#stillTrue(heads, { lines, by });
    const keptLines = prose?.lines ?? [];
    const citedIds = new Set(keptLines.flatMap(({ ids }) => ids));
    const room = MOST_LINES - keptLines.filter((line) => !isHeading(line)).length;
    const uncitedIds = heads.map(({ id }) => id).filter((id) => !citedIds.has(id));
    const claims = (await byWeight(this.#ctx, this.#tree, uncitedIds)).flatMap((id) => this.#sources.ownLine(id) ?? []);
    return { lines: [...keptLines, ...claims.slice(0, Math.max(0, room))], by: prose?.by ?? OWN_CLAIMS };
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
  const planner = new Planner(ctx, tree, await WikiSources.of(tree, heads), readBytes);
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
