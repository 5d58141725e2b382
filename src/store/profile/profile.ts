import { isUtf8 } from "node:buffer";
import { TenetError } from "../../errors.js";
import { isCacheLost } from "../cache/begin-again.js";
import { CacheDatabase } from "../cache/database.js";
import { readBytes } from "../files/safe-path.js";
import type { Workspace } from "../workspace.js";
import type { ReadProfile } from "./profile-text.js";

/**
 * Reads `tenet.yaml`; an unchanged one comes from the cache, without yaml or zod. Throws `usage` with the line for
 * what is wrong in it, `no-workspace` when there is none.
 */
export async function readProfile(ws: Workspace): Promise<ReadProfile> {
  const bytes = await readBytes(ws, ws.profile);
  if (bytes === undefined) {
    throw new TenetError(`no tenet.yaml in ${ws.root}`, {
      failure: "no-workspace",
      hint: "Start one with: tenet init",
    });
  }
  if (!isUtf8(bytes))
    throw new TenetError("tenet.yaml is not valid UTF-8", { failure: "usage", hint: "Save it as UTF-8." });
  const text = new TextDecoder("utf-8").decode(bytes);
  return await keptSettings(ws, "settings", text, async () => (await import("./profile-text.js")).parseProfile(text));
}

/** The settings that were kept under a name for this very key, else those that are made, which are kept from now on. */
export async function keptSettings<T>(ws: Workspace, name: string, key: string, make: () => Promise<T>): Promise<T> {
  let kept: { key: string; value: T } | undefined;
  try {
    kept = CacheDatabase.of(ws).fact(name);
  } catch (error) {
    // Settings are read before a command may begin again: a cache that fails here is none.
    if (!isCacheLost(error)) throw error;
  }
  if (kept?.key === key) return kept.value;
  const value = await make();
  CacheDatabase.of(ws).keepFact(name, { key, value });
  return value;
}
