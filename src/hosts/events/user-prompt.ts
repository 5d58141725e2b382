/** A person is about to send a prompt: a nudge when they correct something, and the few entries that fit. */

import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import { isOwnOutput } from "../../screening/detect/own-output.js";
import { screenText } from "../../screening/screen.js";
import type { HeardSentence } from "../../store/state/heard.js";
import { noteOpportunities } from "../../store/state/sessions.js";
import { withoutFenced } from "../../text/fence.js";
import { openingOf, typedWords } from "../../transcripts/transcript-words.js";
import type { Until } from "../hook-event.js";
import { filesNamed } from "./files-named.js";
import { hearTurns } from "./hear-turns.js";
import { correctionsIn, nudgeOf } from "./nudge.js";
import { askedIn, NOTHING, remembered, shownLines, startedFor } from "./prompt-memories.js";

/** What the person typed: nothing of the host's, nothing that tenet printed, no command of the host's. */
function ownWords(prompt: string): string {
  const typed = typedWords(withoutFenced(openingOf(prompt))).trim();
  return isOwnOutput(typed) ? "" : typed;
}

/** How a prompt is answered. */
interface PromptOptions {
  /** Told what could be printed if time were up now. */
  ready?(text: string): void;
  /** A program composed it: it corrects nobody. */
  scripted?: boolean;
}

/** Hears the corrections in a prompt of a host that accepts no addition to it. */
export async function notePrompt(
  ctx: Context,
  prompt: string,
  { scripted = false }: Pick<PromptOptions, "scripted"> = {},
): Promise<void> {
  if (!ctx.profile.learning.on) return;
  const words = ownWords(prompt);
  if (words === "") return;
  noteOpportunities(ctx, words);
  if (!scripted) await hearTurns(ctx, [{ text: words }], "prompt");
}

/** Stores the corrections of a prompt as heard. A failure is no error: the session's transcript is read as well. */
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
  { ready, scripted = false }: PromptOptions = {},
): Promise<string> {
  const promptWords = ownWords(prompt);
  if (promptWords === "") return "";
  const model = await startedFor(ctx, promptWords);
  try {
    const { on } = ctx.profile.learning;
    if (on) noteOpportunities(ctx, promptWords);
    // Screened before anything of it is quoted.
    const words = (await screenText(promptWords, "the prompt")).value;
    const corrections = on && !scripted ? correctionsIn(words) : [];
    const heardSentences = corrections.length === 0 ? [] : await heardAt(ctx, promptWords);
    const nudge = nudgeOf(ctx, corrections, heardSentences);
    if (corrections.length > 0) ready?.([...nudge, NOT_LOOKED_UP].join("\n"));
    const files = filesNamed(words, { root: ctx.workspace.root, folder: ctx.folder });
    const isTooShort = model === undefined && files.length === 0;
    const { fitting, untold } = isTooShort ? NOTHING : await remembered(ctx, { asked: askedIn(words), files }, time);
    if (fitting.length === 0) return nudge.join("\n");
    const rest = untold === 0 ? "" : `; ${untold} more hold for files named here: tenet list --paths`;
    return [...nudge, ...(await shownLines(fitting, rest))].join("\n");
  } finally {
    // Not waited for: the answer is printed meanwhile, and the process ends once the model's thread has.
    if (model !== undefined && "embedder" in model) model.embedder.dispose().catch(() => undefined);
  }
}

/** Behind a nudge that is printed because time is up. */
const NOT_LOOKED_UP = "tenet ran out of time: what else fits this was not looked up.";

/** One line for a prompt of which nothing was looked up: empty where it holds no correction. Quotes nothing: nothing is screened. */
export function shortNudge({ profile }: Context, prompt: string): string {
  const typed = typedWords(withoutFenced(openingOf(prompt))).trim();
  if (!profile.learning.on || typed === "" || correctionsIn(typed).length === 0) return "";
  return `tenet: this sounds like a correction; if it is one, record it before going on: tenet correct "<what holds now>". ${NOT_LOOKED_UP}`;
}
