import { tailOf } from "../memory/entry.js";
import type { Linked } from "../operations/link.js";
import type { Resolved } from "../operations/resolve.js";
import { withShortIds } from "./captures.js";
import type { Paint } from "./paint.js";

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
