/** A record in a person's editor. Called by `edit` and by a review. */
import type { Call } from "../command/call.js";
import { editorOf } from "../command/editor.js";
import { TenetError } from "../errors.js";
import { bad, line as lineOf } from "../text/outline/outline.js";
import type { Edited } from "./edit-schemas.js";
import type { ReviewKey } from "./policy/review-keys.js";
import { keysOutline } from "./review-outline.js";

/** Opens a person's editor at a record, and looks at what became of it. */
export async function openRecord(call: Call, reference: string): Promise<Edited> {
  const ctx = await call.context();
  const [{ placeToEdit, afterEditor, throwAway }, { openEditor }] = await Promise.all([
    import("./edit-by-hand.js"),
    import("../store/files/programs.js"),
  ]);
  const place = await placeToEdit(ctx, reference);
  for (let { line } = place; ; ) {
    await openEditor(editorOf(call), place.path, line);
    try {
      return await afterEditor(ctx, place);
    } catch (thrown) {
      if (!(thrown instanceof TenetError) || thrown.code !== "broken-record" || call.asker === undefined) throw thrown;
      await call.show(thrown.message, (message) => [lineOf([bad("!"), ` ${message}`], { hang: 2 })]);
      await call.show({ ask: "What now?", keys: AFTER_BREAKING }, keysOutline);
      const word = await call.asker.key(AFTER_BREAKING, "leave it so");
      if (word === "throw away") return await throwAway(place);
      if (word !== "edit again") throw thrown;
      line = Number(thrown.details["line"] ?? line);
    }
  }
}

/** As visudo asks: what was written is never lost. */
const AFTER_BREAKING: readonly ReviewKey[] = [
  { key: "e", word: "edit again", means: "your editor opens at the line" },
  { key: "x", word: "throw away", means: "the file becomes what it was; a copy of what you wrote is kept" },
  { key: "Enter", word: "leave it so", means: "the file stays as you left it" },
];
