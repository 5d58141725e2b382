/** The lines of a Markdown file and what each of them is part of: text, a code fence, a comment, front matter. */

export type LineKind = "text" | "fence" | "comment" | "front";

export interface Line {
  text: string;
  kind: LineKind;
}

const FENCE = /^ {0,3}(?:[-*+] +|> ?)?(`{3,}|~{3,})(.*)$/;

interface Open {
  mark: string;
  at: number;
}

function opens(text: string): string | undefined {
  const match = FENCE.exec(text);
  if (match === null) return undefined;
  const mark = match[1] ?? "";
  return mark.startsWith("`") && (match[2] ?? "").includes("`") ? undefined : mark;
}

function closes(text: string, mark: string): boolean {
  const trimmed = text.trim();
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

function scan(texts: readonly string[], breaksFence: (text: string) => boolean): { lines: Line[]; unclosed: boolean } {
  const lines: Line[] = [];
  let open: Open | undefined;
  let at = 0;
  // A comment nothing closes costs one look at the rest of the file, not one for each that follows.
  let commentsClose = true;
  for (const end = frontEnd(texts); at < end; at++) lines.push({ text: texts[at] ?? "", kind: "front" });
  for (; at < texts.length; at++) {
    const text = texts[at] ?? "";
    if (open !== undefined) {
      if (!breaksFence(text)) {
        lines.push({ text, kind: "fence" });
        if (closes(text, open.mark)) open = undefined;
        continue;
      }
      open = undefined;
    }
    const mark = opens(text);
    if (mark !== undefined) {
      open = { mark, at };
      lines.push({ text, kind: "fence" });
      continue;
    }
    if (commentsClose && /^ {0,3}<!--/.test(text)) {
      const end = commentEnd(texts, at);
      if (end === undefined) commentsClose = false;
      else {
        for (; at < end; at++) lines.push({ text: texts[at] ?? "", kind: "comment" });
        at--;
        continue;
      }
    }
    lines.push({ text, kind: "text" });
  }
  return { lines, unclosed: open !== undefined };
}

/**
 * Splits a text with `\n` line ends. A fence that nothing closes would hide every entry behind it; in such a file a
 * line for which `startsEntry` is true ends any open fence.
 */
export function linesOf(text: string, startsEntry: (text: string) => boolean): Line[] {
  const texts = text.split("\n");
  const first = scan(texts, () => false);
  return first.unclosed ? scan(texts, startsEntry).lines : first.lines;
}
