/** The lines of a Markdown file and what each of them is part of: text, a code fence, a comment, front matter. */

/** Line ends become `\n`, so that CRLF, a lone CR and Unicode separators neither hide nor change an entry. JSON may hold separators in its texts. */
function plainLines(text: string): string {
  const isJson = /^\s*(?:\{\s*"|\[\s*[{"])/.test(text);
  return text.replace(isJson ? /\r\n?/g : /\r\n?|\u2028|\u2029|\u0085/g, "\n");
}

/**
 * UTF-8 with or without a byte order mark; anything else is refused. NUL and other control characters are taken out: no
 * record may hold them. `notes` say so, with the first line concerned.
 */
export function decodeText(bytes: Uint8Array): {
  text: string;
  notes: { line: number; message: string }[];
  refused?: string;
} {
  const notes: { line: number; message: string }[] = [];
  let text: string;
  try {
    text = plainLines(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return { text: "", notes, refused: "It is not UTF-8." };
  }
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
