/**
 * Lines elsewhere that hold words that go, or name a contact who is erased: other records, daily logs, golden questions,
 * core files, whatever git tracks. All are listed. The words are replaced in what tenet wrote of them itself (versions, its
 * blocks, pages), and in the lines that a person ticked.
 */
import { isUtf8 } from "node:buffer";
import { isDeepStrictEqual } from "node:util";
import type { Context } from "../context.js";
import type { Patch } from "../entry/entry.js";
import { ERASED, isTombstone, NO_WORDS, wordsOf } from "../entry/gates/redaction.js";
import { isPrivate, isSensitive, SENSITIVE } from "../entry/gates/visible.js";
import { renewedReview } from "../entry/status.js";
import type { Change } from "../store/change/change.js";
import { listFiles, plainBytes } from "../store/files/safe-path.js";
import { answerOf } from "../store/git/git.js";
import type { Row } from "../store/open-store.js";
import { isYaml } from "../store/records/fences.js";
import { blockIn } from "../store/records/marked-blocks.js";
import { bodyOf, layoutOf } from "../store/records/record-parse.js";
import type { Workspace } from "../store/workspace.js";
import { ANY_ID_FORM } from "../text/id-shape.js";
import type { LineElsewhere } from "./forget-schemas.js";
import type { HeldWords } from "./held-words.js";
import { coreFiles, textIn } from "./rules-leaving.js";

/** Which of the lines were ticked: all, or those with these keys. */
export type Ticked = "all" | ReadonlySet<string>;

type Line = Omit<LineElsewhere, "replaced">;

/** What tells one line from the others while line numbers move. */
export const keyOfLine = ({ file, text, id = "" }: Line): string => [file, id, text].join("\n");

interface Search {
  held: HeldWords;
  mark: string;
  ticked: Ticked;
  /** Who is erased: their file was emptied. */
  contact?: string | undefined;
}

/** A line with whether it was ticked, and then as it is without the words. */
function asTicked(line: Line, { held, mark, ticked }: Search): LineElsewhere {
  const replaced = ticked === "all" || ticked.has(keyOfLine(line));
  return { ...line, text: replaced ? held.replaced(line.text, mark) : line.text, replaced };
}

/** A record as a line: a text of it where that may be shown. */
export function lineOfRow(row: Row, text: string, search: Search): LineElsewhere {
  const { id, file, line } = row;
  return asTicked({ file, line, id, text: isPrivate(row) || isSensitive(row) ? SENSITIVE : text.trim() }, search);
}

/** Stages the replacement; answers all lines. Call it when everything else that goes is staged. */
export async function stageLines(ctx: Context, change: Change, search: Search): Promise<LineElsewhere[]> {
  const { workspace: ws } = ctx;
  const records = await linesOfRecords(change, search);
  const listed = new Set(records.map(({ file, id }) => `${file} ${id}`));
  const emptied = search.contact === undefined ? undefined : ws.contactFile(search.contact);
  const made = new Set(change.changes().map(({ path }) => path));
  const files = [...new Set([...(await trackedFiles(ws)), ...made])].filter((path) => path !== emptied);
  // A change takes words out of files and brings none in: most are not staged for it.
  const holding = files.filter((path) => made.has(path) || search.held.holds(textOnDisk(ws, path)));
  const lines = holding.flatMap((path) => linesOfFile(ctx, change, path, search));
  const all = [...records, ...lines.filter(({ file, text }) => !listed.has(`${file} ${TITLE.exec(text)?.[1]}`))];
  return all.sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
}

/** The title of a record. */
const TITLE = new RegExp(String.raw`^## +(${ANY_ID_FORM})\b`);
/** Who said it and where it came from are no words, and may be a name. */
const isWords = (field: string): boolean => !NO_WORDS.has(field) || field === "source" || field === "origin";

