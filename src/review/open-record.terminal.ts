/** A record in a person's editor. Called by `edit` and by a review. */
import type { Call } from "../command/call.js";
import type { Edited } from "./edit/edit-schemas.js";

/** Opens a person's editor at a record, and looks at what became of it. */
export async function openRecord(call: Call, reference: string): Promise<Edited> {
  const ctx = await call.context();
  const [{ placeToEdit, afterEditor }, { editorOf, openEditor }] = await Promise.all([
    import("./edit/edit-by-hand.js"),
    import("../store/files/programs.js"),
  ]);
  const place = await placeToEdit(ctx, reference);
  await openEditor(editorOf(call.io.env), place.path, place.line);
  return await afterEditor(place);
}
