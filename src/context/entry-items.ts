/** Entries as items of a context. */
import type { Context } from "../context.js";
import { claimOf } from "../entry/entry.js";
import { isInUse, isSensitive, SENSITIVE } from "../entry/gates/visible.js";
import { CONTACT_FOLDER, RECORD_TYPES } from "../entry/record-types.js";
import { doubtsOf } from "../entry/states.js";
import { nextTimeOf } from "../loop/due/next-time.js";
import { boundText } from "../recall/policy/bound-text.js";
import { entryOf } from "../store/cache/row.js";
import type { Row, Store } from "../store/open-store.js";
import { isAbout } from "../store/records/record-place.js";
import { shownText } from "../store/viewer.js";
import { defined } from "../text/defined.js";
import type { ContextItem } from "./policy/layer.js";

/** May it be retrieved at all? */
export function isShown(head: Row): boolean {
  return isInUse(head);
}

/** The words of an entry in full. `next`: of a correction, what to do next time. */
export function fullText(tree: Store, head: Row): { claim: string; next?: string } {
  if (isSensitive(head)) return { claim: SENSITIVE };
  if (head.type !== "correction") return { claim: shownText(head) };
  return defined({ claim: claimOf(entryOf(head)), next: nextTimeOf(tree, head) });
}

/** The same for an entry of the first of these trees that holds it. */
export function fullTextIn(trees: readonly Store[], head: Row): ReturnType<typeof fullText> {
  const tree = trees.find((one) => one.head(head.id) !== undefined);
  return tree === undefined ? { claim: head.text } : fullText(tree, head);
}

/** An entry with what a reader must know before trusting it. */
export function entryItem(head: Row, text: string, notes: readonly (string | undefined)[] = []): ContextItem {
  const { id, tier } = head;
  const labels = [...(doubtsOf(head) ?? []), boundText(head), ...notes].filter((one) => one !== undefined);
  return defined({ id, tier, text, note: labels.join(", ") || undefined });
}

/** The layer that reports an unprintable record file: of a contact's file one that no session stores. */
function layerOf(file: string): "taught" | "memories" | "contact" {
  if (file.startsWith(`${CONTACT_FOLDER}/`)) return "contact";
  return file.startsWith(`${RECORD_TYPES.memory.folder}/`) ? "memories" : "taught";
}

/** Record files in conflict: their content is in no prompt until a person resolves it. */
export function conflictsIn(
  { tree, ctx }: Readonly<{ tree: Store; ctx: Pick<Context, "actor"> }>,
  layer: ReturnType<typeof layerOf>,
): string[] {
  const places = tree.findings
    .filter(({ code }) => code === "conflict-markers")
    .filter(({ file }) => layerOf(file) === layer && isAbout(file, ctx.actor.contact))
    .map(({ file, line }) => (line === undefined ? file : `${file}:${line}`));
  return [...new Set(places)].map(
    (place) => `${place} holds conflict markers: what stands between them is not printed.`,
  );
}
