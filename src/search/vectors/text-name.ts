/** What names a text that has a vector: whose it is, which part, and a hash of its words. */
import { WHOLE_ID } from "../../entry/id-form.js";
import { type EntryType, typeOfId } from "../../entry/record-types.js";

/** What has vectors: entries by their types, people's lines, passages of knowledge files. */
export type Kind = EntryType | "line" | "passage";

/** The whole text, or an entry's claim alone, of which there may be several wordings. Lines and passages are whole. */
export type Part = "whole" | "claim";

/** Which rows are compared. */
export interface RowFilter {
  kinds: readonly Kind[];
  /** Both unless stated. */
  part?: Part;
}

export interface TextName {
  /** An entry's id, `line` or `passage`. */
  owner: string;
  part: Part;
  hash: string;
}

const HASH = /^[0-9a-f]{12,64}$/;
const PARTS: ReadonlySet<string> = new Set(["whole", "claim"]);

/** The key of a row. The same words of the same owner are one row. */
export const keyOf = ({ owner, part, hash }: TextName): string => `${owner} ${part} ${hash}`;

export function nameIn(key: string): TextName {
  const [owner = "", part = "", hash = ""] = key.split(" ");
  return { owner, part: part as Part, hash };
}

const kindOf = (owner: string): Kind | undefined => (owner === "line" || owner === "passage" ? owner : typeOfId(owner));

/** The column `kind` of a row with this key. */
export const kindIn = (key: string): Kind | undefined => kindOf(nameIn(key).owner);

/** Only such keys become part of a query or a row: nothing that somebody wrote does. */
export function isKey(key: string): boolean {
  const { owner, part, hash } = nameIn(key);
  const isOwner = owner === "line" || owner === "passage" || WHOLE_ID.test(owner);
  return isOwner && kindOf(owner) !== undefined && PARTS.has(part) && HASH.test(hash) && key.split(" ").length === 3;
}

/** The keys of an entry's texts. `texts`: their hashes, the whole first, with a space between; as the cache keeps them. */
export function keysOfEntry(id: string, texts: string): string[] {
  const [whole = "", ...claims] = texts.split(" ");
  return [
    keyOf({ owner: id, part: "whole", hash: whole }),
    ...claims.map((hash) => keyOf({ owner: id, part: "claim", hash })),
  ];
}
