/** Changes of settings that people make at a terminal: shown first, then confirmed by a typed word. */
import type { Call } from "../command/call.js";
import { type Restored, restoreSettings, type SettingChange, setSetting } from "./config.js";
import { changeText, restoredOutline } from "./config-outline.js";

/** The setting's own name is the word. */
export async function setByPerson(call: Call, key: string, value: string): Promise<SettingChange> {
  return setSetting(await call.context(), key, value, async (change) => {
    return (await call.asker?.typed(`${changeText(change)}. Type ${key} to confirm:`, key)) ?? false;
  });
}

/** The revision is the word. */
export async function restoreByPerson(call: Call, rev: string): Promise<Restored> {
  return restoreSettings(await call.context(), rev, async (shown) => {
    if (call.asker === undefined) return false;
    await call.show(shown, restoredOutline);
    return await call.asker.typed(`Type ${rev} to restore this:`, rev);
  });
}
