import type { CommandContext } from "./command-context.js";
import { actorOf, buildContext, buildExamined, mayAsk } from "./context.js";
import type { Globals } from "./globals.js";
import type { ProcessIO } from "./process-io.js";
import { drawnProgress, noProgress } from "./progress.js";
import { readAll } from "./streams.js";

/** The door for one run. `still` draws nothing while it works: with `--json` and `--quiet`. */
export async function openCommandContext(
  from: ProcessIO,
  globals: Globals,
  { warn, still, show }: Pick<CommandContext, "warn" | "show"> & { still: boolean },
): Promise<CommandContext> {
  const progress = !still && from.isTTY.stderr ? drawnProgress(from.stderr) : noProgress;
  const asker = mayAsk(from, globals) ? (await import("./ask.js")).askerAt(from) : undefined;
  let context: ReturnType<typeof buildContext> | undefined;
  return {
    surroundings: from,
    globals,
    asker,
    progress,
    warn,
    show,
    context() {
      context ??= buildContext(from, globals, { warn, progress });
      return context;
    },
    examined: () => buildExamined(from, globals, { warn, progress }),
    actor: (agent, timezone, root) => actorOf(from, globals, agent, timezone, root),
    readInput: (flag) => readAll(from.stdin, flag, from.signal),
  };
}
