/**
 * The marks around what is printed into a prompt, and entry text made fit to stand between them: one line that can
 * neither open nor close a fence. It keeps data apart from our own words; it is no cure for what the data says.
 */

import { createHash } from "node:crypto";
import { printable } from "./paint.js";
import { shorten } from "./shorten.js";

/** Hex digits of a mark. */
export const MARK_DIGITS = 12;

/** The core's mark follows from what it holds: the same core has the same bytes. */
export function markOf(body: string): string {
  return createHash("sha256").update(body).digest("hex").slice(0, MARK_DIGITS);
}

/** A body between its marks. */
export function fence(name: "core" | "now", mark: string, body: string): string {
  return `<tenet-${name}-${mark}>\n${body}\n</tenet-${name}-${mark}>`;
}

/** What takes no room or stands for nothing on a screen; a fence may be spelled around it. */
const UNSEEN = String.raw`[\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{M}]`;
/** Signs that read like `<`, written out or as a character reference. */
const OPENS = String.raw`[<\u2039\u2329\u27e8\u276c\u276e\u3008\ufe3f\ufe64\uff1c\u02c2\u1438\u16b2\u2770\u226e]|&(?:lt|#0*60|#x0*3c)(?:;|(?![0-9a-z]))|\\u0*3c|\\x3c|%3c`;
const SLASHES = String.raw`[/\\\u2044\u2215\u29f8\u2571\uff0f\uff3c!?]|&(?:sol|#0*47|#x0*2f);?|%2f`;
/** Letters that read like those of our name: full-width, styled, Cyrillic, Greek, Armenian, small capitals. */
const ALIKE: Readonly<Record<string, string>> = {
  t: "tт\u03c4\u1d1b\u0442\u04ad\u01ad\u021b\u0163",
  e: "eеєεеёҽ\u1d07\u0435\u0454\u03b5\u212e\u2147\uab32",
  n: "nпηռոո\u0274\u043f\u03b7\u0578\u057c\u1952",
};

/** Every way to write a letter of our name, compatibility forms included. */
function letter(name: string): string {
  return `[${ALIKE[name]}${STYLED[name]}]`;
}

/** Characters whose compatibility form, in lower case and without marks, is the letter: 𝐭, ｔ, ⓣ, é. */
const STYLED: Readonly<Record<string, string>> = (() => {
  const attributes: Record<string, string> = { t: "", e: "", n: "" };
  const ranges: readonly [number, number][] = [
    [0xc0, 0x24f],
    [0x1d00, 0x1dbf],
    [0x1e00, 0x1eff],
    [0x2070, 0x209f],
    [0x2100, 0x218f],
    [0x24b6, 0x24e9],
    [0xff21, 0xff5a],
    [0x1d400, 0x1d6a5],
    [0x1f110, 0x1f169],
  ];
  for (const [from, to] of ranges) {
    for (let point = from; point <= to; point++) {
      const base = String.fromCodePoint(point)
        .normalize("NFKD")
        .toLowerCase()
        .replace(/\p{M}/gu, "")
        .replace(/[()]/g, "");
      if (base in attributes) attributes[base] += String.fromCodePoint(point);
    }
  }
  return attributes;
})();

const NAME = [..."tenet"].map(letter).join(`${UNSEEN}*`);
const FENCE = new RegExp(`(${OPENS})(?=(?:${UNSEEN}|${SLASHES})*${NAME})`, "giu");

/** Defuses attempts at our marks, visibly: `[/tenet-core-…>`. */
export function withoutFences(text: string): string {
  return text.replace(FENCE, "[");
}

/**
 * Entry text as one line of data: white space collapsed, what acts or hides on a screen written out, and nothing in it
 * that reads like one of our marks.
 */
export function dataLine(text: string): string {
  return withoutFences(printable(text.replace(/[\s\u0085\u2028\u2029]+/gu, " ")).trim());
}

/** The same, and no longer than so many characters; a half of a pair is never kept. */
export function dataLineOf(text: string, longest: number): string {
  return shorten(dataLine(text), longest);
}

/** `<tenet-core-1f9c…>` and `<tenet-now-…>`, with the end mark of the same name. */
const BEGIN = /<(tenet-(?:core|now)-[0-9A-Za-z]{4,64})>/;

/**
 * What people said, without what tenet printed: everything between its fences is left out, the marks included; quoted ones
 * (`> `) too. Behind a mark that nothing closes all is dropped: the end may have been cut off, and what was printed may
 * not count as said.
 */
export function withoutFenced(text: string): string {
  if (!text.includes("<tenet-")) return text;
  let outsideText = "";
  let rest = text;
  for (;;) {
    const opens = BEGIN.exec(rest);
    if (opens === null) return outsideText + rest;
    // The quotation mark that stood before a fence goes with it.
    outsideText += rest.slice(0, opens.index).replace(/(^|\n)[ \t]*(?:>[ \t]*)+$/, "$1");
    const fencedText = rest.slice(opens.index + opens[0].length);
    const end = `</${opens[1]}>`;
    const at = fencedText.indexOf(end);
    if (at === -1) return outsideText;
    rest = fencedText.slice(at + end.length);
  }
}
