/** What every answer to a decision with a reason says of the record that was made of it. */
import { refOf } from "../../entry/entry.js";
import { accent, line, type Outline } from "../../text/outline/outline.js";

/** One line; none where nothing was recorded. */
export const recordedOutline = (recorded: string | undefined): Outline =>
  recorded === undefined ? [] : [line(["The reason is kept as decision ", accent(refOf(recorded)), "."])];
