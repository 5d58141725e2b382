/** Insights that are only what tenet printed: dropped before anything is compared. Corrections never are. */
import type { Context } from "../context.js";
import type { Captured } from "../memory/captured.js";
import { type Echo, echoOf } from "../memory/echo.js";
import { openTree, type Tree } from "../tree/tree.js";
import type { CheckedDraft } from "./draft.js";

const BECAUSE = "tenet printed this text itself; nothing new was said, and nothing was written.";

/** The answer for each draft that is an echo, by its position in the list. */
export async function echoesAmong(ctx: Context, drafts: readonly CheckedDraft[]): Promise<Map<number, Captured>> {
  const found = drafts.flatMap((draft, at): [number, string, Echo][] => {
    const text = draft.type === "insight" ? String(draft.fields["insight"]) : "";
    const echo = text === "" ? undefined : echoOf(text);
    return echo === undefined ? [] : [[at, text, echo]];
  });
  if (found.length === 0) return new Map();
  const tree = await openTree(ctx);
  return new Map(found.map(([at, text, echo]) => [at, answer(tree, text, echo)]));
}

function answer(tree: Tree, text: string, { refs }: Echo): Captured {
  const head = refs.flatMap((ref) => named(tree, ref))[0];
  return {
    decision: "skipped",
    type: "insight",
    text,
    ...(head === undefined ? {} : { id: head.id, file: head.file, line: head.line }),
    because: [BECAUSE],
    neighbours: [],
    next: "Say in your own words what is new: what was seen, and what goes wrong if it is forgotten.",
  };
}

/** An echo may name entries that are gone by now. */
function named(tree: Tree, ref: string) {
  try {
    return [tree.resolve(ref)];
  } catch {
    return [];
  }
}
