/** Says which pages of the wiki were written. Called by `tenet index --wiki`. */
import { accent, faint, line, type Outline, type Row, table, warn } from "../text/outline/outline.js";
import { counted } from "../text/paint.js";
import type { BuiltPage, WikiBuilt } from "./wiki-schemas.js";

function pageRow({ file, state, sources, lines, by, because }: BuiltPage): Row {
  const made =
    state === "removed"
      ? "nothing stands on it any more"
      : `${counted(lines, "line")} of ${counted(sources, "entry", "entries")}`;
  const who = by === undefined ? [] : [faint(`, by ${by}`)];
  return { cells: [(state === "left" ? warn : accent)(state), file, [because ?? made, ...who]] };
}

export function wikiBuiltOutline({ pages }: WikiBuilt): Outline {
  if (pages.length === 0)
    return [line("No page yet: nobody has worded one. What waits to be worded: tenet index --wiki --brief")];
  const next = "Put your words outside the marks of a page that was left, or take the page away; then run it again.";
  return [table(pages.map(pageRow)), ...(pages.some(({ state }) => state === "left") ? [line(next)] : [])];
}
