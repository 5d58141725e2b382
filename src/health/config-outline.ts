/** What `tenet config` prints: settings, a change of one, their past. */
import { flowOf } from "../store/profile/profile-page.js";
import { accent, data, diff, faint, line, type Outline, type View } from "../text/outline/outline.js";
import type { Restored, SettingChange, Settings, SettingsPast } from "./config.js";

/** Every setting with its value, its default where that is another, and what it means. */
export const configOutline = ({ settings, about = {} }: Settings): Outline =>
  Object.entries(settings).flatMap(([key, value]) => {
    const { default: initial, says = "" } = about[key] ?? {};
    const usual = flowOf(initial) === flowOf(value) ? [] : [faint(`  (default: ${flowOf(initial)})`)];
    return [line([accent(key), `: ${flowOf(value)}`, ...usual]), line(says, { indent: 2 })];
  });

/** One setting alone is its bare value, for scripts; several are `key: value` lines. */
export function settingsView({ settings }: Settings): View {
  const [[, only] = [], ...more] = Object.entries(settings);
  if (more.length === 0) return `${typeof only === "string" ? only : flowOf(only)}\n`;
  return Object.entries(settings).map(([key, value]) => line([accent(key), `: ${flowOf(value)}`]));
}

/** In one line. */
export function changeText({ key, before, after }: SettingChange): string {
  const [was, is] = [flowOf(before), flowOf(after)];
  return was === is ? `${key} is ${is} already` : `${key}: ${was} → ${is}`;
}

export const pastOutline = ({ log }: SettingsPast): Outline =>
  log === "" ? [line("No commit holds tenet.yaml or a core file yet.")] : [diff(log)];

export const restoredOutline = ({ rev, diff: text, written }: Restored): Outline => [
  ...(text === "" ? [] : [diff(text)]),
  line(["tenet.yaml ", written ? "is" : "would be", " as it was at ", data(rev)]),
];
