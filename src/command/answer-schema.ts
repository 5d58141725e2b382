/** The JSON Schema of everything that a command can print with `--json`, from its declaration. Loaded by `--schema` alone. */
import * as z from "zod";
import { documentSchema } from "../entry/shared-schemas.js";
import type { AnyCommand } from "./command.js";

/** Parts that stand in several places are definitions within it. */
export async function answerSchema({ name, output }: AnyCommand): Promise<object> {
  const schema = z.toJSONSchema(documentSchema(await output()), {
    io: "output",
    unrepresentable: "any",
    reused: "ref",
  });
  return { title: `tenet ${name} --json`, ...schema };
}
