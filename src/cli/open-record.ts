import type { Edited } from "../review/edit.js";
import type { CommandContext } from "./command-context.js";
import { stated } from "./process-io.js";

/** Opens a person's editor at a record, and looks at what became of it. */
export async function openRecord(door: CommandContext, reference: string): Promise<Edited> {
  const { env } = door.surroundings;
  const ctx = await door.context();
  const [{ placeToEdit, afterEditor }, { openEditor }] = await Promise.all([
    import("../review/edit.js"),
    import("../store/files/editor.js"),
  ]);
  const { entry, path, line } = await placeToEdit(ctx, reference);
  await openEditor(stated(env, "VISUAL") ?? stated(env, "EDITOR") ?? "vi", path, line);
  return await afterEditor(ctx, entry);
}
