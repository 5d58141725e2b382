/** `tenet outcome`: how something turned out, and the short answers to a heartbeat's questions. */

import { capture } from "../capture/capture.js";
import type { Captured } from "../capture/capture-schemas.js";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { homeOfAll } from "../store/home.js";
import { laterUntil } from "../store/loop/question-log.js";
import { fromHome } from "../store/user-tree.js";
import { openShown } from "../store/viewer.js";
import { type Answer, recordAnswer } from "./answer.js";

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
  irrelevant?: boolean;
  /** Other fields that an author may state on an outcome, by their schema names. */
  more?: { [field: string]: unknown };
}

const FORMS =
  'Give one of: --verdict V --result "what happened" [--score 1-10] [--lesson T], --held --evidence T, --failed --evidence T, --later 5d, --irrelevant.';

function wrong(message: string, hint = FORMS): TenetError {
  return new TenetError(message, { failure: "usage", hint });
}

/** The short answer that was given; undefined for an outcome in full. Throws `usage` when forms are mixed. */
function shortAnswer({ clock, steps }: Context, input: OutcomeInput): Answer | undefined {
  const { held, failed, later, irrelevant } = input;
  const isStick = held === true || failed === true;
  // What happened is the evidence, under whichever name it is given.
  const full = input.verdict !== undefined || input.score !== undefined || (input.result !== undefined && !isStick);
  const forms = { held, failed, later: later !== undefined, irrelevant };
  const given = Object.entries(forms).flatMap(([form, isGiven]) => (isGiven === true ? [`--${form}`] : []));
  if (given.length === 0) return undefined;
  if (given.length > 1 || full) {
    throw wrong(`${[...given, ...(full ? ["--verdict"] : [])].join(" and ")} are different answers`);
  }
  if (isStick) {
    const verdict = held === true ? "held" : "failed";
    const evidence = (input.evidence ?? input.result)?.trim() ?? "";
    if (evidence !== "") return { decision: verdict, evidence };
    throw wrong("evidence is missing: What shows it?", steps.answers(input.refs[0] ?? "<id>", [verdict]).join(""));
  }
  if (later !== undefined) return { decision: "later", until: laterUntil(later, clock.now()) };
  return { decision: "irrelevant" };
}

/**
 * Records an outcome and sets it on what it judges, or notes a short answer. A short answer's `id` is the entry's.
 * Throws `usage` for mixed or incomplete forms, `not-found` for unknown entries, `refused` where the answering agent
 * is trusted too little to say that something failed.
 */
export async function recordOutcome(ctx: Context, input: OutcomeInput): Promise<Captured> {
  const short = shortAnswer(ctx, input);
  // What was learned of a person stands, with how it turned out, in that person's own tree.
  const home = await homeOfAll(ctx, input.refs);
  if (short === undefined) {
    const { verdict, result, score, lesson, evidence, more = {} } = input;
    if (evidence !== undefined) throw wrong("--evidence belongs to --held or --failed");
    const draft = { ...more, type: "outcome" as const, references: [...input.refs], verdict, result, score, lesson };
    return fromHome(ctx, home, await capture(home, draft));
  }
  const [ref, another] = input.refs;
  if (ref === undefined) throw wrong("which entry is it about?", `List the newest: ${ctx.steps.find}`);
  if (another !== undefined) throw wrong("answer one question at a time");
  const { lesson, more = {} } = input;
  const stray = [...(lesson === undefined ? [] : ["lesson"]), ...Object.keys(more)];
  if (stray.length > 0) throw wrong(`${stray.join(", ")}: only with --verdict`);
  return fromHome(ctx, home, await recordAnswer(home, await openShown(home), ref, short));
}
