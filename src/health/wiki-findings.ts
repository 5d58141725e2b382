/** What is odd in the pages of the wiki: broken files, and lines that their entries do not bear out. */
import type { Context } from "../context.js";
import type { FindingDraft } from "../entry/findings.js";
import type { Store } from "../store/open-store.js";
import { trueLines } from "../wiki/policy/prose.js";
import { pagesIn, readBytesOf } from "../wiki/wiki-bytes.js";
import { isGenerated, readPage } from "../wiki/wiki-file.js";
import { isForPages, WikiSources } from "../wiki/wiki-sources.js";

const MEND = "Mend it, or take the page away; its material: tenet index --wiki --brief";
const AGAIN = "Word the page again: tenet index --wiki --brief";

/** Findings of every page; none where there is no wiki. */
export async function wikiFindings(ctx: Pick<Context, "workspace">, tree: Store): Promise<FindingDraft[]> {
  const { workspace: ws } = ctx;
  const findings: FindingDraft[] = [];
  for (const [path, bytes] of await readBytesOf(ws, pagesIn(ctx.workspace))) {
    const page = readPage(bytes);
    if (!isGenerated(page)) continue;
    const file = ws.relative(path);
    const find = (code: string, message: string, next: string, line = 1) =>
      findings.push({ severity: "warning", code, file, line, message, next });
    if (page.trouble !== undefined) {
      find("wiki-page", page.trouble.message, MEND, page.trouble.line);
      continue;
    }
    // An entry that no longer counts is no line's fault.
    const heads = page.lines.flatMap((line) => line?.ids ?? []).flatMap((id) => tree.head(id) ?? []);
    const pageHeads = heads.filter(isForPages);
    const sources = await WikiSources.of(tree, pageHeads);
    const pageIds = new Set(pageHeads.map(({ id }) => id));
    const resting = page.lines.filter(
      (line) => line !== undefined && line.ids.length > 0 && line.ids.every((id) => pageIds.has(id)),
    );
    const falseLines = resting.length - trueLines(resting, sources.says).length;
    const bare = page.lines.filter((line) => line === undefined).length;
    if (falseLines + bare > 0)
      find(
        "wiki-line",
        `${falseLines + bare} of its lines say what no entry they name says; they are not shown`,
        AGAIN,
      );
  }
  return findings;
}
