/** YAML that a person styled, changed through its document: comments and the order stay. Used for records and settings. */
import { type Document, isNode, isScalar, isSeq, parseDocument, type YAMLMap } from "yaml";

/** No scalar is understood, so that each is printed as it was written: `1.10` and a number of twenty digits too. */
export const documentOf = (text: string): Document.Parsed =>
  parseDocument(text, { schema: "failsafe", uniqueKeys: false, prettyErrors: false });

export const printed = (document: Document): string =>
  document.toString({ lineWidth: 0, flowCollectionPadding: false }).replace(/\n$/, "");

/** The value of the first field of a text. */
export const valueIn = (line: string): unknown => (documentOf(line).contents as YAMLMap).items[0]?.value;

/** A value that takes over the comments and the style of the one in whose place it comes. */
export function styledAs(old: unknown, value: unknown): unknown {
  if (isSeq(old) && isSeq(value)) {
    const known = new Map(old.items.map((item) => [JSON.stringify(item), item]));
    value.items = value.items.map((item) => known.get(JSON.stringify(item)) ?? item);
    if (old.flow === true) value.flow = true;
  }
  if (isNode(old) && isNode(value)) Object.assign(value, { comment: old.comment ?? null });
  if (isNode(old) && isNode(value) && !isScalar(value)) value.commentBefore = old.commentBefore ?? null;
  return value;
}

/**
 * A record with fields as these lines state them, none where it is taken out; new ones stand behind the last that comes
 * no later in `order`.
 */
export function withFields(
  text: string,
  fields: readonly (readonly [field: string, lines: readonly string[]])[],
  order: readonly string[],
): string {
  const document = documentOf(text);
  const { items } = document.contents as YAMLMap;
  const rankOf = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length);
  for (const [field, lines] of fields) {
    const at = items.findIndex(({ key }) => String(key) === field);
    const stated = (documentOf(lines.join("\n")).contents as YAMLMap | null)?.items[0];
    const held = items[at];
    if (stated === undefined) items.splice(at, held === undefined ? 0 : 1);
    else if (held !== undefined) held.value = styledAs(held.value, stated.value);
    else items.splice(items.findLastIndex(({ key }) => rankOf(String(key)) <= rankOf(field)) + 1, 0, stated);
  }
  return printed(document);
}
