/** `tenet config`: the settings as they count, and a change of one. */

import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import { refuseToken } from "../../screening/stated-name.js";
import { flatSettings, SETTING } from "../../settings.js";
import type { Waiting } from "../base/policy/setting-gate.js";
import { readSettings, wayToCount } from "../base/settings-in-force.js";
import { sha256, writeFileAtomic } from "../files/atomic-file.js";
import { COMMAND_WAIT_MS, withLock } from "../files/lock.js";
import { readBytes } from "../files/safe-path.js";
import type { Workspace } from "../workspace.js";
import { requirePerson } from "./people-only.js";
import type { SettingChange, Settings } from "./settings-schemas.js";

function unknownSetting(key: string): TenetError {
  return new TenetError(`no setting ${JSON.stringify(key)}`, {
    failure: "usage",
    code: "unknown-setting",
    hint: "`tenet config` lists all of them.",
  });
}

/** Every setting in force, or those at or under `key`, and waiting changes of `tenet.yaml`. */
export async function configGet(ctx: Pick<Context, "profile" | "waitingSettings">, key?: string): Promise<Settings> {
  const isAsked = (name: string) => key === undefined || name === key || name.startsWith(`${key}.`);
  const settings = Object.entries(flatSettings(ctx.profile)).filter(([name]) => isAsked(name));
  if (settings.length === 0 && key !== undefined) throw unknownSetting(key);
  const waitingSettings = (ctx.waitingSettings ?? []).filter((one) => isAsked(one.key));
  return {
    settings: Object.fromEntries(settings),
    ...(waitingSettings.length > 0 ? { waiting: waitingSettings } : {}),
  };
}

/** The same of all settings, with what each means and what it is unless it is stated. */
export async function configPage(ctx: Pick<Context, "profile" | "waitingSettings">): Promise<Settings> {
  const about = Object.entries(SETTING).map(([key, { initial, says, free = false }]) => [
    key,
    { default: initial, says, free },
  ]);
  return { ...(await configGet(ctx)), about: Object.fromEntries(about) };
}

/**
 * What setting a value would change, checked against the whole profile. The value is read as YAML: `4`, `[3, 7, 14]`,
 * `true`. Wrong usage when the setting does not take it.
 */
export async function planSetting(
  ctx: Pick<Context, "profile" | "workspace">,
  key: string,
  value: string,
): Promise<SettingChange> {
  if (!(key in SETTING) || key === "schema") throw unknownSetting(key);
  await refuseToken(`The value of ${key}`, value);
  const { settingValue } = await import("./profile-edit.js");
  const change = { key, before: flatSettings(ctx.profile)[key], after: settingValue(value) };
  const { profile } = await changed(ctx.workspace, change);
  // Omitted keys of a map take their defaults, which are shown before the confirmation.
  return isMap(change.after) ? { ...change, after: flatSettings(profile)[key] } : change;
}

const isMap = (value: unknown): boolean => value !== null && typeof value === "object" && !Array.isArray(value);

/** The profile's text with the change in it, and the hash of the text it was made from. */
async function changed(workspace: Workspace, { key, after }: SettingChange) {
  const [{ withSetting }, { parseProfile }] = await Promise.all([
    import("./profile-edit.js"),
    import("./profile-text.js"),
  ]);
  const bytes = (await readBytes(workspace, workspace.profile)) ?? new Uint8Array();
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  const edited = withSetting(text, key, after);
  const { profile } = parseProfile(edited);
  return { edited, profile, same: edited === text, expected: sha256(bytes) };
}

/**
 * Writes one setting into `tenet.yaml`, changing only its line. For people: `confirmed` means that a person at a
 * terminal typed the word. Exit 5 otherwise.
 */
export async function configSet(ctx: Context, change: SettingChange, confirmed: boolean): Promise<SettingChange> {
  const instead = "A person changes settings at a terminal, or edits tenet.yaml and commits it.";
  requirePerson(ctx, "config set", confirmed, instead);
  const waits = await changeSetting(ctx, change);
  return waits === undefined ? change : { ...change, waits: wayToCount(ctx.base) };
}

/**
 * Writes one setting under the lock; the caller has checked the right to do so. Returns the changes that do not count
 * yet.
 */
export async function changeSetting(
  { workspace }: Pick<Context, "workspace">,
  change: SettingChange,
): Promise<Waiting | undefined> {
  await withLock(workspace.lock, "config set", COMMAND_WAIT_MS, async () => {
    const { edited, same, expected } = await changed(workspace, change);
    if (!same) await writeFileAtomic(workspace.profile, edited, { expected });
  });
  const { waiting } = await readSettings(workspace);
  return waiting.find(({ key }) => key === change.key);
}
