/** The skeleton of a Markdown file that tenet needs: lines, headings, code fences, conflicts. Keeps every offset. */

/** The lines of a text without their ends, and the offset of each; one more at the end for the end of the text. */
export interface Lines {
  text: string[];
  start: number[];
}

export function linesOf(text: string): Lines {
  const rows = text.split("\n");
  if (rows.at(-1) === "") rows.pop();
  let at = 0;
  const start = rows.map((row) => {
    at += row.length + 1;
    return at - row.length - 1;
  });
  return { text: rows.map((row) => row.replace(/\r$/, "")), start: [...start, text.length] };
}

/** A fenced block, by 0-based lines. */
export interface Fence {
  open: number;
  /** The line of the closing fence; one past the last line that it holds when nothing closes it. */
  close: number;
  closed: boolean;
  mark: "`" | "~";
  length: number;
  /** First word behind the fence, lower case. */
  language: string;
}

export interface Heading {
  line: number;
  level: number;
  text: string;
}

export interface Skeleton {
  fences: Fence[];
  headings: Heading[];
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;

export const isYaml = ({ language }: Pick<Fence, "language">): boolean => language === "yaml" || language === "yml";

function opening(line: string): Pick<Fence, "mark" | "length" | "language"> | undefined {
  const [, run = "", info = ""] = FENCE.exec(line) ?? [];
  const mark = run.startsWith("`") ? "`" : "~";
  if (run === "" || (mark === "`" && info.includes("`"))) return undefined;
  return { mark, length: run.length, language: (info.trim().split(/[\s{]/)[0] ?? "").toLowerCase() };
}

/**
 * Fences and headings from a line on. Unlike in CommonMark, an unindented yaml opening at least as long as the fence it
 * stands in ends that one as unclosed: the records behind a lost fence are read. Who quotes a record uses a longer one.
 */
export function skeletonOf(lines: Lines, from = 0): Skeleton {
  const skeleton: Skeleton = { fences: [], headings: [] };
  let inside: Fence | undefined;
  for (let at = from; at < lines.text.length; at++) {
    const line = lines.text[at] ?? "";
    const fence = line.includes("```") || line.includes("~~~") ? opening(line) : undefined;
    if (inside !== undefined) {
      if (fence?.mark !== inside.mark || fence.length < inside.length) continue;
      const isClosing = /^ {0,3}[`~]+[ \t]*$/.test(line);
      if (!isClosing && (!isYaml(fence) || line.startsWith(" "))) continue;
      inside.close = at;
      inside.closed = isClosing;
      inside = undefined;
      if (isClosing) continue;
    }
    if (fence !== undefined) {
      inside = { ...fence, open: at, close: lines.text.length, closed: false };
      skeleton.fences.push(inside);
    } else if (line.includes("#")) {
      const [, marks, text = ""] = HEADING.exec(line) ?? [];
      if (marks !== undefined) skeleton.headings.push({ line: at, level: marks.length, text });
    }
  }
  return skeleton;
}

/** A fence longer than any run of its mark within the text, so that no value can end it. */
export function fenceFor(body: string, mark: "`" | "~" = "`"): string {
  const runs = (body.match(mark === "`" ? /`+/g : /~+/g) ?? []).map((run) => run.length);
  return mark.repeat(runs.reduce((longest, length) => Math.max(longest, length + 1), 3));
}

/** The 0-based lines of `<<<<<<<` and `>>>>>>>`. */
export interface ConflictRegion {
  from: number;
  to: number;
}

/** Conflicts that git left, outside code fences (where notes quote them) and inside record fences (where real ones sit). */
export function conflictRegions(lines: Lines, { fences }: Skeleton): ConflictRegion[] {
  const regions: ConflictRegion[] = [];
  const isRecord = (fence: Fence) =>
    isYaml(fence) && lines.text.slice(fence.open + 1, fence.close).some((line) => /^(?:id|type):/.test(line));
  const quoting = fences.filter((fence) => fence.closed && !isRecord(fence));
  let from: number | undefined;
  for (const [at, line] of lines.text.entries()) {
    if (!/^(?:<{7}|>{7})(?: |$)/.test(line) || quoting.some(({ open, close }) => open < at && at < close)) continue;
    if (line.startsWith("<")) from = at;
    else if (from !== undefined) {
      regions.push({ from, to: at });
      from = undefined;
    }
  }
  return regions;
}

/** The 1-based line of the first conflict in a file of Markdown or YAML. */
export function conflictLine(text: string): number | undefined {
  if (!text.includes("<<<<<<<") || !text.includes(">>>>>>>")) return undefined;
  const lines = linesOf(text);
  const [first] = conflictRegions(lines, skeletonOf(lines));
  return first === undefined ? undefined : first.from + 1;
}
