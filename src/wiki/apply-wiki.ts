/** `tenet index --wiki --apply`: prose for pages, checked whole before anything is written. */
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { troublesHiddenIn, withoutSecrets } from "../rules/planning/read-proposals.js";
import { wordingTroubles } from "../rules/policy/rule-line.js";
import { openStore, type Store } from "../store/open-store.js";
import { personHere } from "../store/profile/people-only.js";
import { parseStated, YamlTrouble } from "../store/records/safe-yaml.js";
import { neutral } from "../text/markdown.js";
import { withoutPersonal } from "../text/personal-data.js";
import { pageOf, type WikiLine } from "./policy/page.js";
import { type ProseFinding, readProse } from "./policy/prose.js";
import { readBytesOf } from "./wiki-bytes.js";
import { readPage, whyLeft } from "./wiki-file.js";
import type { WikiBuilt } from "./wiki-schemas.js";
import { headsByPage, WikiSources } from "./wiki-sources.js";
import { type PageProse, writePages } from "./write-pages.js";

function refusalOf(findings: readonly ProseFinding[]): TenetError {
  const lines = findings.map(({ page, at, message }) => `  ${page}${at === 0 ? "" : `, sentence ${at}`}: ${message}`);
  const count = findings.length === 1 ? "1 thing is" : `${findings.length} things are`;
  return new TenetError(`${count} wrong with the pages; nothing was written:\n${lines.join("\n")}`, {
    failure: "usage",
    code: "bad-pages",
    hint: "What a page is made of, and its form: tenet index --wiki --brief",
    details: { findings },
  });
}

interface GivenPage {
  page: string;
  text: string;
}

/** The list as it was given. Throws `usage` where it is none. */
function pagesGiven(text: string): GivenPage[] {
  let value: unknown;
  try {
    value = parseStated(text);
  } catch (thrown) {
    if (!(thrown instanceof YamlTrouble)) throw thrown;
    throw refusalOf([
      { page: "list", at: 0, message: `It cannot be read (line ${thrown.line ?? 1}): ${thrown.message}` },
    ]);
  }
  const list = Array.isArray(value) ? value : [value];
  const findings: ProseFinding[] = [];
  const pages = list.flatMap((one: unknown, at): GivenPage[] => {
    const {
      page,
      text: prose,
      ...others
    } = (typeof one === "object" && one !== null ? one : {}) as Record<string, unknown>;
    const isWellFormed = typeof page === "string" && typeof prose === "string" && Object.keys(others).length === 0;
    if (isWellFormed) return [{ page, text: prose }];
    findings.push({ page: "list", at: 0, message: `Item ${at + 1} is no {page, text}.` });
    return [];
  });
  if (list.length === 0) findings.push({ page: "list", at: 0, message: "It holds no page." });
  if (findings.length > 0) throw refusalOf(findings);
  return pages;
}

/** The ids that words in brackets name, among those of a page. */
function idsOf(tree: Store, refs: readonly string[], allowed: ReadonlySet<string>, find: (message: string) => void) {
  return refs.flatMap((ref): string[] => {
    let id: string;
    try {
      ({ id } = tree.resolve(ref));
    } catch (thrown) {
      if (!(thrown instanceof TenetError)) throw thrown;
      find(`No entry ${JSON.stringify(ref)}.`);
      return [];
    }
    if (allowed.has(id)) return [id];
    find(`${id} is no source of this page: it is not approved and live, not for everybody, or of another domain.`);
    return [];
  });
}

/** Everything that is wrong with the pages, all at once, or their lines. */
async function checkedPages(
  ctx: Context,
  tree: Store,
  givenPages: readonly GivenPage[],
): Promise<Map<string, WikiLine[]>> {
  const byPage = headsByPage(tree);
  const sources = await WikiSources.of(
    tree,
    givenPages.flatMap(({ page }) => byPage.get(page) ?? []),
  );
  const bytes = await readBytesOf(
    ctx.workspace,
    givenPages.map(({ page }) => pageOf(page)),
  );
  const findings: ProseFinding[] = [];
  const pages = new Map<string, WikiLine[]>();
  for (const { page, text } of givenPages) {
    const find = (message: string, at = 0) => findings.push({ page: page.slice(0, 64), at, message });
    const heads = byPage.get(page);
    if (heads === undefined) {
      find("There is no such page: nothing approved has this domain.");
      continue;
    }
    if (pages.has(page)) find("It is given twice.");
    const pageBytes = bytes.get(ctx.workspace.wikiPage(page));
    const whyLeftAlone = pageBytes === undefined ? undefined : whyLeft(readPage(pageBytes));
    if (whyLeftAlone !== undefined) find(`A person looks at it first: ${whyLeftAlone}.`);
    for (const message of await troublesHiddenIn(text, "the page")) find(message);
    const { parts, findings: form } = readProse(page, text);
    findings.push(...form);
    const allowed = new Set(heads.map(({ id }) => id));
    const lines: WikiLine[] = [];
    let at = 0;
    for (const part of parts) {
      if (typeof part === "string") {
        lines.push({ text: withoutPersonal(part).replace(/(?<=^#+ ).*/, neutral), ids: [] });
        continue;
      }
      at++;
      const namedIds = idsOf(tree, part.refs, allowed, (message) => find(message, at));
      const ids = [...new Set(namedIds)];
      const says = ids.flatMap((id) => sources.says(id) ?? []);
      // A sentence with unknown ids is reported already; it is not compared with its entries.
      if (namedIds.length === part.refs.length)
        for (const trouble of wordingTroubles(part.text, says)) find(trouble, at);
      lines.push({ text: neutral(withoutPersonal(part.text)), ids });
    }
    if (at === 0) find("It holds no sentence.");
    pages.set(page, lines);
  }
  if (findings.length > 0) throw refusalOf(await withoutSecrets(findings));
  return pages;
}

/** Applies prose to pages. Throws `usage` with all errors. */
export async function applyWiki(ctx: Context, text: string): Promise<WikiBuilt> {
  const pages = await checkedPages(ctx, await openStore(ctx), pagesGiven(text));
  const name = (await personHere(ctx)) ?? ctx.actor.agent;
  const prose = new Map([...pages].map(([page, lines]): [string, PageProse] => [page, { lines, by: name }]));
  return await writePages(ctx, prose);
}
