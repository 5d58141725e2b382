/**
 * Lines of other records, the daily log, pages and imported originals that name a contact who is erased. All are listed;
 * in those that a person ticked the name is replaced, and the line stays.
 */
import type { Context } from "../context.js";
import type { Entry, Patch } from "../entry/entry.js";
import { renewedDecisions } from "../entry/gates/pins.js";
import { ERASED, isTombstone, NO_WORDS } from "../entry/gates/redaction.js";
import { isPrivate, isSensitive, SENSITIVE } from "../entry/gates/visible.js";
import { type RulePlace, rulePaths } from "../rules/policy/rule.js";
import type { Change } from "../store/change/change.js";
import { listFiles } from "../store/files/safe-path.js";
import { type Fence, isYaml } from "../store/records/fences.js";
import { blockIn } from "../store/records/marked-blocks.js";
import { bodyOf, layoutOf } from "../store/records/record-parse.js";
import type { Workspace } from "../store/workspace.js";
import { defined } from "../text/defined.js";
import { ANY_ID_FORM } from "../text/id-shape.js";
import { mapTexts, type NameMatcher } from "./contact-names.js";
import type { NamingLine } from "./forget-schemas.js";
import { isGolden } from "./scrub-golden.js";
import { withReplacedLines } from "./scrub-records.js";
import { placeOf } from "./scrub-tree.js";

/** Which of the lines were ticked: all, or those with these keys. */
export type Ticked = "all" | ReadonlySet<string>;

/** What tells one line from the others while line numbers move. */
export const keyOfLine = ({ file, text, id = "" }: Pick<NamingLine, "file" | "text" | "id">): string =>
  [file, id, text].join("\n");

interface FoundLine extends NamingLine {
  /** As it stands in the file. */
  raw: string;
}

const HEADING = new RegExp(String.raw`^## +(${ANY_ID_FORM})\b`);
/** The id of the record that a line is the title of. */
const titledId = (line: string): string | undefined => HEADING.exec(line)?.[1];

const SEARCHED = new Set(["records", "daily log", "working", "wiki", "other files"]);
/** Whether names in a file are listed, and replaced where they are ticked. Versions and files of people stay as they are. */
export const isRenamed = (ws: Workspace, path: string): boolean =>
  path.startsWith(`${ws.memory}/`) && SEARCHED.has(placeOf(ws, path) ?? "");
/** In a list of YAML brackets would begin another one. */
const markIn = (ws: Workspace, path: string): string => (isGolden(ws, path) ? ERASED.slice(1, -1) : ERASED);
const FIELD = /^([a-z_]+):/;
/** Who said it and where it came from are no words, and may be a name. */
const isWords = (field: string): boolean => !NO_WORDS.has(field) || field === "source" || field === "origin";

/** Stages the replacement in ticked lines; answers all lines. Call it when everything else of the erasing is staged. */
export async function stageNaming(
  { workspace: ws }: Context,
  change: Change,
  how: { contact: string; names: NameMatcher; ticked: Ticked },
): Promise<NamingLine[]> {
  const lines: FoundLine[] = [];
  for (const path of listFiles(ws, ws.memory)) {
    if (path === ws.contactFile(how.contact) || !isRenamed(ws, path)) continue;
    const found = await linesIn(change, path, { file: ws.relative(path), mark: markIn(ws, path) }, how);
    lines.push(...found);
    const ticked = found.filter(({ replaced }) => replaced);
    if (ticked.length > 0) await replaceIn(ws, change, path, ticked, how.names);
  }
  return lines.map(({ raw: _, ...line }) => line);
}

/**
 * The same for lines of rules in core files. `all`: every one was ticked, so that versions shall lose the name, too. A
 * person's lines beside the block are theirs.
 */
export function stageNamingRules(
  { workspace: ws, profile }: Context,
  change: Change,
  rules: readonly RulePlace[],
  { names, ticked }: { names: NameMatcher; ticked: Ticked },
): { lines: NamingLine[]; all: boolean } {
  const lines: NamingLine[] = [];
  for (const file of rulePaths(profile.files, rules)) {
    const bytes = change.read(ws.absolute(file));
    const block = blockIn(Buffer.from(bytes ?? []).toString("utf8"), "rules");
    if (bytes === undefined || block.state !== "found") continue;
    const next = withReplacedLines(bytes, (raw, at) => {
      if (at < block.from || at >= block.from + block.lines.length || !names.names(raw)) return undefined;
      const text = raw.trim();
      const replaced = ticked === "all" || ticked.has(keyOfLine({ file, text }));
      lines.push({ file, line: at + 1, text: replaced ? names.replaced(text, ERASED) : text, replaced });
      return replaced ? names.replaced(raw, ERASED) : undefined;
    });
    if (next !== undefined) change.write(ws.absolute(file), next);
  }
  return { lines, all: ticked === "all" || (lines.length > 0 && lines.every(({ replaced }) => replaced)) };
}

