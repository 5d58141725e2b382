import { flowOf } from "../store/profile-page.js";
import type { Paint } from "../text/paint.js";
import type { SettingChange, Settings } from "./config.js";

/** One setting alone is its bare value, for scripts; several are `key: value` lines. */
export function settingsText({ settings }: Settings, paint: Paint): string {
  const pairs = Object.entries(settings);
  const [only] = pairs;
  if (only !== undefined && pairs.length === 1) return `${bare(only[1])}\n`;
  return pairs.map(([key, value]) => `${paint.accent(key)}: ${flowOf(value)}\n`).join("");
}

const bare = (value: unknown): string => (typeof value === "string" ? value : flowOf(value));

export function settingChangeText({ key, before, after }: SettingChange): string {
  return flowOf(before) === flowOf(after)
    ? `${key} is ${flowOf(after)} already\n`
    : `${key}: ${flowOf(before)} → ${flowOf(after)}\n`;
}
