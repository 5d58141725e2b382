/** Patterns that an earlier run compiled: reading and compiling a hundred of them takes longer than searching fifty files. */
import { join } from "node:path";
import { BUILD, keepValue, keptValue } from "../store/files/disposable.js";
import type { Workspace } from "../store/workspace.js";

interface KeptPatterns {
  build: string;
  sound: readonly string[];
}

const fileOf = (ws: Workspace): string => join(ws.cache, "patterns.json");

export function soundPatterns(ws: Workspace): string[] {
  const keptPatterns = keptValue<KeptPatterns>(fileOf(ws));
  return keptPatterns?.build === BUILD && Array.isArray(keptPatterns.sound) ? keptPatterns.sound.map(String) : [];
}

/** Keeps the patterns of this run in the place of those before. */
export function keepSoundPatterns(ws: Workspace, before: readonly string[], now: readonly string[]): void {
  const isSame = before.length === now.length && before.every((pattern) => now.includes(pattern));
  if (!isSame) keepValue(ws, fileOf(ws), { build: BUILD, sound: now } satisfies KeptPatterns);
}
