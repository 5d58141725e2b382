/** The lines that people wrote into the files of the profile. */
import type { Context } from "../../context.js";
import { screenText } from "../../screening/screen.js";
import { coreFilesOf, textOfCoreFile } from "./core-texts.js";
import { conflictLine } from "./fences.js";
import { linesIn, type PeoplesLine } from "./peoples-lines.js";

/** Every line that people wrote into these files, as it may be shown; the same line in two files stands once. */
export async function linesOfCore(texts: readonly (readonly [file: string, text: string])[]): Promise<PeoplesLine[]> {
  const lineByRef = new Map<string, PeoplesLine>();
  for (const [file, text] of texts) {
    if (conflictLine(text) !== undefined) continue;
    const { value } = await screenText(text, file);
    for (const line of await linesIn(file, value)) if (!lineByRef.has(line.ref)) lineByRef.set(line.ref, line);
  }
  return [...lineByRef.values()];
}

/** The same of the files of the profile. */
export async function coreLines({
  workspace,
  profile,
}: Pick<Context, "workspace" | "profile">): Promise<PeoplesLine[]> {
  const files = coreFilesOf(profile);
  return await linesOfCore(files.map((file) => [file, textOfCoreFile(workspace, file) ?? ""]));
}
