/** The JSON Schema of everything that a command can print with `--json`, from its declaration. Loaded by `--schema` alone. */
import * as z from "zod";
import { documentSchema } from "../entry/shared-schemas.js";
import type { AnyCommand } from "./command.js";

/** The data of every answer of a command. */
export async function dataSchema({ output }: Pick<AnyCommand, "output">): Promise<z.ZodType> {
  const forms = await output();
  return Array.isArray(forms) ? z.union(forms) : (forms as z.ZodType);
}

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
