import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEditor } from "./editor.js";

/**
 * A text as a person leaves it in their own editor. It stands in a private temporary file meanwhile, which is gone
 * afterwards whatever happens.
 */
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
