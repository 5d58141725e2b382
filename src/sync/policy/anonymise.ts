/** Replaces people, addresses, hosts and paths in a text by placeholders. Called before a text goes to a hub. */
import { visible } from "../../screening/hidden-characters.js";
import { isBareUrl, isHost, isIPv4, isIPv6, isMac, isMailAddress } from "./host-names.js";
import { isPath } from "./paths.js";
import { findNames, type NameIndex, nameIndex } from "./person-names.js";
import { ADDRESS, HOST, PATH, PERSON, PLACEHOLDERS } from "./placeholders.js";
import { outside, type Stretch, stretchOf } from "./stretches.js";

/** Words of this workspace that are in no shared text. */
export interface PrivateWords {
  /** Names of people, git authors and contacts, and further ones that the profile lists; of an e-mail address the account. */
  names: readonly string[];
}

type Kind = "person" | "path" | "address" | "host";

export interface Anonymised {
  text: string;
  /** How often something was taken out, by what it was. */
  replaced: Record<Kind, number>;
}

const SHOWN: Readonly<Record<Kind, string>> = { person: PERSON, path: PATH, address: ADDRESS, host: HOST };

interface Found extends Stretch {
  kind: Kind;
}

/** What one pass leaves may be found once more where a name stood within it; a pass that finds nothing is the last. */
const MOST_PASSES = 12;

/**
 * - A name is replaced in any case and composition, as a whole and by each part of three letters or more, also as a
 *   handle (`janedoe`, `jdoe`, `@jane`). A part that is an ordinary word ("will") counts only with its capital.
 * - `[address]`: e-mail addresses, accounts on hosts, URLs with or without a scheme, hardware addresses.
 * - `[host]`: IP addresses, also of this machine, names of hosts, and a name with a port; `localhost` alone is a word.
 * - `[path]`: absolute paths, those from a home or by dots, `file://`, and relative ones. Words, numbers, units and names of
 *   products with a slash between them are none (`and/or`, `TCP/IP`, `3/5`), nor are names of packages (`@scope/name`).
 *   The bare name of a file (`package.json`) says nothing of a place and stays.
 *
 * A text that was anonymised stays as it is. Time grows with the length of the text.
 */
export function anonymise(text: string, words: PrivateWords): Anonymised {
  const index = indexOf(words);
  const replaced: Record<Kind, number> = { person: 0, path: 0, address: 0, host: 0 };
  let now = text;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const names = findAll(now, index);
    if (names.length === 0) break;
    for (const { kind } of names) replaced[kind]++;
    now = withPlaceholders(now, names);
  }
  return { text: now, replaced };
}

const indexes = new WeakMap<readonly string[], NameIndex>();

/** A list of names is made ready once. */
function indexOf({ names }: PrivateWords): NameIndex {
  const builtIndex = indexes.get(names);
  if (builtIndex !== undefined) return builtIndex;
  const index = nameIndex(names);
  indexes.set(names, index);
  return index;
}

function withPlaceholders(text: string, names: readonly Found[]): string {
  let result = "";
  let from = 0;
  for (const { start, end, kind } of names) {
    result += text.slice(from, start) + SHOWN[kind];
    from = end;
  }
  return result + text.slice(from);
}

/** Everything to be taken out, in order. Characters that nobody sees neither hide nor part anything. */
function findAll(text: string, index: NameIndex): Found[] {
  const visibleText = visible(text);
  // Joined by `concat`: more arguments than a stack holds may be found.
  let places = findUrls(visibleText.text).concat(findBracketed(visibleText.text));
  places = places.concat(outside(findQuotedPaths(visibleText.text), places));
  places = places.concat(outside(findRuns(visibleText.text), places));
  const takenStretches = [...places, ...[...visibleText.text.matchAll(PLACEHOLDERS)].map(stretchOf)];
  const people = outside(findNames(visibleText.text, index), takenStretches).map(
    (one): Found => ({ ...one, kind: "person" }),
  );
  const names = [...places, ...people].sort((a, b) => a.start - b.start);
  const at = visibleText.at;
  if (at === undefined) return names;
  return names.map(({ start, end, kind }) => ({ kind, start: at[start] ?? 0, end: (at[end - 1] ?? 0) + 1 }));
}

const URL = /(?<![\p{L}\p{N}+.-])[a-z][a-z0-9+.-]{1,30}:\/\/(?:\[[0-9a-f:.]{2,45}\])?[^\s<>"'`\]「」（）。、，]+/giu;

function findUrls(text: string): Found[] {
  return [...text.matchAll(URL)].map(({ 0: url, index }): Found => {
    const whole = withoutEnd(url);
    return { start: index, end: index + whole.length, kind: /^file:/i.test(url) ? "path" : "address" };
  });
}

/** An IPv6 address as it stands before a port. */
const BRACKETED = /(?<![/@])\[([0-9a-f:.]{2,45}(?:%[\w.-]{1,20})?)\](?::\d{1,5})?/giu;

function findBracketed(text: string): Found[] {
  return [...text.matchAll(BRACKETED)].flatMap(({ 0: whole, 1: address = "", index }): Found[] =>
    isIPv6(address) ? [{ start: index, end: index + whole.length, kind: "host" }] : [],
  );
}

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
function findQuotedPaths(text: string): Found[] {
  return [...text.matchAll(QUOTED)].flatMap(({ 2: path = "", index }): Found[] => {
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

function findRuns(text: string): Found[] {
  const places: Found[] = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (!WORTH.test(run)) continue;
    const skipped = /^(?:[!?&+]+|:(?!:)|\*+(?![/*.]))/u.exec(run)?.[0] ?? "";
    const foreign = FOREIGN_START.exec(run.slice(skipped.length))?.[0].length ?? 0;
    const start = index + skipped.length + foreign;
    const core = trimmed(run.slice(skipped.length + foreign), skipped.includes("*"));
    const before = text.slice(Math.max(0, start - 12), start);
    const stretch = kindOf(core, before, text[start + core.length] ?? "");
    if (stretch !== undefined) places.push({ start, end: start + stretch.length, kind: stretch.kind });
  }
  return places;
}

/** A run without the punctuation of its sentence; `..` and `**` may end a path that is not set in bold. */
function trimmed(run: string, bold: boolean): string {
  return !bold && /(?:^|[\\/])(?:\.{1,2}|\*{1,2})$/.test(run) ? run : withoutEnd(run);
}

function kindOf(run: string, before: string, after: string): { kind: Kind; length: number } | undefined {
  if (run.length < 2) return undefined;
  const latin = run.replace(FOREIGN_END, "");
  if (run.includes("@") && isMailAddress(latin)) return { kind: "address", length: latin.length };
  if (/[.:\d]/.test(latin)) {
    if (isMac(latin)) return { kind: "address", length: latin.length };
    const versioned = isIPv4(latin) && VERSION_BEFORE.test(before);
    if (!versioned && isHost(latin, after === "(")) return { kind: "host", length: latin.length };
  }
  if (!/[/\\~]/.test(run)) return undefined;
  if (isBareUrl(latin)) return { kind: "address", length: run.length };
  return isPath(run, after === ">" && before.endsWith("<")) ? { kind: "path", length: run.length } : undefined;
}

/** Four numbers may be a version, where that is said. */
const VERSION_BEFORE = /(?:version|release|\bv|\bver)\.?\s*$/i;
