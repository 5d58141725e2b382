/**
 * Asks a person questions on stderr, only at a terminal. Built by the command context; commands call it for missing
 * fields and decisions.
 */
import type { Asker, ProcessIO } from "../command/call.js";
import { STAKES } from "../entry/words.js";
import { TenetError } from "../errors.js";

/** Lines of a list on the screen at a time. */
const PAGE = 10;

const ASKED = { prefix: "", style: { message: (text: string) => text, answer: (text: string) => text } };

/** Ctrl-C or Ctrl-D ended the question: nothing was done, exit 130. */
function throwLeft(thrown: unknown): never {
  if (thrown instanceof Error && /^(ExitPromptError|AbortPromptError)$/.test(thrown.name)) {
    throw new TenetError("interrupted: nothing was stored", { failure: "interrupted" });
  }
  throw thrown;
}

const CTRL_D = "\u0004";

/**
 * Asks one question. Ctrl-D on an empty line closes the prompt without an event, so the question is ended with an
 * AbortPromptError.
 */
async function untilLeft<T>(from: ProcessIO, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ended = new AbortController();
  const listen = (chunk: unknown) => {
    // In a non-empty line Ctrl-D only deletes a character.
    if (String(chunk) === CTRL_D) setImmediate(() => from.stdin.isPaused() && ended.abort());
  };
  from.stdin.on("data", listen);
  try {
    return await ask(AbortSignal.any([from.signal, ended.signal]));
  } finally {
    from.stdin.off("data", listen);
  }
}

interface Place {
  input: ProcessIO["stdin"];
  output: ProcessIO["stderr"];
  signal: AbortSignal;
}

/** An asker at this terminal. The caller has checked that a person is there. */
export function askerAt(from: ProcessIO): Asker {
  const place = { input: from.stdin, output: from.stderr };
  const askHere = <T>(ask: (place: Place) => Promise<T>) =>
    untilLeft(from, (signal) => ask({ ...place, signal })).catch(throwLeft);
  return {
    async key(keys, quit) {
      const { keyPrompt } = await import("./key-prompt.js");
      const prompt = await keyPrompt();
      return await untilLeft(from, (signal) => prompt({ keys }, { ...place, signal })).catch((thrown: unknown) => {
        const isEnd = thrown instanceof Error && thrown.name === "AbortPromptError" && !from.signal.aborted;
        return isEnd ? quit : throwLeft(thrown);
      });
    },
    async line(question, suggestion) {
      const { input } = await import("@inquirer/prompts");
      const config = {
        message: question,
        theme: ASKED,
        required: suggestion === undefined,
        ...(suggestion === undefined ? {} : { default: suggestion }),
        validate: (text: string) => suggestion !== undefined || text.trim() !== "" || "A few words are enough.",
      };
      return (await askHere((place) => input(config, place))).trim();
    },
    async choose(question, words, first) {
      const chooseWord = await wordPrompt();
      const config = { message: question, words, first, otherwise: "Type one of these words, or its beginning." };
      return (await askHere((place) => chooseWord(config, place))) as (typeof words)[number];
    },
    async level(question) {
      const [chooseWord, { readLevel }] = await Promise.all([wordPrompt(), import("../entry/stakes.js")]);
      const config = {
        message: question,
        words: LEVELS,
        meant: (text: string) => readLevel(text).stakes,
        otherwise: "That says why, not how bad: type low, medium or high. Enter leaves it open.",
      };
      return await askHere((place) => chooseWord(config, place));
    },
    say: (text) => void from.stderr.write(`${text}\n`),
    async pick(question, lines) {
      const { checkbox } = await import("@inquirer/prompts");
      const choices = lines.map((name, value) => ({ name, value }));
      // the lines stand above already
      const style = {
        ...ASKED.style,
        renderSelectedChoices: (picked: readonly unknown[]) => `${picked.length} picked`,
      };
      const theme = { ...ASKED, style };
      const config = { message: question, choices, loop: false, pageSize: 12, theme };
      return await askHere((place) => checkbox(config, place));
    },
    async find(question, offered) {
      const { search } = await import("@inquirer/prompts");
      const leaving = new AbortController();
      const onKey = (_: unknown, key: { name?: string } | undefined) => key?.name === "escape" && leaving.abort();
      from.stdin.on("keypress", onKey);
      const source = (typed: string | undefined) =>
        offered(typed ?? "").map(({ line, value }) => ({ name: line, value, short: line.split("  ")[0] ?? line }));
      const theme = { ...ASKED, helpMode: "never" as const };
      try {
        const config = { message: question, source, pageSize: PAGE, theme };
        return await untilLeft(from, (signal) =>
          search(config, { ...place, signal: AbortSignal.any([signal, leaving.signal]) }),
        );
      } catch (thrown) {
        if (!leaving.signal.aborted) return throwLeft(thrown);
        throw new TenetError("nothing was picked", { failure: "interrupted" });
      } finally {
        from.stdin.off("keypress", onKey);
      }
    },
    async typed(question, word) {
      const { input } = await import("@inquirer/prompts");
      const answer = await askHere((place) => input({ message: question, theme: ASKED }, place));
      return answer.trim().toLowerCase() === word.toLowerCase();
    },
  };
}

interface Choice {
  message: string;
  words: readonly string[];
  /** Taken by Enter alone; without one Enter leaves the question open. */
  first?: string;
  /** For a longer text, the word it means; the text is then the answer. */
  meant?: (text: string) => string | undefined;
  /** The error for a text that means none of the words. */
  otherwise: string;
}

/**
 * One of a few words in a row, `low · medium · [high]`: a word or its beginning, arrows or Tab mark one, Enter takes
 * it. Input is read as one word: letter by letter `yes` would mark `exception`, and end at `same`.
 */
async function wordPrompt() {
  const { createPrompt, isEnterKey, useKeypress, useState } = await import("@inquirer/core");
  return createPrompt<string, Choice>(({ message, words, first = "", meant, otherwise }, done) => {
    const [typed, setTyped] = useState("");
    const [trouble, setTrouble] = useState("");
    const [isTaken, setTaken] = useState(false);
    const typedWord = typed.trim().toLowerCase();
    const begun = typedWord === "" ? first : words.find((word) => word.startsWith(typedWord));
    const marked = begun ?? meant?.(typed);
    useKeypress((key, line) => {
      if (isEnterKey(key)) {
        if (marked !== undefined) {
          setTaken(true);
          done(begun ?? typed.trim());
          return;
        }
        setTrouble(otherwise);
        line.clearLine(0);
        setTyped("");
        return;
      }
      setTrouble("");
      const step = key.name === "right" || key.name === "tab" ? 1 : key.name === "left" ? -1 : 0;
      const at = Math.max(words.indexOf(marked ?? ""), step === 1 ? -1 : 0);
      const next = step === 0 ? undefined : words[(at + step + words.length) % words.length];
      if (next !== undefined) {
        line.clearLine(0);
        line.write(next);
      }
      setTyped(next ?? line.line);
    });
    const wordRow = words.map((word) => (word === marked ? `[${word}]` : word)).join(" · ");
    const unread = typed === "" || begun !== undefined ? "" : `   ${typed}`;
    return [`${message === "" ? "" : ` ${message} `} ${wordRow}${unread}${isTaken ? "" : "\x1B[?25l"}`, trouble];
  });
}

const LEVELS: readonly string[] = STAKES.toReversed();
