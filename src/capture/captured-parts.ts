/** Pieces of the lines that say what became of an entry. */

import { tailOf } from "../entry/entry.js";
import { SOME_ID } from "../entry/id-form.js";
import type { Captured } from "./policy/captured.js";

const IDS = new RegExp(SOME_ID, "gu");

/** Sentences name entries by whole ids; people read and type tails. */
export function withShortIds(text: string): string {
  return text.replace(IDS, (id) => tailOf(id).toLowerCase());
}

/** What is typed. */
export const short = (id: string): string => tailOf(id).toLowerCase();

/** So many known entries get a line of their own. */
export const MOST_NEIGHBOURS = 3;
const LONGEST_QUOTE = 70;

/** One line in quotation marks, cut where it would run over. */
export function quote(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return `"${line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE - 1).trimEnd()}…` : line}"`;
}

/** Where it stands: file and line. */
export const place = ({ file, line }: Captured): string => (line === undefined ? (file ?? "") : `${file}:${line}`);
