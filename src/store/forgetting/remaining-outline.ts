/** Says what becomes of entries that stay where others are forgotten. */
import { refOf } from "../../entry/entry.js";
import { withShortIds } from "../../entry/short-ids.js";
import { accent, data, faint, line, type Outline } from "../../text/outline/outline.js";
import { oneLine } from "../../text/shorten.js";
import type { Forgotten } from "./forget-schemas.js";

/** Says how what stays out of use comes back; nothing where nothing does. `step`: the command, as this door says it. */
export const olderHint = (others: Forgotten["others"], step: string): Outline =>
  others.some(({ older }) => older === true)
    ? [line(faint(`What stays out of use here holds again with: ${step}`), { indent: 2 })]
    : [];

/** The effect on a remaining entry, with its words where they hold again. */
export const remainingOutline = ({ id, says, text }: Forgotten["others"][number]): Outline => [
  line([accent(refOf(id)), `  ${withShortIds(says.join("; "))}`], { indent: 2, hang: 7 }),
  ...(text === undefined ? [] : [line(data(`"${oneLine(text)}"`), { indent: 9 })]),
];