/** Other records, a line for each: in a ticked one every field loses the words. */
async function linesOfRecords(change: Change, search: Search): Promise<LineElsewhere[]> {
  const { held, mark } = search;
  const without = (value: unknown) =>
    JSON.parse(JSON.stringify(value), (_, part) => (typeof part === "string" ? held.replaced(part, mark) : part));
  const lines: LineElsewhere[] = [];
  for (const { entry } of await change.tree.load()) {
    const row = change.tree.head(entry.id);
    if (row === undefined || isTombstone(entry)) continue;
    const fields = Object.entries(entry).filter(([field, value]) => isWords(field) && value !== undefined);
    const changed = fields.map(([field, value]) => [field, value, without(value)] as const);
    const patch: Patch = {};
    for (const [field, value, next] of changed) if (!isDeepStrictEqual(value, next)) patch[field] = next;
    if (Object.keys(patch).length === 0) continue;
    const texts = [...wordsOf(entry), entry.source ?? "", entry.origin ?? ""].flatMap((text) => text.split("\n"));
    const line = lineOfRow(row, texts.find((text) => held.holds(text)) ?? row.text, search);
    lines.push(line);
    if (line.replaced) await change.update(entry.id, { ...patch, ...renewedReview(entry, patch) });
  }
  return lines;
}

const MAX_BYTES = 4 * 1024 * 1024;

/** What no clone has. */
const LOCAL = /(?:^|\/)(?:\.git|\.tenet|node_modules)\//;

/** All that git tracks or would; without git every file. Nothing generated. */
async function trackedFiles(ws: Workspace): Promise<string[]> {
  const listed = await answerOf(ws.root, ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
  const files = listed?.split("\0").flatMap((file) => (file === "" ? [] : [ws.absolute(file)]));
  const paths = files ?? listFiles(ws, ws.root).filter((path) => !LOCAL.test(ws.relative(path)));
  return paths.filter((path) => path !== ws.indexPage);
}

/** A text file of the tree; empty for links, large files and what is no text. */
function textOnDisk(ws: Workspace, path: string): string {
  try {
    const bytes = plainBytes(ws, path);
    return bytes === undefined || bytes.length > MAX_BYTES || !isUtf8(bytes) ? "" : bytes.toString("utf8");
  } catch {
    return "";
  }
}

/** Lines of a file outside of the records that are known by their fields. */
function linesOfFile(ctx: Context, change: Change, path: string, search: Search): LineElsewhere[] {
  const { workspace: ws } = ctx;
  const { held } = search;
  const text = textIn(change, path);
  // In a list of YAML brackets would begin another one.
  const mark = /\.ya?ml$/.test(path) ? ERASED.slice(1, -1) : search.mark;
  const isInRecord = knownFences(text, change);
  const isOurs = ourLines(ctx, path, text);
  const lines = new Map<number, LineElsewhere>();
  const next = held.replaced(text, mark, (start, end, isName) => {
    const at = text.slice(0, start).split("\n").length - 1;
    if (isInRecord(at)) return false;
    const whole = text.slice(text.lastIndexOf("\n", start - 1) + 1, `${text}\n`.indexOf("\n", end)).trim();
    const line = asTicked({ file: ws.relative(path), line: at + 1, text: whole }, { ...search, mark });
    const isReplaced = line.replaced || (isOurs(at) && !isName);
    lines.set(at, isReplaced ? { ...line, text: held.replaced(whole, mark), replaced: true } : line);
    return isReplaced;
  });
  if (next !== text) change.write(path, next);
  return [...lines.values()];
}

/** Lines that tenet writes: all of a version and of a page, of a core file the block of rules. */
function ourLines(ctx: Context, path: string, text: string): (at: number) => boolean {
  const { workspace: ws } = ctx;
  if ([ws.versions, ws.wiki].some((folder) => path.startsWith(`${folder}/`))) return () => true;
  const isCore = coreFiles(ctx).some((file) => ws.absolute(file) === path);
  const block = isCore ? blockIn(text, "rules") : undefined;
  if (block?.state !== "found") return () => false;
  return (at) => block.from <= at && at < block.from + block.lines.length;
}

/** Whether a line stands in the fence of a record that is known. */
function knownFences(text: string, change: Change): (at: number) => boolean {
  const { lines, skeleton } = layoutOf(text);
  const known = skeleton.fences.filter((fence) => {
    const id = isYaml(fence) ? /^id: *["']?([\w-]+)/m.exec(bodyOf(lines, fence))?.[1] : undefined;
    return id !== undefined && change.tree.head(id) !== undefined;
  });
  return (at) => known.some(({ open, close }) => open < at && at < close);
}
