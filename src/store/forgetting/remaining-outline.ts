/** Says what becomes of entries that stay where others are forgotten. */
import { refOf } from "../../entry/entry.js";
import { withShortIds } from "../../entry/short-ids.js";
import { accent, data, line, type Outline } from "../../text/outline/outline.js";
import { oneLine } from "../../text/shorten.js";
import type { Forgotten } from "./forget-schemas.js";

/** The effect on a remaining entry, with its words where they hold again. */
export const remainingOutline = ({ id, says, text }: Forgotten["others"][number]): Outline => [
  line([accent(refOf(id)), `  ${withShortIds(says.join("; "))}`], { indent: 2, hang: 7 }),
  ...(text === undefined ? [] : [line(data(`"${oneLine(text)}"`), { indent: 9 })]),
];
