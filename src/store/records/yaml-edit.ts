/** Changes one field of a YAML text through its document. Used for records and settings that a person styled. */
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseDocument,
  type YAMLMap,
} from "yaml";

/** No scalar is understood, so that each is printed as it was written: `1.10` and a number of twenty digits too. */
const AS_WRITTEN = { schema: "failsafe", uniqueKeys: false, prettyErrors: false } as const;

/** A field, and what becomes of it. */
interface FieldEdit {
  /** The keys that lead to the block of fields in which it stands; none for the text's own. */
  within?: readonly string[];
  key: string;
  /** `key: value` as tenet writes it; undefined takes the field out. */
  lines: string | undefined;
  /** Which fields stand before this one where it is new; unstated: all. */
  isBefore?: (key: string) => boolean;
}

const nameOf = ({ key }: Pair): string => (isScalar(key) ? String(key.value) : "");

/** The block of fields that a path leads to; undefined where there is none, or one within braces. */
export function blockIn(document: Document, path: readonly string[]): YAMLMap | undefined {
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  return isMap(node) && node.flow !== true ? (node as YAMLMap) : undefined;
}

/**
 * The text with one field changed. Comments stay, and so does every line of the other fields. Undefined where there is no
 * such block of fields.
 */
export function withField(text: string, edit: FieldEdit): string | undefined {
  const { within = [], key, lines, isBefore = () => true } = edit;
  const lineCounter = new LineCounter();
  const block = blockIn(parseDocument(text, { ...AS_WRITTEN, lineCounter }), within);
  const first = block?.items[0];
  if (block === undefined || first === undefined) return undefined;
  const rows = text.split("\n");
  const rangeOf = (node: unknown) => (isNode(node) && node.range) || [0, 0, 0];
  const startOf = (pair: Pair) => lineCounter.linePos(rangeOf(pair.key)[0]);
  /** One past the last row of a field; comments and blank lines behind it are not its own. */
  const endOf = ({ key, value }: Pair): number => {
    const isText = isScalar(value) && value.type?.startsWith("BLOCK") === true;
    const from = lineCounter.linePos(rangeOf(key)[0]).line;
    const { line, col } = lineCounter.linePos(Math.max(rangeOf(key)[1], rangeOf(value)[2]));
    let to = col === 1 ? line - 1 : line;
    while (to > from && (isText ? /^\s*$/ : /^\s*(?:#|$)/).test(rows[to - 1] ?? "")) to--;
    return to;
  };
  const indent = " ".repeat(startOf(first).col - 1);
  const indented = (yaml: string) => yaml.split("\n").map((row) => (row === "" ? row : `${indent}${row}`));
  const old = block.items.find((pair) => nameOf(pair) === key);
  if (old !== undefined) {
    const from = startOf(old).line - 1;
    const next = lines === undefined ? [] : indented(printedWith(old, lines));
    return rows.toSpliced(from, endOf(old) - from, ...next).join("\n");
  }
  if (lines === undefined) return text;
  const before = block.items.findLast((pair) => isBefore(nameOf(pair)));
  const at = before === undefined ? startOf(first).line - 1 : endOf(before);
  return rows.toSpliced(at, 0, ...indented(lines)).join("\n");
}

/** A field as it is printed with another value, which takes the comments and the style of the old one over. */
function printedWith(old: Pair, lines: string): string {
  const document = parseDocument(lines, AS_WRITTEN);
  const [pair] = isMap(document.contents) ? document.contents.items : [];
  const [before, value]: unknown[] = [old.value, pair?.value];
  if (isSeq(before) && isSeq(value)) {
    const known = new Map(before.items.map((item) => [JSON.stringify(item), item]));
    value.items = value.items.map((item) => known.get(JSON.stringify(item)) ?? item);
    if (before.flow === true) value.flow = true;
  }
  if (isNode(before) && isNode(value)) Object.assign(value, { comment: before.comment ?? null });
  if (isNode(before) && isNode(value) && !isScalar(value)) value.commentBefore = before.commentBefore ?? null;
  return document.toString({ lineWidth: 0, flowCollectionPadding: false }).trimEnd();
}
