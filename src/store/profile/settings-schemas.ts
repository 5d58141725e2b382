/** What `tenet config` answers: the settings as they count, or a change of one. */
import * as z from "zod";

const waitingSetting = z.strictObject({ key: z.string(), counts: z.unknown(), waits: z.unknown() });
const settings = z.strictObject({
  settings: z.record(z.string(), z.unknown()).describe("as they count"),
  about: z
    .record(z.string(), z.strictObject({ default: z.unknown(), says: z.string(), free: z.boolean() }))
    .optional()
    .describe("of every setting, where all are listed; free: anybody may change it, not people alone"),
  waiting: z.array(waitingSetting).optional().describe("what tenet.yaml says and does not count yet"),
});

/** A change of one setting, not yet made. */
const settingChange = z.strictObject({
  key: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  waits: z.string().optional().describe("it does not count yet: what makes it count"),
});

export const settingsSchema = z.union([settings, settingChange]);
export type Settings = z.infer<typeof settings>;
export type SettingChange = z.infer<typeof settingChange>;
