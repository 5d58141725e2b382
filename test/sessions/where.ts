import { readdirSync } from "node:fs";
import { join } from "node:path";
import { HOUSE } from "../compiled-source.js";

export const SESSIONS = join(HOUSE, "test", "sessions");
/** Of every text that a session embeds. */
export const VECTORS = join(HOUSE, "test", "recorded-vectors.jsonl");

/** Relative to their folder, in order. */
export const sessionFiles = (): string[] =>
  readdirSync(SESSIONS, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".session"))
    .toSorted();
