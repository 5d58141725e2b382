/** `tenet config`: the settings as they count, a change of one, and their past as git has it. */
import * as z from "zod";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { shownDiff } from "../screening/shown-diff.js";
import { refuseToken } from "../screening/stated-name.js";
import { defaultProfile, type Profile, partsOf, sentences, settingAt, settingsSchema } from "../settings.js";
import { isGuarded } from "../store/base/policy/setting-gate.js";
import { sayMerge } from "../store/base/settings-in-force.js";
import { sha256, writeFileAtomic } from "../store/files/atomic-file.js";
import { COMMAND_WAIT_MS, withLock } from "../store/files/lock.js";
import { readBytes } from "../store/files/safe-path.js";
import { answerOf } from "../store/git/git.js";
import { requirePerson } from "../store/profile/people-only.js";
import { parseProfile } from "../store/profile/profile-text.js";
import { settingValue, withSetting } from "./profile-edit.js";

const settings = z.strictObject({
  settings: z.record(z.string(), z.unknown()).describe("as they count"),
  about: z
    .record(z.string(), z.strictObject({ default: z.unknown(), says: z.string() }))
    .optional()
    .describe("of every setting, where all are listed"),
});
const change = z.strictObject({ key: z.string(), before: z.unknown(), after: z.unknown() });
const past = z.strictObject({ log: z.string().describe("git log -p of tenet.yaml and the core files") });
const restored = z.strictObject({ rev: z.string(), diff: z.string(), written: z.boolean() });

export const configSchema = z.union([settings, change, past, restored]);
export type Settings = z.infer<typeof settings>;
export type SettingChange = z.infer<typeof change>;
export type SettingsPast = z.infer<typeof past>;
export type Restored = z.infer<typeof restored>;

/** The keys that a name stands for: its own, those under it, or itself where it is a part of one. */
function keysOf(name: string): string[] {
  const keys = Object.keys(sentences()).filter((key) => `${key}.`.startsWith(`${name}.`));
  const type = name.split(".").reduce<unknown>((outer, step) => partsOf(outer).get(step), settingsSchema());
  if (type !== undefined) return keys.length > 0 ? keys : [name];
  throw new TenetError(`no setting ${JSON.stringify(name)}`, {
    failure: "usage",
    code: "unknown-setting",
    hint: "`tenet config` lists all of them.",
  });
}

/** What is in force under a name; of every key also what it means. */
export async function readConfig(ctx: Pick<Context, "profile">, name?: string): Promise<Settings> {
  const keys = name === undefined ? Object.keys(sentences()) : keysOf(name);
  const about = keys.map((key) => [key, { default: settingAt(defaultProfile(), key), says: sentences()[key] }]);
  return {
    settings: Object.fromEntries(keys.map((key) => [key, settingAt(ctx.profile, key) ?? null])),
    ...(name === undefined ? { about: Object.fromEntries(about) } : {}),
  };
}

/** Edits `tenet.yaml` once `allow` lets it. Throws `usage` for an edit that makes it wrong. */
async function editProfile<T>(
  { workspace }: Context,
  what: string,
  edit: (text: string) => string,
  allow: (profile: Profile, text: string) => Promise<T>,
): Promise<T> {
  const { lock, profile: path } = workspace;
  const bytes = (await readBytes(workspace, path)) ?? new Uint8Array();
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  const next = edit(text);
  const allowed = await allow(parseProfile(next).profile, text);
  const write = async () => await writeFileAtomic(path, next, { expected: sha256(bytes) });
  if (next !== text) await withLock(lock, what, COMMAND_WAIT_MS, write);
  return allowed;
}

/**
 * Writes one setting, changing only its line. The value is read as YAML: `4`, `[3, 7, 14]`. `confirm`: shows the change,
 * and has a person type the key. Exit 5 otherwise.
 */
export async function setSetting(
  ctx: Context,
  key: string,
  value: string,
  confirm: (change: SettingChange) => Promise<boolean>,
): Promise<SettingChange> {
  if (keysOf(key)[0] !== key || key === "schema") {
    throw new TenetError(`${key} is not set as a whole`, { failure: "usage", hint: `tenet config get ${key}` });
  }
  await refuseToken(`The value of ${key}`, value);
  const edit = (text: string) => withSetting(text, key, settingValue(value));
  const change = await editProfile(ctx, "config set", edit, async (profile) => {
    const shown = { key, before: settingAt(ctx.profile, key), after: settingAt(profile, key) };
    const instead = "A person changes settings at a terminal, or edits tenet.yaml and commits it.";
    await requirePerson(ctx, "config set", await confirm(shown), instead);
    return shown;
  });
  if (isGuarded(key)) sayMerge(ctx);
  return change;
}

/** What the last commits changed in the settings and the core files. */
export async function settingsPast({ workspace: ws, profile }: Context): Promise<SettingsPast> {
  const paths = [ws.relative(ws.profile), ...new Set(Object.values(profile.files))];
  const args = ["--literal-pathspecs", "log", "-p", "-n", "20", "--relative", "--", ...paths];
  return { log: (await answerOf(ws.root, args)) ?? "" };
}

/** Puts `tenet.yaml` back as a commit has it. `confirm`: shows the difference, and has a person type the revision. */
export async function restoreSettings(
  ctx: Context,
  rev: string,
  confirm: (shown: Restored) => Promise<boolean>,
): Promise<Restored> {
  const then = await answerOf(ctx.workspace.root, ["show", "--end-of-options", `${rev}:./tenet.yaml`]);
  if (then === undefined) throw new TenetError(`git has no tenet.yaml at ${rev}`, { failure: "not-found" });
  return await editProfile(
    ctx,
    "config restore",
    () => then,
    async (_, text) => {
      const shown = { rev, diff: await shownDiff("tenet.yaml", text, then), written: false };
      const instead = "A person restores at a terminal, or commits tenet.yaml as it was.";
      await requirePerson(ctx, "config restore", await confirm(shown), instead);
      return { ...shown, written: true };
    },
  );
}
