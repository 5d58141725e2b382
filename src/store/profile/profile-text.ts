/** From the text of `tenet.yaml` to settings, with the line of whatever is wrong. */

import { isMap, isScalar } from "yaml";
import * as z from "zod";
import { DEFAULT_PROFILE, type Profile, SHARED_FIELDS } from "../../config.js";
import { WHOLE_ID } from "../../entry/id-form.js";
import { REVIEWED_TYPES } from "../../entry/record-types.js";
import { STAKES } from "../../entry/words.js";
import { TenetError } from "../../errors.js";
import { globTroubles } from "../../text/glob.js";
import { issueInWords } from "../../text/issue-words.js";
import { coreFileTrouble } from "../core-file-name.js";
import { conflictLine } from "../records/fences.js";
import { parseSafeYaml, type SafeYaml, YamlTrouble } from "../records/safe-yaml.js";

/** The settings in force, and the oddities of the file: unknown keys are kept with a warning. */
export interface ReadProfile {
  profile: Profile;
  warnings: string[];
  /** Keys of earlier versions, each as a sentence with its line: kept, and named by `doctor` alone. */
  retired?: string[];
}

/** The newest `schema` this tenet understands. */
export const PROFILE_SCHEMA = 1;

const name = z.string().min(1);
const count = z.int().nonnegative();
const share = z.number().min(0).max(1);

function isTimezone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

const person = z.looseObject({
  name,
  role: z.enum(["owner", "admin", "member", "agent"]),
  emails: z.array(name).optional(),
});

const autoReview = z.strictObject({
  type: z.enum(REVIEWED_TYPES),
  tag: name.optional(),
  entity: name.optional(),
  state: z.literal("approved_for_reuse"),
});

const someDays = z.array(z.number().positive()).max(3);

const coreFile = z.string().check(({ value, issues }) => {
  const message = coreFileTrouble(value);
  if (message !== undefined) issues.push({ code: "custom", message, input: value });
});

const globs = z.array(name).check(({ value, issues }) => {
  const [message] = value.length === 0 ? [] : globTroubles(value);
  if (message !== undefined) issues.push({ code: "custom", message, input: value });
});

const shared = z.strictObject({
  domains: z.array(name).nullable(),
  tags: z.array(name).nullable(),
  min_stakes: z.enum(STAKES),
  ids: z.array(z.string().regex(WHOLE_ID, "a whole id, as `tenet show` prints it")),
});

/** It stands in rows that others read, before sixteen digits: short, and no text. */
const pseudonym = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "small letters, digits and single dashes")
  .max(40);

const sections = {
  embedding: { model: name, dtype: name },
  near: { claim: share, second: share, close: share, lexical: share },
  recall: { limit: z.int().min(1).max(50), mode: z.enum(["hybrid", "keyword", "semantic"]) },
  context: {
    core: z.union([z.literal("auto"), z.array(name)]),
    rules: count,
    learnings: count,
    layer_tokens: count,
    total_tokens: count,
  },
  outcome: {
    days: z.array(z.number().positive()).length(3),
    days_by_stakes: z.strictObject({ low: someDays, medium: someDays, high: someDays }).partial(),
    per_heartbeat: count,
    per_day: count,
    quiet_hours: z.number().nonnegative(),
  },
  stick: { window_days: z.number().positive(), silence: z.enum(["unknown", "held"]) },
  promotion: { sessions: count, applied: count, score: z.int().min(1).max(10) },
  digest: { corrections: count, every_days: z.number().nonnegative() },
  commands: { digest: z.string().nullable(), eval: z.string().nullable(), wiki: z.string().nullable() },
  files: { soul: coreFile, memory: coreFile, procedures: coreFile, boot: coreFile, heartbeat: coreFile },
  caps: { soul: count, memory: count, procedures: count, versions: count, file_chars: count, group_chars: count },
  ask: { per_day: count, open: count, expire_days: z.number().positive() },
  contacts: { ttl_days: z.number().positive().nullable() },
  review: { expire_days: z.number().positive(), auto: z.array(autoReview) },
  reflexions: { on: z.boolean() },
  learning: { on: z.boolean(), instructions: z.string().max(4000) },
  approval: { non_interactive: z.boolean() },
  trust: { base: name.nullable() },
  git: { commit: z.boolean() },
  ledger: { keep_queries: z.boolean() },
  sync: {
    share: shared.partial(),
    fields: z.array(z.enum(SHARED_FIELDS)),
    names: z.array(name),
    pseudonym: pseudonym.nullable(),
    take_per_day: count,
  },
} satisfies Partial<Record<keyof Profile, z.ZodRawShape>>;

