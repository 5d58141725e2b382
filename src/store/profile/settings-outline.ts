/** Says the settings as they count, and a change of one. Called by `tenet config`. */
import { accent, faint, line, type Outline, type Toned, type View, warn } from "../../text/outline/outline.js";
import { flowOf } from "./profile-page.js";
import type { SettingChange, Settings } from "./settings-schemas.js";

/** Every setting with its value, its default where that is another, and what it means. */
export const configPageOutline = ({ settings, waiting, about = {} }: Settings): Outline =>
  Object.entries(settings).flatMap(([key, value]) => {
    const { default: initial, says = "" } = about[key] ?? {};
    const usual = flowOf(initial) === flowOf(value) ? [] : [faint(`  (default: ${flowOf(initial)})`)];
    return [line([accent(key), `: ${flowOf(value)}`, ...usual, ...waits(waiting, key)]), line(says, { indent: 2 })];
  });

/** One setting alone is its bare value, for scripts; several are `key: value` lines. */
export function settingsView({ settings, waiting }: Settings): View {
  const pairs = Object.entries(settings);
  const [only] = pairs;
  if (only !== undefined && pairs.length === 1) return `${bare(only[1])}\n`;
  return pairs.map(([key, value]) => line([accent(key), `: ${flowOf(value)}`, ...waits(waiting, key)]));
}

function waits(waiting: Settings["waiting"] = [], key: string): Toned[] {
  const one = waiting.find((change) => change.key === key);
  if (one === undefined) return [];
  return [warn(`  # tenet.yaml says ${flowOf(one.waits)}, which does not count yet`)];
}

const bare = (value: unknown): string => (typeof value === "string" ? value : flowOf(value));

/** In one line. */
export const changeText = ({ key, before, after }: SettingChange): string =>
  flowOf(before) === flowOf(after)
    ? `${key} is ${flowOf(after)} already`
    : `${key}: ${flowOf(before)} → ${flowOf(after)}`;

export function settingChangeOutline(change: SettingChange): Outline {
  const { before, after, waits: why } = change;
  const counts = `It does not count yet; until then ${flowOf(before)} does. ${why}`;
  const isSame = flowOf(before) === flowOf(after);
  return [line(changeText(change)), ...(why === undefined || isSame ? [] : [line(counts)])];
}
