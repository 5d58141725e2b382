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
 * what is wrong in it, `no-workspace` when there is none. `untouched`: the cache is neither read nor written.
 */
export async function readProfile(
  ws: Workspace,
  { untouched = false }: { untouched?: boolean } = {},
): Promise<ReadProfile> {
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
  const cached = untouched ? undefined : keptValue<CachedProfile>(ws, "settings");
  if (cached?.text === text) return cached.read;
  const { parseProfile } = await import("./profile-text.js");
  const parsed = parseProfile(text);
  if (!untouched) keepValue(ws, "settings", { text, read: parsed } satisfies CachedProfile);
  return parsed;
}
