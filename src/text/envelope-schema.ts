/** The one document that `--json` prints, as schemas: success around the data of a command, or failure. */
import * as z from "zod";
import { SCHEMA_VERSION } from "./json.js";

const common = { schema_version: z.literal(SCHEMA_VERSION), command: z.string(), warnings: z.array(z.string()) };

export const failureSchema = z.strictObject({
  ok: z.literal(false),
  ...common,
  error: z.strictObject({
    code: z.string().describe("stable word that programs branch on"),
    message: z.string(),
    hint: z.string().optional().describe("a safe next step"),
    details: z.looseObject({}),
  }),
});

/** What a command prints when it succeeds. */
export function successSchema<T extends z.ZodType>(data: T) {
  return z.strictObject({ ok: z.literal(true), ...common, data });
}

/** Everything a command can print with `--json`. */
export function documentSchema<T extends z.ZodType>(data: T) {
  return z.discriminatedUnion("ok", [successSchema(data), failureSchema]);
}
