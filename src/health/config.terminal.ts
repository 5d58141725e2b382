/** Changes of the profile that people make at a terminal: shown first, then confirmed by a typed word. */
import type { Call } from "../command/call.js";
import type { SettingChange } from "../store/profile/settings-schemas.js";
import type { ProfileRestored } from "./profile-past.js";

/** The setting's own name is the word. */
export async function setByPerson(call: Call, key: string, value: string): Promise<SettingChange> {
  const [{ configSet, planSetting }, { changeText }] = await Promise.all([
    import("../store/profile/profile-settings.js"),
    import("../store/profile/settings-outline.js"),
  ]);
  const ctx = await call.context();
  const change = await planSetting(ctx, key, value);
  const question = `${changeText(change)}. Type ${key} to confirm:`;
  const confirmed = (await call.asker?.typed(question, key)) ?? false;
  return configSet(ctx, change, confirmed);
}

/** The revision is the word. */
export async function restoreByPerson(call: Call, rev: string): Promise<ProfileRestored> {
  const { restoreProfile, profileRestoredOutline } = await import("./profile-past.js");
  return restoreProfile(await call.context(), rev, async (shown) => {
    if (call.asker === undefined) return false;
    await call.show(shown, profileRestoredOutline);
    return await call.asker.typed(`Type ${rev} to restore this:`, rev);
  });
}
