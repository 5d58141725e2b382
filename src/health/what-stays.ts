/**
 * What of tenet's folders is not tenet's: asked before they are taken out. People write around records and around the block
 * of a page, put files of their own beside them, and golden questions are theirs altogether.
 */
import { basename, dirname, join } from "node:path";
import { WHOLE_VERSION } from "../entry/id-form.js";

import { filesBeneath } from "../store/files/remove-workspace.js";
import { readBytes } from "../store/files/safe-path.js";
import { conflictLine, isYaml } from "../store/records/fences.js";
import { bodyOf, idWithin, layoutOf } from "../store/records/record-parse.js";
import { isLink, isRecordFile, textOfRecordFile } from "../store/records/scan.js";
import type { Workspace } from "../store/workspace.js";
import { isBarePage, peoplesPart, readPage } from "../wiki/wiki-file.js";

/** A file that stays, absolute; with `text` in the place of what it holds now, else byte for byte. */
export interface Staying {
  path: string;
  text?: string;
  /** Why, as a sentence without its end. */
  because: string;
}

/** A file of records without them: the fences, and headings that begin with the id. Undefined where only the head is left. */
export function withoutItsRecords(text: string): string | undefined {
  const { lines, skeleton } = layoutOf(text);
  const gone = new Set<number>();
  for (const fence of skeleton.fences) {
    const id = isYaml(fence) ? idWithin(bodyOf(lines, fence)) : undefined;
    if (id === undefined) continue;
    for (let line = fence.open; line <= fence.close; line++) gone.add(line);
    const heading = skeleton.headings.findLast(({ line }) => line < fence.open);
    if (heading !== undefined && lines.text[heading.line]?.startsWith(`## ${id}`)) gone.add(heading.line);
  }
  const hasHeader = lines.text[0]?.replace(/^\ufeff/, "") === "---";
  const body = hasHeader ? lines.text.indexOf("---", 1) + 1 : 0;
  const title = skeleton.headings.find(({ level }) => level === 1)?.line;
  const isTheirs = (line: string, at: number) => at >= body && at !== title && !gone.has(at) && line.trim() !== "";
  if (!lines.text.some(isTheirs)) return undefined;
  return lines.text.flatMap((_, at) => (gone.has(at) ? [] : text.slice(lines.start[at], lines.start[at + 1]))).join("");
}

/** Writes that were not finished. */
const TEMP = /[.-][0-9a-f]{16}\.tmp$/;
const THEIRS = "tenet did not write it";
const AROUND = "what people wrote in it stays";

type Verdict = Omit<Staying, "path"> | undefined;

function ofPage(bytes: Uint8Array): Verdict {
  const page = readPage(bytes);
  if (page.trouble !== undefined) return { because: page.trouble.message };
  if (page.header.block === undefined) return { because: THEIRS };
  if (page.edited) return { because: "somebody changed what stands between its marks" };
  return isBarePage(page) ? undefined : { text: peoplesPart(page), because: AROUND };
}

function ofRecords(bytes: Uint8Array, file: string): Verdict {
  const text = textOfRecordFile(bytes, file);
  if (typeof text !== "string") return { because: text.message };
  if (conflictLine(text) !== undefined) return { because: "unresolved conflict markers" };
  const rest = withoutItsRecords(text);
  return rest === undefined ? undefined : { text: rest, because: AROUND };
}

async function verdictOn(ws: Workspace, path: string): Promise<Verdict> {
  if (path === ws.indexPage || path === ws.goldenRuns || TEMP.test(path)) return undefined;
  if (path === ws.profile || path === ws.featureRequests || path.startsWith(join(ws.archive, "/"))) return undefined;
  if (isLink(path)) return { because: THEIRS };
  const file = ws.relative(path);
  if (dirname(path) === ws.versions) {
    const isVersion = path.endsWith(".md") && WHOLE_VERSION.test(basename(path, ".md"));
    return isVersion ? undefined : { because: THEIRS };
  }
  const isPage = dirname(path) === ws.wiki && path.endsWith(".md");
  if (!isPage && !isRecordFile(file)) return { because: THEIRS };
  const bytes = await readBytes(ws, path);
  if (bytes === undefined) return undefined;
  return isPage ? ofPage(bytes) : ofRecords(bytes, file);
}

/** What stays when these places are taken out. Reads only. */
export async function whatStays(ws: Workspace, places: readonly string[]): Promise<Staying[]> {
  const staying: Staying[] = [];
  for (const path of places.flatMap(filesBeneath)) {
    const verdict = await verdictOn(ws, path);
    if (verdict !== undefined) staying.push({ path, ...verdict });
  }
  return staying;
}
