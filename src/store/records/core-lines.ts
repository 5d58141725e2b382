/** The lines that people wrote into the files of the profile. */
import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import { screenText } from "../../screening/screen.js";
import { readBytes } from "../files/safe-path.js";
import { conflictLine } from "./fences.js";
import { linesIn, type PeoplesLine } from "./peoples-lines.js";

type Here = Pick<Context, "workspace" | "profile">;

async function linesOf({ workspace: ws }: Here, file: string): Promise<PeoplesLine[]> {
  try {
    const bytes = await readBytes(ws, ws.absolute(file));
    if (bytes === undefined) return [];
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (conflictLine(text) !== undefined) return [];
    const { value } = await screenText(text, file);
    return await linesIn(file, value);
  } catch (error) {
    // The command that prints core files reports unreadable ones.
    if (error instanceof TenetError || error instanceof TypeError) return [];
    throw error;
  }
}

/** Every line that people wrote into the files of the profile, as they may be shown. */
export async function coreLines(ctx: Here): Promise<PeoplesLine[]> {
  const files = [...new Set(Object.values(ctx.profile.files))];
  return (await Promise.all(files.map((file) => linesOf(ctx, file)))).flat();
}
