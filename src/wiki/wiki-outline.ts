/** Says which pages of the wiki were written. Called by `tenet index --wiki --apply`. */
import { accent, faint, line, type Outline, type Row, table } from "../text/outline/outline.js";
import { counted } from "../text/paint.js";
import type { BuiltPage, WikiBuilt } from "./wiki-schemas.js";

function pageRow({ file, state, sources, lines, by }: BuiltPage): Row {
  const made = `${counted(lines, "line")} of ${counted(sources, "entry", "entries")}`;
  const who = by === undefined ? [] : [faint(`, by ${by}`)];
  return { cells: [accent(state), file, [made, ...who]] };
}

export const wikiBuiltOutline = ({ pages }: WikiBuilt): Outline =>
  pages.length === 0 ? [line("No page.")] : [table(pages.map(pageRow))];
