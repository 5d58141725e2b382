/**
 * How well everyday sentences are told apart. `sentences/` is tuned on, and grew by sentences written after the phrases;
 * `held-out/` was written with its first half, by the same hand, and is only counted. Each file holds sentences of a kind, and messages of everyday work that are none of it;
 * `prompts` whole prompts in all languages.
 */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { detect } from "../../../src/screening/detect/detect.js";

export const HALVES = ["sentences", "held-out"] as const;
export const FILES = ["en", "de", "zh", "ja", "es", "fr", "en-insights", "en-outcomes", "prompts"] as const;
const KINDS = ["correction", "insight", "outcome"] as const;

type Sentences = Partial<Record<(typeof KINDS)[number] | "none", string[]>>;

/** What was found, and what of it is right. */
export interface Measured {
  precision: number;
  recall: number;
  /** Sentences that are told wrongly, each with how: to be read for the half that is tuned on. */
  missed: string[];
  wrong: string[];
}

/** Counts every signal of the kind, weak ones too. `folder`: where the halves lie. */
export function measured(
  half: (typeof HALVES)[number],
  file: (typeof FILES)[number],
  folder: string | URL = new URL(".", import.meta.url),
): Measured {
  const all = parse(readFileSync(new URL(`${half}/${file}.yaml`, folder), "utf8")) as Sentences;
  const kind = KINDS.find((one) => all[one] !== undefined) ?? "correction";
  const isHeard = (text: string) => detect(text).signals.some(({ type }) => type === kind);
  const [sentences = [], others = []] = [all[kind], all.none];
  const missed = sentences.filter((text) => !isHeard(text));
  const wrong = others.filter(isHeard);
  const right = sentences.length - missed.length;
  return { precision: right / (right + wrong.length), recall: right / sentences.length, missed, wrong };
}
