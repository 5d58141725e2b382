/** Entries as items of a context. */

import type { Context } from "../context.js";
import { claimOf } from "../entry/entry.js";
import { isInUse, isSensitive, SENSITIVE } from "../entry/gates/visible.js";
import { boundText } from "../entry/holds/holds-in.js";
import { CONTACT_FOLDER, RECORD_TYPES } from "../entry/record-types.js";
import { doubtsOf } from "../entry/states.js";
import { nextTimeOf } from "../loop/due/next-time.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { isAbout } from "../store/records/record-place.js";
import { defined } from "../text/defined.js";
import type { ContextItem } from "./policy/layer.js";

/** May it be retrieved at all? */
export function isShown(head: EntryMeta): boolean {
  return isInUse(head);
}

/** The words of an entry. */
export type FullTexts = (head: EntryMeta) => {
  claim: string;
  /** Of a correction: what to do next time. */
  next?: string;
};

/** {@link fullTextsOf} for entries of several trees. */
export async function fullTextsIn(trees: readonly Store[], heads: readonly EntryMeta[]): Promise<FullTexts> {
  const texts = new Map<string, ReturnType<FullTexts>>();
  for (const tree of trees) {
    const own = heads.filter(({ id }) => tree.head(id) !== undefined);
    const textOf = await fullTextsOf(tree, own);
    for (const head of own) texts.set(head.id, textOf(head));
  }
  return (head) => texts.get(head.id) ?? { claim: head.text };
}

/**
 * Claims in full, also of heads whose text was cut: a secret that a cut goes through could not be recognised. What is
 * printed is cut later.
 */
export async function fullTextsOf(tree: Store, heads: readonly EntryMeta[]): Promise<FullTexts> {
  const incomplete = heads.filter(
    (head) => !isSensitive(head) && (head.type === "correction" || head.text.endsWith("…")),
  );
  const loaded = await tree.load(incomplete.map(({ id }) => id));
  const entryById = new Map(loaded.map(({ entry }) => [entry.id, entry]));
  const nextTimes = new Map<string, string | undefined>();
  for (const entry of entryById.values()) {
    if (entry.type === "correction") nextTimes.set(entry.id, await nextTimeOf(tree, entry));
  }
  return (head) => {
    if (isSensitive(head)) return { claim: SENSITIVE };
    const entry = entryById.get(head.id);
    if (entry === undefined) return { claim: head.text };
    return defined({ claim: claimOf(entry), next: nextTimes.get(head.id) });
  };
}

/** An entry with what a reader must know before trusting it. */
export function entryItem(head: EntryMeta, text: string, notes: readonly (string | undefined)[] = []): ContextItem {
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
