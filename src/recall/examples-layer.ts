/** How answers to requests like a given one were edited: as a layer of a context, and beside a prompt. */

import type { Edit } from "../entry/entry.js";
import { contactOf } from "../entry/gates/contact-scope.js";
import { chosenExamples, type ExampleTexts, exampleLines } from "../store/examples/policy/chosen-examples.js";
import { entryItem, isShown } from "../store/layers/entry-items.js";
import type { ContextItem, Layer, Omitted } from "../store/layers/policy/layer.js";
import { withoutSecrets } from "../store/layers/screen-layers.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import type { LayerSources } from "./layer-sources.js";

/** So many of the likeliest are looked at: some are no examples, and a contact's own come first. */
export const LOOKED_AT = 20;

/** One line above them. */
export const EXAMPLES_TITLE = "How answers to requests like this were edited";

/** An edit that may be retrieved; of whom it is about the search asks. */
export const isShownEdit = (head: EntryMeta): boolean => head.type === "edit" && isShown(head);

/** Only with a query: without a request there is nothing that an example would be like. */
export async function examplesLayer({ ctx, tree, viewer, ask }: LayerSources): Promise<Layer> {
  const omitted: Omitted[] = [];
  const layer: Layer = { name: "examples", title: EXAMPLES_TITLE, items: [], omitted };
  const known = ask === undefined ? [] : tree.where({ type: "edit" });
  const heads = new Map(known.filter(isShownEdit).map((head) => [head.id, head]));
  if (heads.size === 0 || ask === undefined) return layer;
  // Of an edit what was asked is compared, by words and by meaning, and nothing else.
  const { results } = await ask({ type: "edit", limit: LOOKED_AT });
  const near = results.flatMap(({ id, weak }) => (weak === true ? [] : (heads.get(id) ?? [])));
  const screened = (texts: ExampleTexts, id: string) =>
    withoutSecrets(ctx, texts, { name: id, layer: "examples", id }, omitted);
  return { ...layer, items: await exampleItems(tree, near, viewer.contact, screened) };
}

/** The examples among the likeliest edits, three lines each. */
export async function exampleItems(
  tree: Store,
  likeliest: readonly EntryMeta[],
  contact: string | undefined,
  screened: (texts: ExampleTexts, id: string) => Promise<ExampleTexts>,
): Promise<(ContextItem & { id: string })[]> {
  const loaded = await tree.load(likeliest.map(({ id }) => id));
  const edits = new Map(loaded.map(({ entry }) => [entry.id, entry as Edit]));
  const heads = new Map(likeliest.map((head) => [head.id, head]));
  const chosen = chosenExamples(
    likeliest.flatMap(({ id }) => edits.get(id) ?? []),
    contact,
  );
  const items: (ContextItem & { id: string })[] = [];
  for (const { id, kind, context, target, original, final, why } of chosen) {
    const head = heads.get(id);
    if (head === undefined) continue;
    const { asked, wrote, sent } = exampleLines(await screened({ context, target, original, final, why }, id));
    const parts = [
      { name: "wrote", text: wrote },
      { name: "sent", text: sent },
    ];
    const about = contactOf(head);
    items.push({ ...entryItem(head, asked, [kind, about && `to ${about}`]), id, parts });
  }
  return items;
}
