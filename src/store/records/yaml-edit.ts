/** YAML that a person styled, changed through its document: comments and the order stay. Used for records and settings. */
import { type Document, isMap, isNode, isScalar, isSeq, type Pair, parseDocument, type YAMLMap } from "yaml";

/** No scalar is understood, so that each is printed as it was written: `1.10` and a number of twenty digits too. */
export const documentOf = (text: string): Document.Parsed =>
  parseDocument(text, { schema: "failsafe", uniqueKeys: false, prettyErrors: false });

export const printed = (document: Document): string =>
  document.toString({ lineWidth: 0, flowCollectionPadding: false }).replace(/\n$/, "");

const nameOf = ({ key }: Pair): string => (isScalar(key) ? String(key.value) : "");

/** The block of fields that a document is; undefined for none, or one within braces. */
export const fieldsOf = ({ contents }: Document): YAMLMap | undefined =>
  isMap(contents) && contents.flow !== true ? (contents as YAMLMap) : undefined;

/** Sets a field to what `key: value` says as tenet writes it; undefined takes it out. `isBefore`: what a new one stands behind. */
export function putField(
  fields: YAMLMap,
  key: string,
  line: string | undefined,
  isBefore: (key: string) => boolean,
): void {
  const at = fields.items.findIndex((pair) => nameOf(pair) === key);
  const [old, stated] = [fields.items[at], line === undefined ? undefined : valueIn(line)];
  if (line === undefined) fields.items.splice(at, old === undefined ? 0 : 1);
  else if (old !== undefined) old.value = styledAs(old.value, stated);
  else {
    const place = fields.items.findLastIndex((pair) => isBefore(nameOf(pair))) + 1;
    fields.items.splice(place, 0, ...(documentOf(line).contents as YAMLMap).items);
  }
}

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
