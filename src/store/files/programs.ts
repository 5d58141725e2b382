/** A person's own editor. */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { TenetError } from "../../errors.js";

/** Arguments that open a file at a 1-based line in an editor known by its name; others just get the file. */
export function editorArguments(command: string, path: string, line: number): string[] {
  const name = basename(command).replace(/\.(exe|cmd)$/, "");
  if (/^(code|codium|cursor|windsurf)$/.test(name)) return ["--goto", `${path}:${line}`];
  return /^(n?vim?|vi|emacs(client)?|nano|micro|kak|joe)$/.test(name) ? [`+${line}`, path] : [path];
}

export const editorOf = (env: Readonly<Record<string, string | undefined>>): string =>
  env["VISUAL"] || env["EDITOR"] || "vi";

/** Opens an editor, which may be stated with flags (`code --wait`), and waits until it is closed. */
export function openEditor(editor: string, path: string, line: number): Promise<void> {
  const [command = "vi", ...flags] = editor.trim().split(/\s+/);
  return new Promise((resolve, reject) => {
    const failed = (reason: string, cause?: unknown) =>
      reject(
        new TenetError(`the editor ${JSON.stringify(editor)} ${reason}`, {
          failure: "failed",
          code: "editor",
          hint: `Set EDITOR to one that runs, or state the field as a flag. The record stands at ${path}:${line}.`,
          cause,
        }),
      );
    const child = spawn(command, [...flags, ...editorArguments(command, path, line)], { stdio: "inherit" });
    child.on("error", (cause) => failed("could not be started", cause));
    child.on("exit", (code) => (code === 0 ? resolve() : failed(`ended with ${code ?? "a signal"}`)));
  });
}

/** A text as a person leaves it in their own editor. */
export async function editText(editor: string, name: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tenet-edit-"));
  const path = join(folder, name);
  try {
    await writeFile(path, text, { mode: 0o600 });
    await openEditor(editor, path, 1);
    return await readFile(path, "utf8");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
