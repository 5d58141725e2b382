/** Replaces names, home paths and private addresses in a text by placeholders. Called before a text goes to a hub. */

import { PERSONAL_KINDS } from "../../text/personal-data.js";
import { outside, replaced, type Stretch, stretchOf } from "../../text/stretches.js";
import { findNames, type NameIndex, nameIndex } from "./person-names.js";

const HUB_KINDS = ["person", "path", "host"] as const;

interface Place extends Stretch {
  kind: (typeof HUB_KINDS)[number];
}

/** Each placeholder, those of screening and of redaction too. Global: for `replace` and `matchAll` alone. */
export const PLACEHOLDERS = new RegExp(
  `\\[(?:${[...HUB_KINDS, ...PERSONAL_KINDS].join("|")}|redacted|erased|secret:[a-z0-9-]{1,40})\\]`,
  "g",
);

/** From somebody's home on. */
const HOME_PATH =
  /(?<![\p{L}\p{N}_.\]-])(?:file:\/\/\/?\S|\/(?:home|Users)\/|~[\w.-]*[\\/]|[A-Za-z]:[\\/]Users[\\/])[^\s"'`<>()[\]{}|,;]*/gu;

/** In a network of one's own: by its number, or by the end of its name. */
const PRIVATE_ADDRESS = new RegExp(
  `(?<![\\p{L}\\p{N}_.\\]-])(?:${[
    "(?:10\\.\\d{1,3}|172\\.(?:1[6-9]|2\\d|3[01])|192\\.168|169\\.254)(?:\\.\\d{1,3}){2}",
    "(?:fe80|f[cd][\\da-f]{2}):[\\da-f:]{2,40}(?:%\\w{1,20})?",
    "(?:[\\p{L}\\p{N}_-]{1,63}\\.){1,8}(?:local|localdomain|internal|intranet|lan|corp|home\\.arpa)",
  ].join("|")})(?::\\d{1,5}|/\\d{1,3})?(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`,
  "giu",
);

/**
 * `names` are replaced as a whole in any case, each of their parts of three letters or more where it is not written small.
 */
export function anonymise(text: string, { names }: { names: readonly string[] }): { text: string } {
  const marks = [...text.matchAll(PLACEHOLDERS)].map(stretchOf);
  const places: Place[] = [];
  const add = (kind: Place["kind"], stretches: readonly Stretch[]) => {
    places.push(...outside(stretches, [...marks, ...places]).map((one) => ({ ...one, kind })));
  };
  add("path", [...text.matchAll(HOME_PATH)].map(stretchOf));
  add("host", [...text.matchAll(PRIVATE_ADDRESS)].map(stretchOf));
  add("person", findNames(text, indexOf(names)));
  places.sort((a, b) => a.start - b.start);
  return { text: replaced(text, places, ({ kind }) => `[${kind}]`) };
}

const indexes = new WeakMap<readonly string[], NameIndex>();

/** A list of names is made ready once. */
function indexOf(names: readonly string[]): NameIndex {
  const index = indexes.get(names) ?? nameIndex(names);
  indexes.set(names, index);
  return index;
}
