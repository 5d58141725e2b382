/** The JSON Schema of everything that a command can print with `--json`, from its declaration. Loaded by `--schema` alone. */
import * as z from "zod";
import { SCHEMA_VERSION } from "../text/json.js";
import type { AnyCommand } from "./command.js";

export async function dataSchema({ output }: Pick<AnyCommand, "output">): Promise<z.ZodType> {
  const forms = await output();
  return Array.isArray(forms) ? z.union(forms) : (forms as z.ZodType);
}

const common = { schema_version: z.literal(SCHEMA_VERSION), command: z.string(), warnings: z.array(z.string()) };
const error = z.strictObject({
  code: z.string().describe("stable word that programs branch on"),
  message: z.string(),
  hint: z.string().optional().describe("a safe next step"),
  details: z.looseObject({}),
});

/** Everything a command can print with `--json`. */
export const documentSchema = (data: z.ZodType) =>
  z.discriminatedUnion("ok", [
    z.strictObject({ ok: z.literal(true), ...common, data }),
    z.strictObject({ ok: z.literal(false), ...common, error }),
  ]);

/** What the doors know of a field stands in no schema of answers. */
const DOORS = ["arg", "flag", "value", "words", "split", "more"] as const;

/** Parts that stand in several places are definitions within it. */
export async function answerSchema(declared: Pick<AnyCommand, "name" | "output">): Promise<object> {
  const schema = z.toJSONSchema(documentSchema(await dataSchema(declared)), {
    io: "output",
    unrepresentable: "any",
    reused: "ref",
    override: ({ jsonSchema }) => {
      for (const key of DOORS) delete (jsonSchema as Record<string, unknown>)[key];
    },
  });
  return { title: `tenet ${declared.name} --json`, ...schema };
}
