/** A page of the wiki as text: its name, its lines, each ending in ids, and the header that tells of its making. Pure. */
import { createHash } from "node:crypto";
import { ID_FORM } from "../../entry/id-form.js";
import { withoutPersonal } from "../../text/personal-data.js";
import { beginningOf } from "../../text/shorten.js";

/** The page of what has no domain. */
export const GENERAL = "general";
/** Most sentences of a page. */
export const MOST_LINES = 40;

const LONGEST_NAME = 64;

/** Names that some systems keep for themselves, whatever stands behind the dot. */
const KEPT_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** The name of the page that a domain stands on, fit to be that of a file anywhere: letters, digits and `-`. */
export function pageOf(domain: string | undefined): string {
  const words = withoutPersonal(domain ?? "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-");
  const name = beginningOf(words, LONGEST_NAME).replace(/^-+|-+$/g, "");
  if (name === "") return GENERAL;
  return KEPT_NAME.test(name) ? `${name}-page` : name;
}

/** One line of a page: a statement with the ids it rests on, or a heading, or nothing between two paragraphs. */
export interface WikiLine {
  text: string;
  /** None for a heading. */
  ids: readonly string[];
}

const LINE = new RegExp(String.raw`^(.*\S) \((${ID_FORM}(?:, ${ID_FORM})*)\)$`, "u");
const HEADING = /^#{2,4} \S/;

/** A line as it stands on a page. */
export const lineText = ({ text, ids }: WikiLine): string => (ids.length === 0 ? text : `${text} (${ids.join(", ")})`);

export const isHeading = ({ text, ids }: WikiLine): boolean => ids.length === 0 && HEADING.test(text);

/** Lines of a page; undefined for a line that is neither a heading nor ends in ids. Empty ones are left out. */
export function linesIn(block: readonly string[]): (WikiLine | undefined)[] {
  return block.flatMap((raw) => {
    const line = raw.trim();
    if (line === "") return [];
    if (HEADING.test(line)) return [{ text: line, ids: [] }];
    const [, text, ids] = LINE.exec(line) ?? [];
    return [text === undefined || ids === undefined ? undefined : { text, ids: ids.split(", ") }];
  });
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** An entry that a page is made of. */
export interface WikiSource {
  id: string;
  /** One line, without Markdown structure. */
  claim: string;
  tags: readonly string[];
}

/** Changes whenever what a page is made of does: which entries, what they say, their tags. */
export function sourcesHash(sources: readonly WikiSource[]): string {
  const rows = sources.map(({ id, claim, tags }) => JSON.stringify([id, claim, [...tags].sort()])).sort();
  return hashOf(rows.join("\n"));
}

/** The row of a page: when it was made, of how much, by whom. */
export interface PageHeader {
  domain: string;
  generated: string;
  by: string;
  sources: number;
  /** {@link sourcesHash} of what it was made of. */
  hash: string;
  tags: readonly string[];
}

const scalar = (text: string): string => JSON.stringify(text);

/** The header's lines. */
export function headerLines({ domain, generated, by, sources, hash, tags }: PageHeader): string[] {
  return [
    "---",
    "type: wiki",
    `domain: ${scalar(domain)}`,
    `generated: ${generated}`,
    `by: ${scalar(by)}`,
    `sources: ${sources}`,
    `hash: ${scalar(hash)}`,
    `tags: [${tags.map(scalar).join(", ")}]`,
    "---",
  ];
}

/** True when the query holds a word of the page: of its domain, a heading, a tag. `of`: the words of a text, folded. */
export function isAskedFor(
  askedIds: ReadonlySet<string>,
  names: readonly string[],
  of: (text: string) => readonly string[],
): boolean {
  return names.some((name) => of(name).some((word) => askedIds.has(word)));
}
