/** Changes of the profile that people make at a terminal: shown first, then confirmed by a typed word. */
import type { Call } from "../command/call.js";
import type { SettingChange } from "../store/profile/settings-schemas.js";
import type { ProfileRestored } from "./past/past-schemas.js";

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
  const [{ planRestore, restoreProfile }, { profileRestoredOutline }] = await Promise.all([
    import("./past/profile-restore.js"),
    import("./past/past-outline.js"),
  ]);
  const ctx = await call.context();
  const plan = await planRestore(ctx, rev);
  if (call.asker === undefined || plan.changes.length === 0) {
    return restoreProfile(ctx, plan, plan.changes.length === 0);
  }
  await call.show(plan.shown, profileRestoredOutline);
  const confirmed = await call.asker.typed(`Type ${plan.shown.rev} to restore this:`, plan.shown.rev);
  return restoreProfile(ctx, plan, confirmed);
}
