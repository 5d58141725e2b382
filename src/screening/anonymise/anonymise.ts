/** Replaces people, addresses, hosts, paths and numbers of ids in a text by placeholders. Called before a text goes to a hub. */

import { findForms } from "../../text/personal-data.js";
import { outside, replaced, type Stretch, stretchOf } from "../../text/stretches.js";
import { visible } from "../hidden-characters.js";
import { isBareUrl, isHost, isIPv4, isIPv6, isMac, isMailAddress } from "./host-names.js";
import { OWN_FORMS } from "./own-forms.js";
import { isPath, isPattern } from "./paths.js";
import { findNames, type NameIndex, nameIndex } from "./person-names.js";
import { type HubKind, PLACEHOLDERS } from "./placeholders.js";
import { isPublic } from "./public-hosts.js";

/** A place in a text. Without a kind it stays as it is written, but for names and numbers in it. */
interface Place extends Stretch {
  kind: HubKind | undefined;
}

/** What one pass leaves may be found once more where a name stood within it; a pass that finds nothing is the last. */
const MOST_PASSES = 12;

/**
 * - `names` are replaced in any case and composition, each as a whole and by its parts of three letters or more, also as a
 *   handle (`janedoe`, `jdoe`, `@jane`); of an e-mail address the account. A part that is an ordinary word ("will") counts
 *   only with its capital.
 * - `[address]`: e-mail addresses, accounts on hosts, URLs with or without a scheme, hardware addresses.
 * - `[host]`: IP addresses, names of hosts, and a name with a port.
 * - `[path]`: absolute paths, those from a home or by dots, `file://`, and relative ones. The bare name of a file
 *   (`package.json`) says nothing of a place and stays.
 * - `[id-number]`, `[session]`: {@link OWN_FORMS}.
 *
 * What is public stays ({@link isPublic}), and so do names of packages, globs, regular expressions, and words, numbers and
 * units with a slash between them. A text that was anonymised stays as it is. Time grows with the length of the text.
 */
export function anonymise(text: string, { names }: { names: readonly string[] }): { text: string } {
  const index = indexOf(names);
  let now = text;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const places = findAll(now, index);
    if (places.length === 0) break;
    now = replaced(now, places, ({ kind }) => `[${kind}]`);
  }
  return { text: now };
}

const indexes = new WeakMap<readonly string[], NameIndex>();

/** A list of names is made ready once. */
function indexOf(names: readonly string[]): NameIndex {
  const index = indexes.get(names) ?? nameIndex(names);
  indexes.set(names, index);
  return index;
}

/** Everything to be taken out, in order. Characters that nobody sees neither hide nor part anything. */
function findAll(written: string, index: NameIndex): Place[] {
  const { text, at } = visible(written);
  let places: Place[] = [...text.matchAll(PLACEHOLDERS)].map((match) => ({ ...stretchOf(match), kind: undefined }));
  const marks = places.length;
  for (const find of [findUrls, findBracketed, findPatterns, findQuotedPaths])
    places = places.concat(outside(find(text), places.slice(marks)));
  const gone = () => places.filter(({ kind }, place) => kind !== undefined || place < marks);
  places = places.concat(outside(findForms(text, OWN_FORMS), gone()));
  places = places.concat(outside(findRuns(text), places.slice(marks)));
  const people = outside(findNames(text, index), gone()).map((one): Place => ({ ...one, kind: "person" }));
  const names = [...places.filter(({ kind }) => kind !== undefined), ...people].sort((a, b) => a.start - b.start);
  if (at === undefined) return names;
  return names.map(({ start, end, kind }) => ({ kind, start: at[start] ?? 0, end: (at[end - 1] ?? 0) + 1 }));
}