async function linesIn(
  change: Change,
  path: string,
  { file, mark }: { file: string; mark: string },
  { names, ticked }: { names: NameMatcher; ticked: Ticked },
): Promise<FoundLine[]> {
  const text = Buffer.from(change.read(path) ?? []).toString("utf8");
  if (!names.names(text)) return [];
  const fenceAt = recordsIn(text);
  const lines: FoundLine[] = [];
  for (const [at, raw] of text.split("\n").entries()) {
    if (!names.names(raw)) continue;
    const id = fenceAt(at);
    const entry = id === undefined || change.head(id) === undefined ? undefined : await change.entry(id);
    if (entry !== undefined && (isTombstone(entry) || !isWords(FIELD.exec(raw)?.[1] ?? ""))) continue;
    const hidden = entry !== undefined && (isPrivate(entry) || isSensitive(entry));
    const line = { file, line: at + 1, text: hidden ? SENSITIVE : raw.trim(), ...defined({ id }) };
    const replaced = ticked === "all" || ticked.has(keyOfLine(line));
    lines.push({ ...line, raw, replaced, text: replaced ? names.replaced(line.text, mark) : line.text });
  }
  // The title of a record follows its words.
  const ids = new Set(lines.map(({ id }) => id));
  return lines.filter(({ raw, id }) => id !== undefined || !ids.has(titledId(raw) ?? raw));
}

/** The id of the record in whose fence a line stands. */
function recordsIn(text: string): (at: number) => string | undefined {
  const { lines, skeleton } = layoutOf(text);
  const idOf = (fence: Fence) => /^id: *["']?([\w-]+)/m.exec(bodyOf(lines, fence))?.[1];
  const fences = skeleton.fences.filter(isYaml).map((fence) => ({ ...fence, id: idOf(fence) }));
  return (at) => fences.find(({ open, close }) => open < at && at < close)?.id;
}

/** In records by their fields, elsewhere in the line. */
async function replaceIn(
  ws: Workspace,
  change: Change,
  path: string,
  ticked: readonly FoundLine[],
  names: NameMatcher,
): Promise<void> {
  const ids = new Set(ticked.flatMap(({ id }) => (id === undefined || change.head(id) === undefined ? [] : [id])));
  for (const id of ids) {
    const entry = await change.entry(id);
    const own = ticked.flatMap((line) => (line.id === id ? [line.raw] : []));
    const patch = patchWithout(entry, own, names);
    if (Object.keys(patch).length > 0) await change.update(id, { ...patch, ...renewedDecisions(entry, patch) });
  }
  const prose = new Set(
    ticked.flatMap(({ id, raw }) => (id === undefined || !ids.has(id) ? [raw.replace(/\r$/, "")] : [])),
  );
  const bytes = change.read(path);
  if (bytes === undefined) return;
  const fenceAt = recordsIn(Buffer.from(bytes).toString("utf8"));
  const isTicked = (line: string, at: number) =>
    ids.has(titledId(line) ?? "") || (prose.has(line.replace(/\r$/, "")) && !ids.has(fenceAt(at) ?? ""));
  const mark = markIn(ws, path);
  const renamed = (line: string, at: number) => (isTicked(line, at) ? names.replaced(line, mark) : undefined);
  const next = withReplacedLines(bytes, renamed) ?? bytes;
  if (next !== bytes) change.write(path, next);
}

/** The fields of a record without the names that stand in some of its lines. */
function patchWithout(entry: Entry, lines: readonly string[], names: NameMatcher): Patch {
  const isTicked = (part: string) => lines.some((line) => line.includes(part) || line.includes(inQuotes(part)));
  const without = (text: string) =>
    text
      .split("\n")
      .map((part) => (names.names(part) && isTicked(part) ? names.replaced(part, ERASED) : part))
      .join("\n");
  const patch: Patch = {};
  for (const [field, value] of Object.entries(entry)) {
    if (!isWords(field)) continue;
    const next = mapTexts(value, without);
    if (JSON.stringify(next) !== JSON.stringify(value)) patch[field] = next;
  }
  return patch;
}

const inQuotes = (text: string): string => JSON.stringify(text).slice(1, -1);
