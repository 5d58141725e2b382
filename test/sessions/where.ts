import { join } from "node:path";
import { HOUSE } from "../compiled-source.js";

export const SESSIONS = join(HOUSE, "test", "sessions");
/** Of every text that a session embeds. */
export const VECTORS = join(HOUSE, "test", "recorded-vectors.jsonl");
