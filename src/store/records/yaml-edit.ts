/** YAML that a person styled, changed through its document: comments and the order stay. Used for records and settings. */
import { type Document, isMap, isNode, isScalar, isSeq, parseDocument, type YAMLMap } from "yaml";

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

/** The lines of a field with another value, in its comments and style; `stated` as tenet writes them, none to take it out. */
export function restyled(old: readonly string[], stated: readonly string[]): string[] {
  const document = documentOf(old.join("\n"));
  const field = isMap(document.contents) ? document.contents.items[0] : undefined;
  if (field === undefined || stated.length === 0) return [...stated];
  Object.assign(field, { value: styledAs(field.value, valueIn(stated.join("\n"))) });
  return printed(document).split("\n");
}
