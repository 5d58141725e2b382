/** What a person made of what an agent wrote: which write and which commit belong together, and the passage. Pure. */
import { editDistance, LONGEST_EDIT } from "../../entry/near/edit-distance.js";
import { isExample } from "../../store/examples/policy/chosen-examples.js";
import type { WrittenChange } from "../../store/transcripts/patch-changes.js";
import { commonSequence } from "../../text/common-sequence.js";

/** An agent wrote a file. */
export interface Written {
  at: string;
  change: WrittenChange;
}

/** A commit that touched the file, merges left out. */
export interface CommittedFile {
  commit: string;
  at: string;
  /** The listed person who alone made the commit. */
  by?: string | undefined;
  /** Undefined where there is no file, or none that is a text. */
  before: string | undefined;
  after: string | undefined;
}

/** A person's commit that changed what an agent had written. */
export interface FileEdit<W extends Written> {
  write: W;
  commit: CommittedFile & { by: string };
  /** What stood there before the agent wrote, what it left, what the person committed. */
  base: string;
  left: string;
  final: string;
}

/** Line ends, and how many of them close a file, are no change. */
const plain = (text: string): string => `${text.replaceAll("\r\n", "\n").trimEnd()}\n`;

/** The text after a list of writes; undefined where the writes do not fit the text. */
function textAfter(before: string | undefined, writes: readonly Written[]): string | undefined {
  let text = before;
  for (const { change } of writes) {
    if ("text" in change) text = change.text.replaceAll("\r\n", "\n");
    else if (!("parts" in change)) text = undefined;
    else for (const part of change.parts) text = text === undefined ? undefined : replaced(text, part);
  }
  return text;
}

function replaced(text: string, part: { old: string; new: string; all?: true }): string | undefined {
  const [old, made] = [part.old.replaceAll("\r\n", "\n"), part.new.replaceAll("\r\n", "\n")];
  // Nothing to look for: the end, as in a file that is begun.
  if (old === "") return `${text === "" || text.endsWith("\n") ? text : `${text}\n`}${made}`;
  if (part.all === true) return text.includes(old) ? text.replaceAll(old, () => made) : undefined;
  return text.includes(old) ? text.replace(old, () => made) : undefined;
}

/**
 * The edits that people made of one file. `writes` by instant; `commits` in the order of history. The next commit
 * without the agent's text decides: by a listed person it is an edit, by anybody else it ends the trace.
 */
export function editsOfFile<W extends Written>(writes: readonly W[], commits: readonly CommittedFile[]): FileEdit<W>[] {
  const edits: FileEdit<W>[] = [];
  let pending: W[] = [];
  /** What the agent left, as it was committed. */
  let agentText: { base: string; text: string; write: W } | undefined;
  let next = 0;
  for (const commit of commits) {
    for (; next < writes.length && (writes[next] as W).at <= commit.at; next++) pending.push(writes[next] as W);
    const before = commit.before === undefined ? undefined : plain(commit.before);
    if (agentText !== undefined && before !== agentText.text) agentText = undefined;
    const write = pending.at(-1) ?? agentText?.write;
    const leftText = textAfter(agentText?.text ?? before ?? "", pending);
    const base = agentText?.base ?? before ?? "";
    [pending, agentText] = [[], undefined];
    if (write === undefined || leftText === undefined || commit.after === undefined) continue;
    const final = plain(commit.after);
    if (plain(leftText) === final) agentText = { base, text: final, write };
    else if (commit.by !== undefined)
      edits.push({ write, commit: { ...commit, by: commit.by }, base, left: plain(leftText), final });
  }
  return edits;
}

/** More changed lines than this are another text, and no edit. */
const MOST_CHANGED = 2_000;
/** Changes with at most so many lines between them are one passage. */
const LINES_BETWEEN = 2;
/** Stands where lines between two passages are left out. */
const GAP = "…";

/** Lines `[from, to)` of what the agent left, and those that stand there now. */
interface Hunk {
  left: [from: number, to: number];
  final: [from: number, to: number];
}

/** As a formatter leaves it: blanks, line ends, quotes and the commas at line ends are its own. */
const unformatted = (lines: readonly string[]): string => lines.join("\n").replace(/[\s,;'"`]+/g, "");

function hunksBetween(leftLines: readonly string[], final: readonly string[]): Hunk[] | undefined {
  const common = commonSequence(leftLines, final, MOST_CHANGED);
  if (common === undefined) return undefined;
  const hunks: Hunk[] = [];
  let [inLeft, inFinal] = [0, 0];
  for (const [a, b] of [...common, [leftLines.length, final.length] as const]) {
    if (a > inLeft || b > inFinal) hunks.push({ left: [inLeft, a], final: [inFinal, b] });
    [inLeft, inFinal] = [a + 1, b + 1];
  }
  return hunks;
}

function joined(hunks: readonly Hunk[]): Hunk[] {
  const all: Hunk[] = [];
  for (const hunk of hunks) {
    const last = all.at(-1);
    if (last !== undefined && hunk.left[0] - last.left[1] <= LINES_BETWEEN) {
      last.left[1] = hunk.left[1];
      last.final[1] = hunk.final[1];
    } else all.push({ left: [...hunk.left], final: [...hunk.final] });
  }
  return all;
}

/** The passage of an edit: what the agent wrote, and what the person made of it. */
export interface EditedPassage {
  original: string;
  final: string;
  ratio: number;
}

/**
 * The lines of the agent's that a person changed, with a line around them where that leaves them the main thing.
 * Undefined where too little is another text: a comma, a format, lines that were only added, what stood there before the
 * agent came; and where it is too long to be an example.
 */
export function editedPassage({
  base,
  left,
  final,
}: Pick<FileEdit<Written>, "base" | "left" | "final">): EditedPassage | undefined {
  const [before, agents, persons] = [base, left, final].map((text) => text.split("\n")) as [
    string[],
    string[],
    string[],
  ];
  const keptLines = new Set((commonSequence(before, agents, MOST_CHANGED) ?? []).map(([, at]) => at));
  const stood = new Set(before.map((line) => line.trim()));
  const hunks = hunksBetween(agents, persons)?.filter((hunk) => {
    const [was, is] = [agents.slice(...hunk.left), persons.slice(...hunk.final)];
    const isAgents = was.some((line, at) => line.trim() !== "" && !keptLines.has(hunk.left[0] + at));
    const isTakenBack = is.length > 0 && is.every((line) => stood.has(line.trim()));
    return isAgents && !isTakenBack && unformatted(was) !== unformatted(is);
  });
  if (hunks === undefined || hunks.length === 0) return undefined;
  for (const around of [1, 0]) {
    const cut = (lines: readonly string[], side: keyof Hunk) =>
      joined(hunks)
        .map((hunk) => lines.slice(Math.max(0, hunk[side][0] - around), hunk[side][1] + around).join("\n"))
        .join(`\n${GAP}\n`)
        .replace(/^\s*\n|\s+$/g, "");
    const passage = { original: cut(agents, "left"), final: cut(persons, "final") };
    const longest = Math.max(passage.original.length, passage.final.length);
    if (passage.original === "" || passage.final === "" || longest > LONGEST_EDIT) continue;
    const { ratio } = editDistance(passage.original, passage.final);
    if (isExample({ ...passage, ratio })) return { ...passage, ratio };
  }
  return undefined;
}