const single = {
  schema: z.int().min(1),
  agent: z.union([name, z.array(name).min(1)]),
  timezone: z.string().refine(isTimezone, "not a time zone of this system, such as Europe/Berlin"),
  people: z.array(person),
  apply_mode: z.enum(["auto", "approval", "curated"]),
  layout: z.enum(["day", "entry"]),
  knowledge: globs,
  knowledge_external: globs,
  secrets: z.enum(["redact", "refuse"]),
} satisfies Partial<Record<keyof Profile, z.ZodType>>;

const profileSchema = z.looseObject({
  ...Object.fromEntries(Object.entries(single).map(([key, schema]) => [key, schema.optional()])),
  ...Object.fromEntries(
    Object.entries(sections).map(([key, shape]) => [key, z.looseObject(shape).partial().optional()]),
  ),
});

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
    const pair = isMap(node) ? node.items.find((item) => isScalar(item.key) && item.key.value === step) : undefined;
    const items = (node as { items?: unknown[] } | null)?.items;
    const next = pair?.key ?? (typeof step === "number" ? items?.[step] : undefined);
    const range = (next as { range?: [number, number, number] } | undefined)?.range;
    if (range === undefined) break;
    offset = range[0];
    node = pair === undefined ? next : pair.value;
  }
  return text.slice(0, offset).split("\n").length;
}

const MAY_BE_NULL: ReadonlySet<string> = new Set(["commands.digest", "commands.eval", "commands.wiki", "trust.base"]);

/** `null` written for a setting means the default, except where the setting may be null. */
function withoutNulls(value: Record<string, unknown>, path = ""): Record<string, unknown> {
  const filledSettings: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    const at = path === "" ? key : `${path}.${key}`;
    if (inner === null && !MAY_BE_NULL.has(at)) continue;
    filledSettings[key] =
      typeof inner === "object" && inner !== null && !Array.isArray(inner)
        ? withoutNulls(inner as Record<string, unknown>, at)
        : inner;
  }
  return filledSettings;
}

function merged(settings: Record<string, unknown>): Profile {
  const profile: Record<string, unknown> = { ...DEFAULT_PROFILE, ...settings };
  for (const section of Object.keys(sections)) {
    const defaults = DEFAULT_PROFILE[section as keyof typeof sections];
    profile[section] = { ...defaults, ...((settings[section] as object | undefined) ?? {}) };
  }
  const { share, ...sync } = profile["sync"] as Profile["sync"];
  return { ...profile, sync: { share: { ...DEFAULT_PROFILE.sync.share, ...share }, ...sync } } as unknown as Profile;
}

type Path = readonly (string | number)[];

function unknownKeys(settings: Record<string, unknown>): Path[] {
  const people = (settings["people"] ?? []) as Record<string, unknown>[];
  const keyed = people.findIndex((one) => "keys" in one);
  const paths: Path[] = keyed === -1 ? [] : [["people", keyed, "keys"]];
  for (const [key, value] of Object.entries(settings)) {
    if (key in single) continue;
    const shape = (sections as Record<string, z.ZodRawShape>)[key];
    if (shape === undefined) paths.push([key]);
    else for (const inner of Object.keys(value as object)) if (!(inner in shape)) paths.push([key, inner]);
  }
  return paths;
}

/** Settings of earlier versions. They are no misspellings, so only `doctor` reports them. */
const RETIRED: ReadonlySet<string> = new Set(["bands", "capture", "people.keys", "simulated", "trust.signed"]);

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
  const isRetired = (path: Path) => RETIRED.has(nameOf(path));
  const unknownPaths = unknownKeys(settings);
  const settingNote = (path: Path, note: string) =>
    `tenet.yaml:${lineOfPath(yaml, text, path)}: ${note} ${nameOf(path)}; it is kept and does nothing`;
  const warnings = unknownPaths.filter((path) => !isRetired(path)).map((path) => settingNote(path, "unknown setting"));
  const retired = unknownPaths.filter(isRetired).map((path) => settingNote(path, "setting of an earlier version"));
  return { profile: merged(settings), warnings, ...(retired.length === 0 ? {} : { retired }) };
}
