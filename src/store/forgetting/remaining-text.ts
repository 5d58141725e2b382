/** Renders remaining mentions of forgotten words, one line each. */
import { refOf } from "../../entry/entry.js";
import { withShortIds } from "../../entry/short-ids.js";
import { indented } from "../../text/columns.js";
import type { Paint } from "../../text/paint.js";
import { oneLine } from "../../text/shorten.js";
import type { Forgotten } from "./forget-schemas.js";

/** Renders the effect on a remaining entry, with its words where they hold again. */
export function remainingText({ id, says, text }: Forgotten["others"][number], paint: Paint): string {
  const quoted = text === undefined ? [] : indented(`"${oneLine(text)}"`, 9, paint);
  return [`${paint.accent(refOf(id))}  ${withShortIds(says.join("; "))}`, ...quoted].join("\n");
}
