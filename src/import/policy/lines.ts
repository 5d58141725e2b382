/** The lines of a Markdown file and what each of them is part of: text, a code fence, a comment, front matter. */

/** Windows-1252 for 0x80-0x9f, where it differs from Latin-1; the five holes have no character. */
const WINDOWS_1252 = "€\u0000‚ƒ„…†‡ˆ‰Š‹Œ\u0000Ž\u0000\u0000‘’“”•–—˜™š›œ\u0000žŸ";

function characterOf(byte: number): string {
  if (byte >= 0xa0) return String.fromCharCode(byte);
  const character = WINDOWS_1252[byte - 0x80];
  return character === undefined || character === "\u0000" ? `\\x${byte.toString(16)}` : character;
}

/** A valid UTF-8 sequence of several bytes, or one byte that belongs to none, each byte as one character. */
const SEQUENCE =
  /[\xc2-\xdf][\x80-\xbf]|(?:\xe0[\xa0-\xbf]|\xed[\x80-\x9f]|[\xe1-\xec\xee\xef][\x80-\xbf])[\x80-\xbf]|(?:\xf0[\x90-\xbf]|[\xf1-\xf3][\x80-\xbf]|\xf4[\x80-\x8f])[\x80-\xbf]{2}|[\x80-\xff]/g;

/** Keeps every valid sequence and reads each other byte as Windows-1252, which is where such bytes come from. */
function mendUtf8(bytes: Uint8Array): { text: string; line: number } {
  const single = Buffer.from(bytes).toString("latin1");
  let bad: number | undefined;
  const text = single.replace(SEQUENCE, (sequence, at: number) => {
    if (sequence.length > 1) return Buffer.from(sequence, "latin1").toString("utf8");
    bad ??= at;
    return characterOf(sequence.charCodeAt(0));
  });
  return { text, line: single.slice(0, bad).split("\n").length };
}

function utf16(bytes: Uint8Array): string | undefined {
  const little = bytes[0] === 0xff && bytes[1] === 0xfe;
  const big = bytes[0] === 0xfe && bytes[1] === 0xff;
  if (!little && !big) return undefined;
  const even = bytes.subarray(2, bytes.length - (bytes.length % 2));
  return new TextDecoder(big ? "utf-16be" : "utf-16le").decode(even);
}

/** Line ends become `\n`, so that CRLF, a lone CR and Unicode separators neither hide nor change an entry. JSON may hold separators in its texts. */
function plainLines(text: string): string {
  const isJson = /^\s*(?:\{\s*"|\[\s*[{"])/.test(text);
  return text.replace(isJson ? /\r\n?/g : /\r\n?|\u2028|\u2029|\u0085/g, "\n");
}

/**
 * UTF-8 with or without a byte order mark, UTF-16 with one, and single bytes of Windows-1252 within UTF-8. NUL and
 * other control characters are taken out: no record may hold them. `notes` say so, with the first line concerned.
 */
export function decodeText(bytes: Uint8Array): { text: string; notes: { line: number; message: string }[] } {
  const notes: { line: number; message: string }[] = [];
  let text = utf16(bytes);
  if (text !== undefined) {
    notes.push({ line: 1, message: "The file is UTF-16." });
  } else {
    try {
      text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      const mended = mendUtf8(bytes);
      text = mended.text;
      notes.push({ line: mended.line, message: "Bytes that are not UTF-8 were read as Windows-1252." });
    }
  }
  text = plainLines(text.startsWith("\ufeff") ? text.slice(1) : text);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
  const first = text.search(control);
  if (first !== -1) {
    notes.push({ line: text.slice(0, first).split("\n").length, message: "Control characters were taken out." });
    text = text.replace(control, "");
  }
  return { text, notes };
}

export interface ClassifiedLine {
  text: string;
  kind: "text" | "fence" | "comment" | "front";
}

/** Behind marks of lists and quotes a fence is one as well. */
const FENCE = /^((?:\s*(?:[-*+]|\d{1,9}[.)])[ \t]+|\s*>)*)\s*(`{3,}|~{3,})(.*)$/;

interface OpenFence {
  mark: string;
  isQuoted: boolean;
  /** 1-based. */
  line: number;
}

function opens(text: string, line: number): OpenFence | undefined {
  const match = FENCE.exec(text);
  if (match === null) return undefined;
  const [, before = "", mark = "", behind = ""] = match;
  return mark.startsWith("`") && behind.includes("`") ? undefined : { mark, isQuoted: before.includes(">"), line };
}

function closes(text: string, { mark, isQuoted }: OpenFence): boolean {
  const trimmed = (isQuoted ? text.replace(/^[\s>]*/, "") : text).trim();
  return trimmed.length >= mark.length && trimmed.replaceAll(mark.charAt(0), "") === "";
}

/** Index after the front matter of a file that begins with one; 0 otherwise. */
function frontEnd(texts: readonly string[]): number {
  if (texts[0] !== "---") return 0;
  for (let at = 1; at < Math.min(texts.length, 200); at++) {
    const text = texts[at] ?? "";
    if (text === "---") return at + 1;
    if (text !== "" && !/^(\s|#|-\s|[\w-]+\s*:)/.test(text)) return 0;
  }
  return 0;
}

/** Line after the comment that opens at `at`; undefined when nothing closes it. */
function commentEnd(texts: readonly string[], at: number): number | undefined {
  for (let line = at; line < texts.length; line++) {
    const from = line === at ? (texts[line] ?? "").indexOf("<!--") + 4 : 0;
    if ((texts[line] ?? "").indexOf("-->", from) !== -1) return line + 1;
  }
  return undefined;
}

function scan(
  texts: readonly string[],
  breaksFence: (text: string) => boolean,
): { lines: ClassifiedLine[]; unclosed: number | undefined } {
  const lines: ClassifiedLine[] = [];
  const take = (end: number, kind: ClassifiedLine["kind"]) => {
    while (lines.length < end) lines.push({ text: texts[lines.length] ?? "", kind });
  };
  let open: OpenFence | undefined;
  // A comment nothing closes costs one look at the rest of the file, not one for each that follows.
  let commentsClose = true;
  take(frontEnd(texts), "front");
  for (let at = lines.length; at < texts.length; at = lines.length) {
    const text = texts[at] ?? "";
    if (open !== undefined && !breaksFence(text)) {
      if (closes(text, open)) open = undefined;
      take(at + 1, "fence");
      continue;
    }
    open = opens(text, at + 1);
    const isComment: boolean = open === undefined && commentsClose && /^ {0,3}<!--/.test(text);
    const end: number | undefined = isComment ? commentEnd(texts, at) : undefined;
    if (isComment) commentsClose = end !== undefined;
    if (end !== undefined) take(end, "comment");
    else take(at + 1, open === undefined ? "text" : "fence");
  }
  return { lines, unclosed: open?.line };
}

/**
 * Splits a text with `\n` line ends. A fence that nothing closes would hide every entry behind it; in such a file a
 * line for which `startsEntry` is true ends any open fence.
 */
export function classifyLines(text: string, startsEntry: (text: string) => boolean = () => false): ClassifiedLine[] {
  const texts = text.split("\n");
  const first = scan(texts, () => false);
  return first.unclosed === undefined ? first.lines : scan(texts, startsEntry).lines;
}

/** The 1-based line of a fence that nothing closes. */
export function halfFence(text: string): number | undefined {
  return scan(text.split("\n"), () => false).unclosed;
}
