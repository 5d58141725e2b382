/** `tenet.yaml` as init writes it, and values as they stand in it. */
import { defaultProfile, type Profile } from "../../settings.js";
import { isBareWord } from "../records/yaml-text.js";

const scalar = (value: unknown): string =>
  typeof value === "string" && isBareWord(value) ? value : JSON.stringify(value);

/** One line of YAML for a value, in flow style. */
export function flowOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flowOf).join(", ")}]`;
  if (value === null || typeof value !== "object") return scalar(value);
  const parts = Object.entries(value).map(([key, inner]) => `${scalar(key)}: ${flowOf(inner)}`);
  return `{${parts.join(", ")}}`;
}

/** `people:` in block style, one person a line, so that a diff shows who was added. */
function people(value: Profile["people"]): string[] {
  return value.length === 0 ? [] : ["people:", ...value.map((person) => `  - ${flowOf(person)}`)];
}

/** A new `tenet.yaml`: what every workspace states, and what differs from the defaults. */
export function profilePage(profile: Profile): string {
  const { schema, agent, timezone, apply_mode, trust, files } = profile;
  const usual = Object.entries(defaultProfile().files).map(([role, file]) => `${role} ${file}`);
  const differing = Object.entries(files).filter(([role, file]) => !usual.includes(`${role} ${file}`));
  const lines = [
    "# The settings of this workspace; `tenet config` prints all of them, with what each means.",
    `schema: ${schema}`,
    `agent: ${flowOf(agent)}`,
    `timezone: ${flowOf(timezone)}`,
    ...people(profile.people),
    `apply_mode: ${apply_mode}`,
    ...(trust.base === null ? [] : [`trust: ${flowOf(trust)}`]),
    ...(differing.length === 0 ? [] : [`files: ${flowOf(Object.fromEntries(differing))}`]),
  ];
  return `${lines.join("\n")}\n`;
}
