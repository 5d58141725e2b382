/** What `tenet` alone shows at a terminal: how the workspace stands in a few lines, and what to do next. */
import { waitingText } from "../review/policy/count-waiting.js";
import type { Worded } from "../steps.js";
import type { Outline } from "../text/outline/outline.js";
import { counted } from "../text/paint.js";
import type { StatusReport } from "./health-schemas.js";

/** A command worth running now, and why. */
export type NextStep = readonly [command: string, why: string];

const MOST_STEPS = 3;

/** What comes first: what stands in the way, then what waits for a person, then what a first week is for. Pure. */
export function nextSteps({ findings, merge, counts, newest, learning, waiting }: StatusReport): NextStep[] {
  const waits = waitingText(waiting);
  const isEmpty = counts.live === 0 && learning === undefined;
  const steps: (NextStep | false)[] = [
    merge !== undefined && ["tenet merge", "git has unfinished work here; nothing else is written until it is done"],
    findings.errors > 0 && [
      "tenet doctor",
      `${counted(findings.errors, "file or record cannot", "files or records cannot")} be read as they stand`,
    ],
    waits !== undefined && ["tenet review", `for you: ${waits}`],
    isEmpty && ['tenet correct "..."', "say what your agent should do differently from now on"],
    isEmpty && ["tenet harvest", "what you keep telling your agents, out of their transcripts"],
    newest !== undefined && ["tenet context", "what your agent reads at the start of a session"],
  ];
  return steps.filter((step) => step !== false).slice(0, MOST_STEPS);
}

/** What waits is one of the next steps, and is not said twice. */
export async function overviewOutline(data: Worded<StatusReport>): Promise<Outline> {
  const { statusOutline } = await import("./status.js");
  return [...statusOutline({ ...data, waiting: [] }), { kind: "next", steps: nextSteps(data) }];
}
