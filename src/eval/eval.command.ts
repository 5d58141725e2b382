import { command } from "../command/command.js";
import { flag, text } from "../command/input.js";
import { EXIT } from "../errors.js";
import { defined } from "../text/defined.js";
import type { Evaluated } from "./eval-schemas.js";

/** A question that failed, one that could not be read, or one that expects what is not there. */
const isBad = ({ failed, findings }: Evaluated): boolean => failed > 0 || findings.length > 0;

export const evalCommand = command({
  name: "eval",
  group: "layers",
  place: 7,
  summary: "put golden questions to recall, and say which of them are answered",
  examples: {
    "tenet eval": "the five questions of memory/eval/ that were asked longest ago",
    "tenet eval --all --strict": "all of them; exit 8 when one fails: for CI",
    "tenet eval --tag releases --json": "those with a tag, for a program",
  },
  input: {
    all: flag("ask every question, not only the five asked longest ago"),
    tag: text("<tag>", "only questions with this tag"),
    strict: flag("exit 8 when one fails or cannot be read"),
  },
  output: async () => (await import("./eval-schemas.js")).evaluatedSchema,
  async run(call, { all, tag }) {
    const ctx = await call.context();
    return await (await import("./eval.js")).evaluate(ctx, defined({ all, tag }));
  },
  view: async (data) => (await import("./eval-outline.js")).evaluatedOutline(data),
  exit: (data, { strict }) => (strict === true && isBad(data) ? EXIT.findings : EXIT.done),
});
