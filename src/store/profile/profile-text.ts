/** From the text of `tenet.yaml` to settings, with the line of whatever is wrong. */
import { WHOLE_ID } from "../../entry/id-form.js";
import { TenetError } from "../../errors.js";
import { type Profile, partsOf, settingsSchema } from "../../settings.js";
import { globTroubles } from "../../text/glob.js";
import { coreFileTrouble } from "../core-file-name.js";
import { conflictLine } from "../records/fences.js";
import { parseSafeYaml, type SafeYaml, YamlTrouble } from "../records/safe-yaml.js";

/** The settings in force, and the oddities of the file: unknown keys are kept with a warning. */
export interface ReadProfile {
  profile: Profile;
  warnings: string[];
}

/** With what belongs to the subjects of the settings: names of core files, globs, ids. */
const checkedSchema = settingsSchema().superRefine(({ files, knowledge, sync }, context) => {
  const refuse = (message: string | undefined, ...path: (string | number)[]) =>
    message === undefined || context.addIssue({ code: "custom", message, path });
  for (const [role, file] of Object.entries(files)) refuse(coreFileTrouble(file), "files", role);
  if (knowledge.length > 0) refuse(globTroubles(knowledge)[0], "knowledge");
  for (const [at, id] of sync.share.ids.entries())
    if (!WHOLE_ID.test(id)) refuse("not a whole id, as `tenet show` prints it", "sync", "share", "ids", at);
});

const wrong = (line: number, message: string, hint = "Mend that line, or take it out: then the default counts.") =>
  new TenetError(`tenet.yaml:${line}: ${message}`, {
    failure: "usage",
    code: "profile",
    hint,
    details: { file: "tenet.yaml", line },
  });

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A key without a value, or with `null`, states nothing. */
const withoutNulls = (tree: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]) =>
      value === null ? [] : [[key, isTree(value) ? withoutNulls(value) : value]],
    ),
  );

function unknownIn(tree: Record<string, unknown>, type: unknown, path: readonly string[] = []): (readonly string[])[] {
  const known = partsOf(type);
  return Object.entries(tree).flatMap(([key, value]) => {
    if (!known.has(key)) return [[...path, key]];
    return isTree(value) ? unknownIn(value, known.get(key), [...path, key]) : [];
  });
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
  if (!isTree(value)) throw wrong(1, "not a list of `setting: value` lines");
  const stated = withoutNulls(value);
  const { error, data: profile } = checkedSchema.safeParse(stated);
  if (profile === undefined) {
    const [{ path, message } = { path: [], message: "not understood" }] = error.issues;
    throw wrong(yaml.lineOf(...path), `${path.join(".")}: ${message}`);
  }
  const warnings = unknownIn(stated, settingsSchema()).map(
    (path) => `tenet.yaml:${yaml.lineOf(...path)}: unknown setting ${path.join(".")}; it is kept and does nothing`,
  );
  return { profile, warnings };
}
