/** The core files of the profile, their texts, and the lines that people wrote into them. */
import type { Context } from "../../context.js";
import type { Profile } from "../../settings.js";
import type { Workspace } from "../workspace.js";
import { conflictLine } from "./fences.js";
import { linesIn, type PeoplesLine } from "./peoples-lines.js";
import { readPlainFile } from "./scan.js";

/** The core files of the settings, each once. */
export const coreFilesOf = ({ files }: Pick<Profile, "files">): string[] => [...new Set(Object.values(files))];

/** The text of a core file; undefined where there is none, or none that can be read: who prints core files reports that. */
export function textOfCoreFile(ws: Workspace, file: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readPlainFile(ws.absolute(file)).bytes);
  } catch {
    return undefined;
  }
}

/** Every line that people wrote into these files, as it may be shown; the same line in two files stands once. */
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

/** The same of the files of the profile. */
export async function coreLines(ctx: Pick<Context, "workspace" | "profile">): Promise<PeoplesLine[]> {
  const files = coreFilesOf(ctx.profile);
  return await linesOfCore(files.map((file) => [file, textOfCoreFile(ctx.workspace, file) ?? ""]));
}
