/**
 * Lines elsewhere that hold words that go, or name a contact who is erased: other records, all other files of `memory/`, core
 * files, and what git tracks. All are listed. The words are replaced in versions and pages, and where a person ticked.
 */
import { isDeepStrictEqual } from "node:util";
import type { Context } from "../context.js";
import type { Patch } from "../entry/entry.js";
import { ERASED, NO_WORDS, REDACTED, wordsOf } from "../entry/gates/redaction.js";
import { isPrivate, isSensitive, SENSITIVE } from "../entry/gates/visible.js";
import { renewedReview } from "../entry/status.js";
import type { Change } from "../store/change/change.js";
import { listFiles } from "../store/files/safe-path.js";
import { readText } from "../store/files/text-files.js";
import { listedFiles } from "../store/git/git.js";
import { gitFolder } from "../store/git/git-folder.js";
import type { Row } from "../store/open-store.js";
import { bodyOf, isYaml, layoutOf } from "../store/records/fences.js";
import { coreFilesOf, textOfCoreFile } from "../store/records/peoples-lines.js";
import { ANY_ID_FORM } from "../text/id-shape.js";
import { textIn } from "./contact-file.js";
import type { LineElsewhere } from "./forget-schemas.js";
import { HeldWords, type SearchTerms } from "./held-words.js";
import type { ForgetRequest } from "./selection.js";

type Line = Omit<LineElsewhere, "replaced">;

/** What tells one line from the others while line numbers move. */
export const keyOfLine = ({ file, text, id = "" }: Line): string => [file, id, text].join("\n");

/** What a request looks for, and what takes its place in lines that are ticked. */
export const searchFor = ({ taking, ticked = new Set() }: ForgetRequest, terms: Partial<SearchTerms> = {}) => {
  return { held: new HeldWords(terms), mark: taking === "redact" ? REDACTED : ERASED, ticked };
};
type Search = ReturnType<typeof searchFor>;

/** A line with whether it was ticked, and then as it is without the words. */
function asTicked(line: Line, { held, mark, ticked }: Search): LineElsewhere {
  const replaced = ticked.has(keyOfLine(line));
  return { ...line, text: replaced ? held.replaced(line.text, mark) : line.text, replaced };
}

/** A record as a line: a text of it where that may be shown. */
export function lineOfRow(row: Row, text: string, search: Search): LineElsewhere {
  const { id, file, line } = row;
  return asTicked({ file, line, id, text: isPrivate(row) || isSensitive(row) ? SENSITIVE : text.trim() }, search);
}

/** Stages the replacement; answers all lines. Call it when everything else that goes is staged. `emptied`: such a file. */
export async function stageLines(ctx: Context, change: Change, search: Search, emptied = ""): Promise<LineElsewhere[]> {
  const { workspace: ws, profile } = ctx;
  const records = await linesOfRecords(change, search);
  const core = coreFilesOf(profile).filter((file) => textOfCoreFile(ws, file) !== undefined);
  const made = change.changes().map(({ path }) => path);
  const files = new Set([...core.map((file) => ws.absolute(file)), ...listFiles(ws, ws.memory), ...made]);
  for (const file of gitFolder(ws.root) === undefined ? [] : await listedFiles(ws.root, [])) {
    const text = await readText(ws, file);
    if (typeof text === "string" && search.held.holds(text)) files.add(ws.absolute(file));
  }
  for (const path of [ws.indexPage, emptied]) files.delete(path);
  const lines = [...files].flatMap((path) => linesOfFile(ctx, change, path, search));
  return [...records, ...lines].sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
}

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
    if (row === undefined || entry.erased !== undefined) continue;
    const patch: Patch = {};
    for (const [field, value] of Object.entries(entry)) {
      const next = isWords(field) ? without(value) : value;
      if (!isDeepStrictEqual(value, next)) patch[field] = next;
    }
    if (Object.keys(patch).length === 0) continue;
    const texts = [...wordsOf(entry), entry.source ?? "", entry.origin ?? ""].flatMap((text) => text.split("\n"));
    const line = lineOfRow(row, texts.find((text) => held.holds(text)) ?? row.text, search);
    lines.push(line);
    if (line.replaced) await change.update(entry.id, { ...patch, ...renewedReview(entry, patch) });
  }
  return lines;
}

/** Lines of a file outside of the records that are known by their fields. */
function linesOfFile(ctx: Context, change: Change, path: string, search: Search): LineElsewhere[] {
  const { workspace: ws } = ctx;
  const { held } = search;
  const text = textIn(change, path);
  // In a list of YAML brackets would begin another one.
  const mark = /\.ya?ml$/.test(path) ? ERASED.slice(1, -1) : search.mark;
  const isInRecord = knownRecords(text, change);
  const isOurs = [ws.versions, ws.wiki].some((folder) => path.startsWith(`${folder}/`));
  const lines = new Map<number, LineElsewhere>();
  const next = held.replaced(text, mark, (start, end, isName) => {
    const at = text.slice(0, start).split("\n").length - 1;
    if (isInRecord(at)) return false;
    const whole = text.slice(text.lastIndexOf("\n", start - 1) + 1, `${text}\n`.indexOf("\n", end)).trim();
    const line = asTicked({ file: ws.relative(path), line: at + 1, text: whole }, { ...search, mark });
    const isReplaced = line.replaced || (isOurs && !isName);
    lines.set(at, isReplaced ? { ...line, text: held.replaced(whole, mark), replaced: true } : line);
    return isReplaced;
  });
  if (next !== text) change.write(path, next);
  return [...lines.values()];
}

/** The title of a record. */
const TITLE = new RegExp(String.raw`^## +(${ANY_ID_FORM})\b`);

/** Whether a line is the title of a record that is known, or stands in its fence. */
function knownRecords(text: string, change: Change): (at: number) => boolean {
  const { lines, fences } = layoutOf(text);
  const isKnown = (id = "") => change.tree.head(id) !== undefined;
  const known = fences.filter(
    (fence) => isYaml(fence) && isKnown(/^id: *["']?([\w-]+)/m.exec(bodyOf(lines, fence))?.[1]),
  );
  return (at) =>
    isKnown(TITLE.exec(lines.text[at] ?? "")?.[1]) || known.some(({ open, close }) => open < at && at < close);
}