const URL =
  /(?<![\p{L}\p{N}+.-])([a-z][a-z0-9+.-]{1,30}):\/\/((?:\[[a-z\d:.-]{2,45}\]|[^\s<>"'`\]「」（）。、，])+)/giu;

function findUrls(text: string): Place[] {
  return [...text.matchAll(URL)].map(({ 0: url, 1: scheme = "", 2: place = "", index }): Place => {
    const end = index + withoutEnd(url).length;
    if (isPublic(withoutEnd(place))) return { start: index, end, kind: undefined };
    return { start: index, end, kind: scheme.toLowerCase() === "file" ? "path" : "address" };
  });
}

/** An IPv6 address as it stands before a port. */
const BRACKETED = /(?<![/@])\[([0-9a-f:.]{2,45}(?:%[\w.-]{1,20})?)\](?::\d{1,5})?/giu;

function findBracketed(text: string): Place[] {
  return [...text.matchAll(BRACKETED)].flatMap((match): Place[] => {
    const [, address = ""] = match;
    return isIPv6(address) ? [{ ...stretchOf(match), kind: isPublic(address) ? undefined : "host" }] : [];
  });
}

/** A regular expression between slashes, where one of its signs is in it. */
const REGEX =
  /(?<![\p{L}\p{N}_./\\])\/(?![*/\s])(?:\\.|\[(?:\\.|[^\]\\\n]){1,100}\]|[^/\\[\n\s]){1,300}\/[dgimsuvy]*(?![\p{L}\p{N}_/.*])/gu;

const findPatterns = (text: string): Place[] =>
  [...text.matchAll(REGEX)]
    .filter(([regex]) => /^\/\^|\$\/\w*$|\\[\w.[\](){}/+*?-]|\[[^\]]|[.)][*+]|\||\{\d/.test(regex))
    .map((match) => ({ ...stretchOf(match), kind: undefined }));

/** Sentence punctuation behind, and a closing parenthesis that opens nowhere in it. */
function withoutEnd(run: string): string {
  let end = run.length;
  let open = run.split("(").length - run.split(")").length;
  for (; end > 0; end--) {
    const last = run[end - 1] as string;
    if (last === ")" && open < 0) open++;
    else if (!/[.,:;!?…*_&|}]/u.test(last)) break;
  }
  return run.slice(0, end);
}

/** What begins like a path, between quotes. */
const QUOTED = /(["'`])(?=~?\/|\.{1,2}[/\\]|[A-Za-z]:[\\/]|\\\\)([^"'`\n]{3,300})\1/gu;

/** Paths with spaces, as a whole: there is a folder or a kind of file behind the last space, and no sentence within. */
function findQuotedPaths(text: string): Place[] {
  return [...text.matchAll(QUOTED)].flatMap(({ 2: path = "", index }): Place[] => {
    const behind = path.slice(path.lastIndexOf(" "));
    if (!path.includes(" ") || !/[\\/]|\.\w{1,10}$/.test(behind) || /[,;!?] /.test(path)) return [];
    return [{ start: index + 1, end: index + 1 + path.length, kind: "path" }];
  });
}

/** What a path or a host is written as in one go. A name that was taken out before is a part of it. */
const RUN = /(?:\[person\]|\\ (?=\S)|[^\s"'`<>()[\]{}|,;=“”‘’„«»「」『』（）【】。、，；：！？…—·])+/gu;
const FOREIGN = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]`;
const FOREIGN_START = new RegExp(`^${FOREIGN}+(?=[/~.\\\\A-Za-z0-9])`, "u");
const FOREIGN_END = new RegExp(`(?<=[A-Za-z0-9/])${FOREIGN}+$`, "u");
const WORTH = /[./\\@:~]|\d/;

function findRuns(text: string): Place[] {
  const places: Place[] = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (!WORTH.test(run)) continue;
    const skipped = /^(?:[!?&+]+|:(?!:)|\*+(?![/*.]))/u.exec(run)?.[0] ?? "";
    const foreign = FOREIGN_START.exec(run.slice(skipped.length))?.[0].length ?? 0;
    const start = index + skipped.length + foreign;
    const core = trimmed(run.slice(skipped.length + foreign), skipped.includes("*"));
    const before = text.slice(Math.max(0, start - 12), start);
    const place = kindOf(core, before, text[start + core.length] ?? "");
    if (place !== undefined) places.push({ start, end: start + place.length, kind: place.kind });
  }
  return places;
}

/** A run without the punctuation of its sentence; `..` and `**` may end a path that is not set in bold. */
function trimmed(run: string, bold: boolean): string {
  return !bold && /(?:^|[\\/])(?:\.{1,2}|\*{1,2})$/.test(run) ? run : withoutEnd(run);
}

function kindOf(run: string, before: string, after: string): { kind: HubKind; length: number } | undefined {
  if (run.length < 2) return undefined;
  const latin = run.replace(FOREIGN_END, "");
  if (run.includes("@") && isMailAddress(latin)) return { kind: "address", length: latin.length };
  if (/^arn:[\w-]+:/.test(latin)) return { kind: "address", length: latin.length };
  if (isPublic(latin)) return undefined;
  if (/[.:\d]/.test(latin)) {
    if (isMac(latin)) return { kind: "address", length: latin.length };
    const versioned = isIPv4(latin) && VERSION_BEFORE.test(before);
    if (!versioned && isHost(latin, after === "(")) return { kind: "host", length: latin.length };
  }
  if (!/[/\\~]/.test(run) || isPattern(after === "{" ? `${run}*` : run)) return undefined;
  if (isBareUrl(latin)) return { kind: "address", length: run.length };
  return isPath(run, after === ">" && before.endsWith("<")) ? { kind: "path", length: run.length } : undefined;
}

/** Four numbers may be a version, where that is said. */
const VERSION_BEFORE = /(?:version|release|\bv|\bver)\.?\s*$/i;
