/** What changed from one state of the profile to another: settings, and the part of the core files that people own. */
import { flatSettings } from "../../settings.js";
import { flowOf } from "../../store/profile/profile-page.js";
import { parseProfile } from "../../store/profile/profile-text.js";
import { humanPart } from "../../store/records/marked-blocks.js";
import type { ChangedSetting } from "./past-schemas.js";

export const PROFILE = "tenet.yaml";

/** Texts by relative file; a file that is not there is not in it. */
export type ProfileTexts = ReadonlyMap<string, string>;

const plain = (text: string): string => text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");

/** The part of a text that counts here: all of `tenet.yaml`, of a core file what lies outside tenet's blocks. */
export function ownPart(file: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const own = file === PROFILE ? text : humanPart(text);
  // A file with nothing but tenet's blocks has no part of the person.
  return file !== PROFILE && own.trim() === "" ? undefined : own;
}

/** Files whose own part differs, in the order of the arguments. */
export function changedFiles(before: ProfileTexts, after: ProfileTexts): string[] {
  const files = [...new Set([...before.keys(), ...after.keys()])];
  const own = (texts: ProfileTexts, file: string) => ownPart(file, texts.get(file));
  return files.filter((file) => plain(own(before, file) ?? "") !== plain(own(after, file) ?? ""));
}

/** Settings as a text states them, defaults filled in; undefined where it cannot be read, defaults where it is absent. */
function settingsOf(text: string | undefined): Record<string, unknown> | undefined {
  try {
    return flatSettings(parseProfile(text ?? "").profile);
  } catch {
    return undefined;
  }
}

/** Settings that differ from one text of `tenet.yaml` to another. */
export function changedSettings(
  before: string | undefined,
  after: string | undefined,
): { settings: ChangedSetting[]; unreadable?: true } {
  if (before === after) return { settings: [] };
  const [was, is] = [settingsOf(before), settingsOf(after)];
  if (was === undefined || is === undefined) return { settings: [], unreadable: true };
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const settings = keys
    .filter((key) => flowOf(was[key]) !== flowOf(is[key]))
    .map((key): ChangedSetting => ({ key, before: was[key], after: is[key] }));
  return { settings };
}

/** All that changed from one state to another. */
export function profileChanges(before: ProfileTexts, after: ProfileTexts) {
  return { files: changedFiles(before, after), ...changedSettings(before.get(PROFILE), after.get(PROFILE)) };
}
