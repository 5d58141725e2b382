/** The editor of whoever sits here. */
import { type Call, envValue } from "./call.js";

/** `VISUAL`, else `EDITOR`, else vi. */
export const editorOf = ({ io: { env } }: Call): string => envValue(env, "VISUAL") ?? envValue(env, "EDITOR") ?? "vi";

/** Opens it at a line of one of their files. */
export async function openAt(call: Call, path: string, line: number): Promise<void> {
  const { openEditor } = await import("../store/files/programs.js");
  await openEditor(editorOf(call), path, line);
}
