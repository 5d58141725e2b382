/** The skeleton of a Markdown file that tenet needs: lines, headings, code fences, conflicts. Keeps every offset. */

/** A text cut into lines, with each line's place in the original. */
export interface Lines {
  /** Without line ends, `\r\n` or `\n`. */
  text: string[];
  /** Offset of each line's first character; one more at the end for the end of the text. */
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

/** A fenced block; line numbers are 0-based indexes into {@link Lines}. */
export interface Fence {
  open: number;
  /** The line of the closing fence, or one past the last line it was found to hold when nothing closes it. */
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

const FENCE = /^( {0,3})(`{3,}|~{3,})(.*)$/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;

export function isYaml(fence: Pick<Fence, "language">): boolean {
  return fence.language === "yaml" || fence.language === "yml";
}

function opening(line: string): Pick<Fence, "mark" | "length" | "language"> | undefined {
  const fenceMatch = FENCE.exec(line);
  if (fenceMatch === null) return undefined;
  const [, , run = "", info = ""] = fenceMatch;
  if (run.startsWith("`") && info.includes("`")) return undefined;
  const language = (info.trim().split(/[\s{]/)[0] ?? "").toLowerCase();
  return { mark: run.startsWith("`") ? "`" : "~", length: run.length, language };
}

/**
 * Fences and headings from a line on. Differs from CommonMark in one point that rescues the records behind a lost
 * fence: an unindented yaml opening at least as long as the fence it stands in ends that one as unclosed. Who
 * quotes a record uses a longer fence.
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
      const heading = HEADING.exec(line);
      if (heading !== null) {
        skeleton.headings.push({ line: at, level: heading[1]?.length ?? 1, text: heading[2] ?? "" });
      }
    }
  }
  return skeleton;
}

/** A fence longer than any run of its mark within the text, so that no value can end it. */
export function fenceFor(body: string, mark: "`" | "~" = "`"): string {
  let longest = 0;
  for (const run of body.match(mark === "`" ? /`+/g : /~+/g) ?? []) longest = Math.max(longest, run.length);
  return mark.repeat(Math.max(3, longest + 1));
}

/** A conflict that git left for a person; 0-based lines of `<<<<<<<` and `>>>>>>>`. */
export interface ConflictRegion {
  from: number;
  to: number;
}

const quotes = (fence: Fence, lines: Lines): boolean =>
  !isYaml(fence) || !lines.text.slice(fence.open + 1, fence.close).some((line) => /^(?:id|type):/.test(line));

/** Line-anchored `<<<<<<< ` and `>>>>>>> `, outside code fences (where notes quote them) and inside record fences (where real ones sit). */
export function conflictRegions(lines: Lines, { fences }: Skeleton): ConflictRegion[] {
  const regions: ConflictRegion[] = [];
  const quoting = fences.filter((fence) => fence.closed && quotes(fence, lines));
  let from: number | undefined;
  for (const [at, line] of lines.text.entries()) {
    const mark = /^(?:<{7}|>{7})(?= |$)/.exec(line)?.[0][0];
    if (mark === undefined || quoting.some(({ open, close }) => open < at && at < close)) continue;
    if (mark === "<") from = at;
    else if (from !== undefined) {
      regions.push({ from, to: at });
      from = undefined;
    }
  }
  return regions;
}

/** The 1-based line of the first conflict in any Markdown or YAML file of ours; undefined when there is none. */
export function conflictLine(text: string): number | undefined {
  if (!text.includes("<<<<<<<") || !text.includes(">>>>>>>")) return undefined;
  const lines = linesOf(text);
  const [first] = conflictRegions(lines, skeletonOf(lines));
  return first === undefined ? undefined : first.from + 1;
}
