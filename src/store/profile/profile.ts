import { isUtf8 } from "node:buffer";
import { TenetError } from "../../errors.js";
import { keepValue, keptValue } from "../cache/kept-value.js";
import { readBytes } from "../files/safe-path.js";
import type { Workspace } from "../workspace.js";
import type { ReadProfile } from "./profile-text.js";

interface CachedProfile {
  /** The file as it was read. */
  text: string;
  read: ReadProfile;
}

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
  return await parsedProfile(ws, text, "settings");
}

/** A `tenet.yaml` as it was parsed. `keptAs`: its name in the cache. */
export async function parsedProfile(ws: Workspace, text: string, keptAs: string): Promise<ReadProfile> {
  const cached = keptValue<CachedProfile>(ws, keptAs);
  if (cached?.text === text) return cached.read;
  const { parseProfile } = await import("./profile-text.js");
  const read = parseProfile(text);
  keepValue(ws, keptAs, { text, read } satisfies CachedProfile);
  return read;
}
