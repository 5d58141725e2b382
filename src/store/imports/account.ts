/**
 * The account of one import, kept beside the archived original: what became of each of its entries. It is YAML with
 * one item a line, so that a person can read it, git can merge it, and ten thousand of them are read in no time.
 */

import { ANY_ID_FORM } from "../../text/id-shape.js";

export interface AccountItem {
  /** 1-based. */
  line: number;
  /** How many lines of the original it takes; accounts of earlier versions do not say. */
  lines?: number | undefined;
  hash: string;
  fate: "imported" | "logged" | "folded" | "skipped" | "offered";
  /** The entry it became or joined. */
  id?: string | undefined;
}

export interface Account {
  /** The original's name and folder, as the person gave it. */
  from: string;
  /** When it was first imported. */
  at: string;
  /** sha256 of the original's bytes, before secrets were replaced. */
  sha256: string;
  items: AccountItem[];
}

/** One JSON object a line is YAML as well. */
export function renderAccount({ from, at, sha256, items }: Account): string {
  const rows = items.map((item) => `  - ${JSON.stringify(item)}`);
  const head = [`from: ${JSON.stringify(from)}`, `at: ${JSON.stringify(at)}`, `sha256: ${JSON.stringify(sha256)}`];
  return `${[...head, "items:", ...rows].join("\n")}\n`;
}

const FATE = /\bfate"?: *"?(imported|logged|folded|skipped|offered)\b/;
const HASH = /\bhash"?: *"?([0-9a-f]{64})\b/;
const LINE = /\bline"?: *(\d{1,15})\b/;
const LINES = /\blines"?: *(\d{1,15})\b/;
const ID = new RegExp(String.raw`\bid"?: *"?(${ANY_ID_FORM})\b`);

/** Whether something became of an item for good: what was skipped or offered is judged again. */
export const isSettled = ({ fate }: Pick<AccountItem, "fate">): boolean => fate !== "skipped" && fate !== "offered";

/** The items of an account, also after a formatter laid them out anew; what people broke is left out, the rest counts. */
export function readAccountItems(text: string): AccountItem[] {
  const items: AccountItem[] = [];
  for (const piece of text.split(/^\s*-\s/m).slice(1)) {
    const [line, lines, hash, fate, id] = [LINE, LINES, HASH, FATE, ID].map((field) => field.exec(piece)?.[1]);
    if (line === undefined || hash === undefined || fate === undefined) continue;
    const length = lines === undefined ? undefined : Number(lines);
    items.push({ line: Number(line), lines: length, hash, fate: fate as AccountItem["fate"], id });
  }
  return items;
}

/** The lines of the original that items take, 0-based: where an item does not say how many, all before the next item. */
export function linesTaken(
  items: readonly AccountItem[],
  total: number,
  isMeant: (item: AccountItem) => boolean,
): number[] {
  const sorted = [...items].sort((a, b) => a.line - b.line);
  return sorted.filter(isMeant).flatMap(({ line, lines }) => {
    const next = sorted.find((other) => other.line > line)?.line ?? total + 1;
    return Array.from({ length: lines ?? next - line }, (_, at) => line - 1 + at);
  });
}

/** When an account says its file was first imported. */
export function accountTime(text: string): string | undefined {
  return /^at: "?([^"\n]+)"?$/m.exec(text)?.[1];
}

/** Whether an account is of a file of this name. */
export function isAccountOf(name: string, text: string): boolean {
  return /^from: "?(.*?)"?$/m.exec(text)?.[1] === JSON.stringify(name).slice(1, -1);
}

/** A safe file name for an archived original: ASCII, its content in it, so that others of that name differ. */
export function archiveName(name: string, sha256: string): { original: string; account: string } {
  const base = name.slice(name.lastIndexOf("/") + 1);
  const dot = base.lastIndexOf(".");
  const plain = (text: string) => text.normalize("NFC").replace(/[^A-Za-z0-9_-]+/g, "-");
  const stem =
    plain(dot > 0 ? base.slice(0, dot) : base)
      .replace(/^-+|-+$/g, "")
      .slice(0, 60) || "file";
  const ending = dot > 0 ? `.${plain(base.slice(dot + 1)).slice(0, 12)}` : ".txt";
  const named = `${stem}-${sha256.slice(0, 12)}`;
  return { original: `${named}${ending}`, account: `${named}.import.yaml` };
}
