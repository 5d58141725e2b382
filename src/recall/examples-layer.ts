/**
 * Examples of edits to answers for similar requests, as a layer of a context and beside a prompt. Called by the context
 * and by `tenet examples`.
 */

import { entryItem, isShown } from "../context/entry-items.js";
import type { ContextItem, Layer } from "../context/policy/layer.js";
import { withoutSecrets } from "../context/screen-layers.js";
import type { Edit } from "../entry/entry.js";
import { contactOf } from "../entry/gates/contact-scope.js";
import { chosenExamples, type ExampleTexts, exampleLines } from "../examples/policy/chosen-examples.js";
import type { Row, Store } from "../store/open-store.js";
import { fittingIds } from "./fitting.js";
import type { LayerSources } from "./layer-sources.js";

/** The number of likeliest edits to load: some are no examples, and a contact's own go first. */
export const LOOKED_AT = 20;

/** The title of the layer. */
export const EXAMPLES_TITLE = "How answers to requests like this were edited";

/** True for an edit that may be retrieved. The search checks the contact. */
export const isShownEdit = (head: Row): boolean => head.type === "edit" && isShown(head);

/** The layer; empty without a query. */
export async function examplesLayer({ ctx, tree, viewer, ask }: LayerSources): Promise<Layer> {
  const layer: Layer = { name: "examples", title: EXAMPLES_TITLE, items: [] };
  const editHeads = ask === undefined ? [] : tree.where({ type: "edit" });
  const heads = new Map(editHeads.filter(isShownEdit).map((head) => [head.id, head]));
  if (heads.size === 0 || ask === undefined) return layer;
  // The search compares an edit only by the request it answers.
  const found = await ask({ type: "edit", limit: LOOKED_AT });
  const likeliest = fittingIds(ctx, found).flatMap((id) => heads.get(id) ?? []);
  const screenTexts = (texts: ExampleTexts, id: string) => withoutSecrets(ctx, texts, id);
  return { ...layer, items: await exampleItems(tree, likeliest, viewer.contact, screenTexts) };
}

/** The examples among the likeliest edits, three lines each. */
export async function exampleItems(
  tree: Store,
  likeliest: readonly Row[],
  contact: string | undefined,
  screenTexts: (texts: ExampleTexts, id: string) => Promise<ExampleTexts>,
): Promise<(ContextItem & { id: string })[]> {
  const loadedEntries = await tree.load(likeliest.map(({ id }) => id));
  const edits = new Map(loadedEntries.map(({ entry }) => [entry.id, entry as Edit]));
  const heads = new Map(likeliest.map((head) => [head.id, head]));
  const examples = chosenExamples(
    likeliest.flatMap(({ id }) => edits.get(id) ?? []),
    contact,
  );
  const items: (ContextItem & { id: string })[] = [];
  for (const { id, kind, context, target, original, final, why } of examples) {
    const head = heads.get(id);
    if (head === undefined) continue;
    const { asked, wrote, sent } = exampleLines(await screenTexts({ context, target, original, final, why }, id));
    const parts = [
      { name: "wrote", text: wrote },
      { name: "sent", text: sent },
    ];
    const about = contactOf(head);
    items.push({ ...entryItem(head, asked, [kind, about && `to ${about}`]), id, parts });
  }
  return items;
}
