/** Near claims, asked about at the terminal right after the capture that found them. Enter leaves both as they are. */
import type { Asker, Call } from "../../command/call.js";
import type { PairAnswer } from "../../entry/entry.js";
import { TenetError } from "../../errors.js";
import { printable } from "../../text/paint.js";
import { oneLine, shorten } from "../../text/shorten.js";
import type { Ask, Captured } from "../capture-schemas.js";

/** `replaces`: the new one holds. `replaced`: the known one does. `exception`: the new one is one. */
const WORDS = ["leave", "same", "replaces", "replaced", "exception", "general", "unrelated"] as const;
type Word = (typeof WORDS)[number];

/** What each word answers, and whether the known entry stands first. */
const MEANT: Readonly<Record<Exclude<Word, "leave">, { answer: PairAnswer; knownFirst?: true }>> = {
  same: { answer: "same" },
  replaces: { answer: "replaces" },
  replaced: { answer: "replaces", knownFirst: true },
  exception: { answer: "exception" },
  general: { answer: "exception", knownFirst: true },
  unrelated: { answer: "unrelated" },
};

const LONGEST = 200;

const quoted = (text: string): string => `"${shorten(printable(oneLine(text)), LONGEST)}"`;

const BOTH_STAY = { says: "both stay as they are" } as const;
const MEANS: Readonly<Record<Exclude<Word, "leave">, string>> = {
  same: "one of them is enough",
  replaces: "the new one holds instead",
  replaced: "the known one holds instead",
  exception: "both hold: the new one is an exception",
  general: "both hold: the known one is an exception",
  unrelated: "neither bears on the other",
};

async function askAbout(asker: Asker, ask: Ask): Promise<Word> {
  const { nameAsked } = await import("./asks.js");
  const question = `Near ${nameAsked(ask)}: ${quoted(ask.text)}\nWhat is it to the new one?`;
  return await asker.choose(question, WORDS, "leave", { ...BOTH_STAY, means: MEANS });
}

/** Asks about each near claim; answers the capture with what was answered in its reasons, and without those questions. */
export async function answerAsks(call: Call, captured: Captured): Promise<Captured> {
  const { asker } = call;
  if (asker === undefined || captured.asks.length === 0) return captured;
  const { resolvePair } = await import("../../review/resolve.js");
  const ctx = await call.context();
  const openAsks: Ask[] = [];
  const because = [...captured.because];
  for (const [at, ask] of captured.asks.entries()) {
    try {
      const word = await askAbout(asker, ask);
      if (word === "leave") openAsks.push(ask);
      else {
        const { answer, knownFirst } = MEANT[word];
        const [a, b] = knownFirst ? [ask.about, ask.id] : [ask.id, ask.about];
        because.push((await resolvePair(ctx, { a, b, how: answer })).says);
      }
    } catch (thrown) {
      if (!(thrown instanceof TenetError)) throw thrown;
      // The capture is stored by now: what was not answered stays open.
      openAsks.push(...captured.asks.slice(at));
      if (thrown.failure !== "interrupted") call.warn(thrown.message);
      break;
    }
  }
  return { ...captured, because, asks: openAsks };
}
