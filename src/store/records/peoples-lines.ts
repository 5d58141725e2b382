/**
 * What people wrote into a core file beside tenet's blocks: its list items and the sentences of its paragraphs, each with
 * what it hangs on and the line on which it begins. Read by captures, recall, contexts and reviews.
 */
import type { Context } from "../../context.js";
import { isLineRef } from "../../entry/id-form.js";
import { TenetError } from "../../errors.js";
import type { Profile } from "../../settings.js";
import { claimHash } from "../../text/claims/canonical.js";
import { hung, itemOf } from "../../text/claims/hung.js";
import { oneLine } from "../../text/shorten.js";
import type { Workspace } from "../workspace.js";
import { conflictLine } from "./fences.js";
import { readPlainFile } from "./scan.js";

export interface PeoplesLine {
  /** `#` and its hash: what a row names it by. Moved under the same headings it is the same line, edited another. */
  ref: string;
  file: string;
  /** For display, since it moves. */
  line: number;
  /** With what it hangs on: `Never › push to main`. */
  text: string;
  /** What of it is compared. */
  item: string;
  /** Of the canonical text, with what it hangs on. */
  hash: string;
}

/** Every line of one file; one that stands there twice is named once. Loads the parser. */
export async function linesIn(file: string, text: string): Promise<PeoplesLine[]> {
  const { markdownLines } = await import("../../text/markdown-lines.js");
  const lineByRef = new Map<string, PeoplesLine>();
  for (const { line, hangsOn, item, form } of markdownLines(text, file).lines) {
    if (form !== "item" && form !== "sentence") continue;
    const said = oneLine(hung(hangsOn, item));
    const hash = claimHash(said);
    const ref = `#${hash}`;
    if (!lineByRef.has(ref)) lineByRef.set(ref, { ref, file, line, text: said, item: itemOf(said), hash });
  }
  return [...lineByRef.values()];
}

export const coreFilesOf = ({ files }: Pick<Profile, "files">): string[] => [...new Set(Object.values(files))];

/** The text of a core file; undefined where there is none, or none that can be read: who prints core files reports that. */
export function textOfCoreFile(ws: Workspace, file: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readPlainFile(ws.absolute(file)).bytes);
  } catch {
    return undefined;
  }
}

/** Every line of these files, as it may be shown; the same line in two files stands once. */
export async function linesOfCore(texts: readonly (readonly [file: string, text: string])[]): Promise<PeoplesLine[]> {
  const { screenText } = await import("../../screening/screen.js");
  const lineByRef = new Map<string, PeoplesLine>();
  for (const [file, text] of texts) {
    if (conflictLine(text) !== undefined) continue;
    const { value } = await screenText(text, file);
    for (const line of await linesIn(file, value)) if (!lineByRef.has(line.ref)) lineByRef.set(line.ref, line);
  }
  return [...lineByRef.values()];
}

export async function coreLines(ctx: Pick<Context, "workspace" | "profile">): Promise<PeoplesLine[]> {
  const files = coreFilesOf(ctx.profile);
  return await linesOfCore(files.map((file) => [file, textOfCoreFile(ctx.workspace, file) ?? ""]));
}

export { isLineRef };

const BY_NUMBER = /^(.+):(\d+)$/;

/** `#hash` as rows name it, or `FILE:LINE` as people and editors do. */
export const isLineName = (name: string): boolean => isLineRef(name) || BY_NUMBER.test(name);

/** Throws `not-found` for what names no line, or none any longer. */
export function lineNamed(lines: readonly PeoplesLine[], name: string): PeoplesLine {
  const [, file, number] = BY_NUMBER.exec(name) ?? [];
  const line = lines.find(({ ref, file: own, line }) => ref === name || (own === file && line === Number(number)));
  if (line !== undefined) return line;
  throw new TenetError(`${name} is no line that people wrote into a core file, or it was changed since`, {
    failure: "not-found",
    code: "no-such-line",
    hint: "Name it as FILE:LINE.",
  });
}
