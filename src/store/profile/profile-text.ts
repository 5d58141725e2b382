/** From the text of `tenet.yaml` to settings, with the line of whatever is wrong. */

import { isScalar, isMap as isYamlMap } from "yaml";
import * as z from "zod";
import { WHOLE_ID } from "../../entry/id-form.js";
import { REVIEWED_TYPES } from "../../entry/record-types.js";
import { TenetError } from "../../errors.js";
import { type Profile, SECTIONS, SETTING, type SettingTypes, settingTree } from "../../settings.js";
import { globTroubles } from "../../text/glob.js";
import { issueInWords } from "../../text/issue-words.js";
import { coreFileTrouble } from "../core-file-name.js";
import { conflictLine } from "../records/fences.js";
import { parseSafeYaml, type SafeYaml, YamlTrouble } from "../records/safe-yaml.js";

/** The settings in force, and the oddities of the file: unknown keys are kept with a warning. */
export interface ReadProfile {
  profile: Profile;
  warnings: string[];
}

/** The newest `schema` this tenet understands. */
export const PROFILE_SCHEMA = 1;

function isTimezone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

const coreFile = z.string().check(({ value, issues }) => {
  const message = coreFileTrouble(value);
  if (message !== undefined) issues.push({ code: "custom", message, input: value });
});

const name = z.string().min(1);

const globs = z.array(name).check(({ value, issues }) => {
  const [message] = value.length === 0 ? [] : globTroubles(value);
  if (message !== undefined) issues.push({ code: "custom", message, input: value });
});

const TYPES: SettingTypes = {
  z,
  name,
  count: z.int().nonnegative(),
  share: z.number().min(0).max(1),
  positive: z.number().positive(),
  timezone: z.string().refine(isTimezone, "not a time zone of this system, such as Europe/Berlin"),
  coreFile,
  globs,
  wholeId: z.string().regex(WHOLE_ID, "a whole id, as `tenet show` prints it"),
  reviewedType: z.enum(REVIEWED_TYPES),
};

/** The type of each setting by its dotted name. A map may be stated in part: the default stands for the rest. */
const TYPE_OF = Object.fromEntries(
  Object.entries(SETTING).map(([key, setting]) => {
    const type = setting.type(TYPES);
    return [key, type instanceof z.ZodObject ? type.partial() : type];
  }),
);

const optional = (key: string): z.ZodType => (TYPE_OF[key] as z.ZodType).optional();

const profileSchema = z.looseObject(
  Object.fromEntries(
    Object.entries(settingTree(optional)).map(([key, value]) =>
      SECTIONS.includes(key) ? [key, z.looseObject(value as z.ZodRawShape).optional()] : [key, value as z.ZodType],
    ),
  ),
);

function wrong(
  line: number,
  message: string,
  hint = "Mend it there; the default applies to a setting that is left out.",
): TenetError {
  return new TenetError(`tenet.yaml:${line}: ${message}`, {
    failure: "usage",
    code: "profile",
    hint,
    details: { file: "tenet.yaml", line },
  });
}

/** 1-based line of a key by its path, of the nearest one above where it is missing. */
function lineOfPath(yaml: SafeYaml, text: string, path: readonly PropertyKey[]): number {
  let node: unknown = yaml.document.contents;
  let offset = 0;
  for (const step of path) {
    const pair = isYamlMap(node) ? node.items.find((item) => isScalar(item.key) && item.key.value === step) : undefined;
    const items = (node as { items?: unknown[] } | null)?.items;
    const next = pair?.key ?? (typeof step === "number" ? items?.[step] : undefined);
    const range = (next as { range?: [number, number, number] } | undefined)?.range;
    if (range === undefined) break;
    offset = range[0];
    node = pair === undefined ? next : pair.value;
  }
  return text.slice(0, offset).split("\n").length;
}

const mayBeNull = (key: string): boolean => TYPE_OF[key]?.safeParse(null).success === true;

/** `null` written for a setting means the default, except where the setting may be null. */
function withoutNulls(value: Record<string, unknown>, path = ""): Record<string, unknown> {
  const filledSettings: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    const at = path === "" ? key : `${path}.${key}`;
    if (inner === null && !mayBeNull(at)) continue;
    filledSettings[key] =
      typeof inner === "object" && inner !== null && !Array.isArray(inner)
        ? withoutNulls(inner as Record<string, unknown>, at)
        : inner;
  }
  return filledSettings;
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The settings with the default of each one, or each part of one, that is not stated. */
function withDefaults(settings: Record<string, unknown>): Profile {
  const profile = settingTree((key) => {
    const [section = "", inner] = key.split(".");
    const stated = inner === undefined ? settings[section] : (settings[section] as Record<string, unknown>)?.[inner];
    const initial = SETTING[key]?.initial;
    if (stated === undefined) return initial;
    return isMap(stated) && isMap(initial) ? { ...initial, ...stated } : stated;
  });
  return { ...settings, ...profile } as unknown as Profile;
}

type Path = readonly (string | number)[];

function unknownKeys(settings: Record<string, unknown>): Path[] {
  const paths: Path[] = [];
  for (const [key, value] of Object.entries(settings)) {
    const type = TYPE_OF[key];
    if (type instanceof z.ZodObject) {
      for (const inner of Object.keys(value as object)) if (!(inner in type.shape)) paths.push([key, inner]);
    }
    if (key in SETTING) continue;
    if (!SECTIONS.includes(key)) paths.push([key]);
    else
      for (const inner of Object.keys(value as object)) if (!(`${key}.${inner}` in SETTING)) paths.push([key, inner]);
  }
  return paths;
}

/** Settings of a `tenet.yaml`. Throws `usage` naming the line; unknown keys are kept and become warnings. */
export function parseProfile(original: string): ReadProfile {
  const text = original.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  const conflict = conflictLine(text);
  if (conflict !== undefined) throw wrong(conflict, "unresolved conflict markers", "Resolve the conflict first.");
  let yaml: SafeYaml;
  try {
    yaml = parseSafeYaml(text);
  } catch (error) {
    if (error instanceof YamlTrouble) throw wrong(error.line, error.message);
    throw error;
  }
  const value = yaml.value ?? {};
  if (typeof value !== "object" || Array.isArray(value)) throw wrong(1, "not a list of `setting: value` lines");
  const settings = withoutNulls(value as Record<string, unknown>);
  const { schema } = settings;
  if (typeof schema === "number" && schema > PROFILE_SCHEMA) {
    throw new TenetError(
      `tenet.yaml:${yaml.lineOf("schema")}: schema ${schema} needs a newer tenet; this one understands schema ${PROFILE_SCHEMA}`,
      {
        failure: "usage",
        code: "newer-schema",
        hint: `Install a tenet that understands schema ${schema}.`,
        details: { needed: schema },
      },
    );
  }
  const checked = profileSchema.safeParse(settings);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const path = issue?.path ?? [];
    throw wrong(
      lineOfPath(yaml, text, path),
      `${path.join(".") || "the profile"}: ${issue === undefined ? "not understood" : issueInWords(issue)}`,
    );
  }
  const nameOf = (path: Path) => path.filter((step) => typeof step === "string").join(".");
  const warnings = unknownKeys(settings).map(
    (path) =>
      `tenet.yaml:${lineOfPath(yaml, text, path)}: unknown setting ${nameOf(path)}; it is kept and does nothing`,
  );
  return { profile: withDefaults(settings), warnings };
}
