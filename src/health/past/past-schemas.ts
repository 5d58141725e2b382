/** What `config log`, `diff` and `restore` answer. */
import * as z from "zod";
import { file, instant } from "../../entry/shared-schemas.js";

/** What a setting was and became, as it counts with defaults. */
const changedSetting = z.strictObject({
  key: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
export type ChangedSetting = z.infer<typeof changedSetting>;

const changes = {
  /** Files with a change outside of tenet's blocks. */
  files: z.array(file),
  settings: z.array(changedSetting),
  /** Where one of the two texts of `tenet.yaml` cannot be read as settings. */
  unreadable: z.literal(true).optional(),
};

const logRow = z.strictObject({
  /** What `config diff` and `config restore` take. */
  rev: z.string(),
  /** `commit`: as it was once that was committed. `copy`: as it was before this change. */
  kind: z.enum(["commit", "copy"]),
  at: instant,
  /** The author that git has of the commit, or who typed the change here: information, which decides nothing. */
  by: z.string().optional(),
  email: z.string().optional(),
  /** The commit's first line, or what changed the profile here. */
  subject: z.string(),
  ...changes,
});
export type LogRow = z.infer<typeof logRow>;

const profileLog = z.strictObject({
  /** Newest first. */
  log: z.array(logRow),
  total: z.int().nonnegative(),
  /** Changes of the working copy since the newest commit. */
  uncommitted: z.strictObject(changes).optional(),
});
export type ProfileLog = z.infer<typeof profileLog>;

const changedFile = z.strictObject({
  file,
  /** As git shows it: of a core file the part that people own. */
  diff: z.string(),
});

const differing = {
  rev: z.string(),
  settings: z.array(changedSetting),
  unreadable: z.literal(true).optional(),
  changed: z.array(changedFile),
};

/** From a revision to the present. */
const profileDiff = z.strictObject({ ...differing, from: z.literal("then") });
export type ProfileDiff = z.infer<typeof profileDiff>;

/** From the present to a revision. */
const profileRestored = z.strictObject({
  ...differing,
  from: z.literal("now"),
  /** False where it was only shown. */
  written: z.boolean(),
  left: z.array(z.strictObject({ file, because: z.string() })),
  copy: z.string().optional().describe("what was there before, as `config restore` takes it"),
  waits: z.array(z.string()).optional().describe("settings that do not count yet, and what makes them count"),
});
export type ProfileRestored = z.infer<typeof profileRestored>;

export const pastSchemas = [profileLog, profileDiff, profileRestored] as const;
