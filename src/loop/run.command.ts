import { basename } from "node:path";
import type { RunAnswer } from "../capture/capture-schemas.js";
import type { Call } from "../command/call.js";
import { command, part } from "../command/command.js";
import { argument, text, texts, unless } from "../command/input.js";
import { statedName } from "../screening/stated-name.js";
import type { Worded } from "../steps.js";
import type { Outline } from "../text/outline/outline.js";

/** The context, and the run's name without a token in it. */
async function inRun(call: Call, name: string) {
  const ctx = await call.context();
  const id = await statedName("The run's name", name, ctx.warn);
  return { ctx, id };
}

async function finish(call: Call, name: string, from: string | undefined) {
  const { finishRun } = await import("./run.js");
  const { ctx, id } = await inRun(call, name);
  if (from === undefined) return await finishRun(ctx, id);
  const result = await call.readFile(from, "--from FILE");
  const { resultWrites } = await import("../capture/drafts/stated-drafts.js");
  return await finishRun(ctx, id, resultWrites(result, from === "-" ? "stdin" : basename(from)));
}

const view = async (answer: Worded<RunAnswer>): Promise<Outline> =>
  (await import("../capture/capture-outline.js")).runOutline(answer);

export const run = command({
  name: "run",
  group: "capture",
  place: 8,
  summary: "hold a run's writes back until it succeeds",
  examples: {
    "tenet run start nightly-12": "opens it",
    'tenet learn "Cold caches double it" --because "two timings" --risk "low: time" --run nightly-12': "held back",
    "tenet run finish nightly-12 --from result.json": "commits, with the result's memory_writes",
    "tenet run fail nightly-12": "drops all of it",
  },
  output: async () => (await import("../capture/capture-schemas.js")).runSchema,
  parts: {
    start: part({
      summary: "Open a run: writes with --run ID or TENET_RUN are held back until it finishes.",
      input: {
        id: argument("<id>", "the host's own name for the run"),
        reflexion: unless("keep nothing of what it teaches"),
      },
      async run(call, { id: name, reflexion }) {
        const { ctx, id } = await inRun(call, name);
        return (await import("./run.js")).startRun(ctx, id, { reflexions: reflexion });
      },
      view,
    }),
    finish: part({
      summary: "Commit what the run wrote, in order, through the gates. Twice is once.",
      input: {
        id: argument("<id>", "the run"),
        from: text(
          "<file>",
          "also the memory_writes (or __lf_memory_writes) and reflexion of a result file; - for stdin",
        ),
      },
      run: async (call, { id, from }) => await finish(call, id, from),
      view,
    }),
    fail: part({
      summary: "Drop what the run wrote, with one line for the audit. Why it failed is kept as a reflexion.",
      input: {
        id: argument("<id>", "the run"),
        reason: text("<text>", "why it failed"),
        entity: texts("<kind:name>", "what that is about, such as vendor:acme"),
        tag: texts("<tag>", "a tag for it"),
      },
      async run(call, { id: name, reason, entity: entities, tag: tags }) {
        const { ctx, id } = await inRun(call, name);
        return await (await import("./run.js")).failRun(ctx, id, { reason, entities, tags });
      },
      view,
    }),
  },
});
