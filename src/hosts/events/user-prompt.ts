/** A person is about to send a prompt: a nudge when they correct something, and the few entries that fit. */

import { dataLine, withoutFenced } from "../../context/policy/fence.js";
import type { Context } from "../../context.js";
import { detect } from "../../detect/detect.js";
import type { Signal } from "../../detect/detect-schemas.js";
import { ownOutputIn } from "../../detect/own-output.js";
import { speakerOf } from "../../entry/attribution.js";
import type { HeardSentence } from "../../entry/heard.js";
import { TenetError } from "../../errors.js";
import { screenText } from "../../screening/screen.js";
import { openStore } from "../../store/open-store.js";
import { entriesNamed } from "../../store/reference.js";
import { noteOpportunities } from "../../store/sessions.js";
import { oneLine, shorten } from "../../text/shorten.js";
import { openingOf, typedWords } from "../transcript-words.js";
import { hearTurns } from "./hear-turns.js";
import type { Until } from "./hook-event.js";
import { askedIn, type LookedUp, NOTHING, remembered, shownLines, startedFor } from "./prompt-memories.js";

/** The signal worth a nudge: the strongest correction, a repeat before others. */
export function correctionIn(prompt: string): Signal | undefined {
  const rank = ({ strength, retrieval_failure }: Signal) =>
    (strength === "strong" ? 1 : 0) + (retrieval_failure === true ? 2 : 0);
  return detect(prompt)
    .signals.filter(({ type, strength }) => type === "correction" && strength !== "weak")
    .sort((a, b) => rank(b) - rank(a))[0];
}

const LONGEST = 300;
/** JSON strings are YAML; what could be taken for one of our marks is made plain. */
const stated = (text: string): string => JSON.stringify(dataLine(shorten(oneLine(text), LONGEST, 0.5)));
const open = (what: string): string => JSON.stringify(`<${what}>`);

/** Said of a repeat of which nothing was found: that nothing is known only when all was looked through. */
const NOT_FOUND: Readonly<Record<LookedUp, string>> = {
  not: "It was said before. Whether anything here remembers it was not looked up in time.",
  "by-words": "It was said before. Nothing here says it in these words; by meaning it was not looked up.",
  "too-little": "It was said before; there is too little in it to look for what.",
  whole: "It was said before, and nothing here remembers it.",
};

/**
 * The lines of a nudge. `heard`: under which names the prompt's sentences are kept. `earlier`: the ids of what was said
 * before; it stands in a fence beneath.
 */
export function nudgeOf(
  { actor, profile }: Pick<Context, "actor" | "profile">,
  signal: Signal,
  heard: readonly HeardSentence[],
  earlier: readonly string[],
  lookedUp: LookedUp,
): string[] {
  const { corrected_to, prior_belief } = signal.found;
  const source = speakerOf(actor.user, profile.people);
  const kept = heard.find(({ sentence }) => sentence.includes(oneLine(signal.phrase)));
  return [
    `tenet: this sounds like a correction (${stated(signal.phrase)}: ${signal.says}).`,
    ...repeatLines(signal, earlier, lookedUp),
    "If it is one, record it before going on, in the person's words; if it is none, leave it. Add prior_belief, stakes, " +
      "at_risk and behavioral_change where you know them:",
    "tenet add - <<'EOF'",
    "type: correction",
    `corrected_to: ${corrected_to === undefined ? open("what holds from now on") : stated(corrected_to)}`,
    ...(prior_belief === undefined ? [] : [`prior_belief: ${stated(prior_belief)}`]),
    ...(source === undefined ? [] : [`source: ${stated(source)}`]),
    ...(kept === undefined ? [] : [`heard: ${stated(kept.id.toLowerCase())}`]),
    "EOF",
  ];
}

function repeatLines({ retrieval_failure }: Signal, earlier: readonly string[], lookedUp: LookedUp): string[] {
  if (earlier.length > 0) {
    return [
      `It was said before and not heeded: ${earlier.join(", ")}, below. Record it all the same, saying what it says: tenet ` +
        "links the repeat to it and brings it up at every session start until it holds.",
    ];
  }
  return retrieval_failure === true ? [NOT_FOUND[lookedUp]] : [];
}

/** What the person typed: nothing of the host's, nothing that tenet printed, no command of the host's. */
async function ownWords(ctx: Context, prompt: string): Promise<string> {
  const typed = typedWords(withoutFenced(openingOf(prompt))).trim();
  if (typed === "") return "";
  return ownOutputIn(typed, await entriesNamed(typed, () => openStore(ctx))) === undefined ? typed : "";
}

/** Takes note of what a prompt says where nothing can be put beside it. */
export async function notePrompt(ctx: Context, prompt: string): Promise<void> {
  if (!ctx.profile.learning.on) return;
  const said = await ownWords(ctx, prompt);
  if (said === "") return;
  await noteOpportunities(ctx, said);
  await hearTurns(ctx, [{ text: said }], "prompt");
}

/** What of a prompt is kept: a nudge does without it where it cannot be, and the session's transcript is heard as well. */
async function heardAt(ctx: Context, text: string): Promise<HeardSentence[]> {
  try {
    return await hearTurns(ctx, [{ text }], "prompt");
  } catch (thrown) {
    if (thrown instanceof TenetError) return [];
    throw thrown;
  }
}

/** What goes into the prompt; empty when there is nothing to say. Remembers what it shows and hears. */
export async function userPrompt(
  ctx: Context,
  prompt: string,
  time: Until,
  ready: (text: string) => void = () => undefined,
): Promise<string> {
  const said = await ownWords(ctx, prompt);
  if (said === "") return "";
  const model = await startedFor(ctx, said);
  try {
    const { on } = ctx.profile.learning;
    if (on) await noteOpportunities(ctx, said);
    // Screened before anything of it is quoted.
    const words = (await screenText(said, "the prompt", { mode: "redact", bidi: "strip" })).value;
    const signal = on ? correctionIn(words) : undefined;
    const heard = signal === undefined ? [] : await heardAt(ctx, said);
    if (signal !== undefined) ready([...nudgeOf(ctx, signal, heard, [], "not"), NOT_LOOKED_UP].join("\n"));
    const looksFor = model === undefined ? undefined : askedIn(words);
    const { fitting, earlier, examples, lookedUp } =
      looksFor === undefined ? NOTHING : await remembered(ctx, looksFor, signal, time);
    const ids = earlier.map(({ id }) => id);
    const nudge = signal === undefined ? [] : nudgeOf(ctx, signal, heard, ids, lookedUp);
    const heads = [...earlier, ...fitting.filter(({ id }) => !ids.includes(id))];
    if (heads.length + examples.length === 0) return nudge.join("\n");
    return [...nudge, ...(await shownLines(heads, earlier.length, examples))].join("\n");
  } finally {
    // Not waited for: the answer is printed meanwhile, and the process ends once the model's thread has.
    if (model !== undefined && "embedder" in model) model.embedder.dispose().catch(() => undefined);
  }
}

/** Behind a nudge that is printed because time is up. */
const NOT_LOOKED_UP = "tenet ran out of time: what else fits this was not looked up.";

/** One line for a prompt of which nothing was looked up: empty where it holds no correction. Quotes nothing: nothing is screened. */
export function promptOutOfTime({ profile, steps }: Context, prompt: string): string {
  const typed = typedWords(withoutFenced(openingOf(prompt))).trim();
  if (!profile.learning.on || typed === "" || correctionIn(typed) === undefined) return "";
  return `tenet: this sounds like a correction; if it is one, record it before going on: ${steps.capture}. ${NOT_LOOKED_UP}`;
}
