import { withShortIds } from "../capture/capture-text.js";
import { tailOf } from "../entry/entry.js";
import type { Paint } from "../text/paint.js";
import type { Linked } from "./link.js";
import type { Resolved } from "./resolve.js";

const short = (id: string, paint: Paint): string => paint.accent(tailOf(id).toLowerCase());

/** What became of a link between two entries. */
export function linkedText({ id, to, file, line, changed, removed }: Linked, paint: Paint): string {
  const pair = `${short(id, paint)} and ${short(to, paint)}`;
  if (!changed) return `${pair} ${removed ? "were not linked" : "are linked already"}. Nothing was changed.\n`;
  return `${removed ? "No longer linked" : "Linked"}: ${pair}  ${paint.faint(`${file}:${line}`)}\n`;
}

/** How a pair was decided. */
export function resolvedText({ says, file, line }: Resolved, paint: Paint): string {
  return `${withShortIds(says)}  ${paint.faint(`${file}:${line}`)}\n`;
}
