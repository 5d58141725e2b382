/** Insights and memories that are only what tenet printed: dropped before anything is compared. Corrections never are. */
import type { Context } from "../context.js";
import { type OwnOutput, ownOutputIn } from "../detect/own-output.js";
import type { EntryType } from "../entry/entry.js";
import { openShown } from "../recall/viewer.js";
import type { Store } from "../store/open-store.js";
import type { CheckedDraft } from "./draft.js";
import type { Captured } from "./policy/captured.js";

const BECAUSE = "tenet printed this text itself; nothing new was said, and nothing was written.";

/** The answer for each draft that is an echo, by its position in the list. */
export async function ownOutputAmong(ctx: Context, drafts: readonly CheckedDraft[]): Promise<Map<number, Captured>> {
  const found = drafts.flatMap((draft, at): [number, EntryType, string, OwnOutput][] => {
    const text = String((draft.type === "memory" ? draft.fields["content"] : draft.fields["insight"]) ?? "");
    const echo = text === "" ? undefined : ownOutputIn(text);
    return echo === undefined ? [] : [[at, draft.type, text, echo]];
  });
  if (found.length === 0) return new Map();
  const tree = await openShown(ctx);
  return new Map(found.map(([at, type, text, echo]) => [at, answer(tree, type, text, echo)]));
}

function answer(tree: Store, type: EntryType, text: string, { refs }: OwnOutput): Captured {
  const head = refs.flatMap((ref) => named(tree, ref))[0];
  return {
    decision: "skipped",
    type,
    text,
    ...(head === undefined ? {} : { id: head.id, file: head.file, line: head.line }),
    because: [BECAUSE],
    neighbours: [],
    next:
      type === "memory"
        ? "Say in your own words what is to be remembered."
        : "Say in your own words what is new: what was seen, and what goes wrong if it is forgotten.",
  };
}

/** An echo may name entries that are gone by now. */
function named(tree: Store, ref: string) {
  try {
    return [tree.resolve(ref)];
  } catch {
    return [];
  }
}
