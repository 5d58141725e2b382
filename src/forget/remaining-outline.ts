/** Says what becomes of entries that stay where others are forgotten. */
import { refOf } from "../entry/entry.js";
import { withShortIds } from "../entry/short-ids.js";
import { accent, line, type Outline } from "../text/outline/outline.js";
import type { Forgotten } from "./forget-schemas.js";

export const remainingOutline = ({ id, says }: Forgotten["others"][number]): Outline => [
  line([accent(refOf(id)), `  ${withShortIds(says.join("; "))}`], { indent: 2, hang: 7 }),
];
