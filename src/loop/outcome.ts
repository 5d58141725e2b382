/**
 * `tenet outcome`: records how something turned out, or a short answer to a heartbeat's question. Called by the command
 * and the MCP tools.
 */

import { capture } from "../capture/capture.js";
import type { Captured } from "../capture/capture-schemas.js";
import type { Context } from "../context.js";
import { TenetError, wrongUsage } from "../errors.js";
import { next, type StepText } from "../steps.js";
import { homeOf } from "../store/home.js";
import { fromHome } from "../store/user-tree.js";
import { openShown } from "../store/viewer.js";
import { untilOf } from "../text/durations.js";
import { type Answer, recordAnswer } from "./answer.js";
import { answerStep } from "./policy/answer-step.js";

/** Exactly one form: a verdict with its result, or one of the short answers. */
export interface OutcomeInput {
  /** The entries judged; a short answer takes one. */
  refs: readonly string[];
  verdict?: string;
  result?: string;
  score?: number;
  lesson?: string;
  held?: boolean;
  failed?: boolean;
  evidence?: string;
  /** `5d`, `12h`, `2w`, a date. */
  later?: string;
  /** Other fields that an author may state on an outcome, by their schema names. */
  more?: { [field: string]: unknown };
}

const FORMS = answerStep("<id>", ["verdict", "held", "failed", "later"], "Give one answer:");

function wrong(message: string, hint: StepText = FORMS): TenetError {
  return new TenetError(message, { failure: "usage", hint });
}

/** The stated short answer; undefined for a full outcome. Throws `usage` when forms are mixed. */
function shortAnswer({ clock }: Context, input: OutcomeInput): Answer | undefined {
  const { held, failed, later } = input;
  const isStick = held === true || failed === true;
  // `--result` counts as the evidence of a short answer.
  const isFull = input.verdict !== undefined || input.score !== undefined || (input.result !== undefined && !isStick);
  const forms = { held, failed, later: later !== undefined };
  const givenForms = Object.entries(forms).flatMap(([form, isGiven]) => (isGiven === true ? [`--${form}`] : []));
  if (givenForms.length === 0) return undefined;
  if (givenForms.length > 1 || isFull) {
    throw wrong(`${[...givenForms, ...(isFull ? ["--verdict"] : [])].join(" and ")} are different answers`);
  }
  if (isStick) {
    const verdict = held === true ? "held" : "failed";
    const evidence = (input.evidence ?? input.result)?.trim() ?? "";
    if (evidence !== "") return { decision: verdict, evidence };
    throw wrong("evidence is missing: What shows it?", answerStep(input.refs[0] ?? "<id>", [verdict]));
  }
  return { decision: "later", until: laterUntil(later as string, clock.now()) };
}

/** The instant that `--later` means. Throws `usage` for one that is not ahead. */
function laterUntil(later: string, now: Date): Date {
  const until = untilOf(later, now);
  if (until !== undefined && until > now) return until;
  throw wrongUsage(`later is no time ahead: ${JSON.stringify(later)}`, "Write it like 5d, 12h, 2w or 2026-03-01.");
}

/**
 * Records an outcome, or a short answer, whose `id` is the entry's. Throws `usage` for mixed or incomplete forms,
 * `not-found` for unknown entries.
 */
export async function recordOutcome(ctx: Context, input: OutcomeInput): Promise<Captured> {
  const answer = shortAnswer(ctx, input);
  // An outcome of an entry in the user tree goes into that tree.
  const home = await homeOf(ctx, input.refs);
  if (answer === undefined) {
    const { verdict, result, score, lesson, evidence, more = {} } = input;
    if (evidence !== undefined) throw wrong("--evidence belongs to --held or --failed");
    const tree = await openShown(home);
    for (const ref of input.refs) tree.resolve(ref);
    const draft = { ...more, type: "outcome" as const, references: [...input.refs], verdict, result, score, lesson };
    return fromHome(ctx, home, await capture(home, draft));
  }
  const [ref, another] = input.refs;
  if (ref === undefined) throw wrong("which entry is it about?", next("List the newest:", "list"));
  if (another !== undefined) throw wrong("answer one question at a time");
  const { lesson, more = {} } = input;
  const strayFields = [...(lesson === undefined ? [] : ["lesson"]), ...Object.keys(more)];
  if (strayFields.length > 0) throw wrong(`${strayFields.join(", ")}: only with --verdict`);
  return fromHome(ctx, home, await recordAnswer(home, await openShown(home), ref, answer));
}
