/**
 * Asks a person questions on stderr, only at a terminal. Built by the command context; commands call it for missing
 * fields and decisions.
 */
import type { Asker, ProcessIO } from "../command/call.js";
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
        ...(suggestion === undefined ? {} : { default: suggestion }),
        validate: (text: string) => suggestion !== undefined || text.trim() !== "" || NEEDS_WORDS,
      };
      return (await askHere((place) => input(config, place))).trim();
    },
    async choose(question, words, first, { says = NOTHING_CHANGES, means = {} } = {}) {
      const chooseWord = await wordPrompt();
      const message = first === undefined || question === "" ? question : `${question} (Enter: ${first})`;
      const config = { message, words, first, says, means };
      return (await askHere((place) => chooseWord(config, place))) as (typeof words)[number];
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
      const source = (typed: string | undefined) => [
        ...(typed === undefined || typed === ""
          ? [{ name: "none (Enter: nothing changes)", value: "", short: "none" }]
          : []),
        ...offered(typed ?? "").map(({ line, value }) => ({ name: line, value, short: line.split("  ")[0] ?? line })),
      ];
      const theme = { ...ASKED, helpMode: "never" as const };
      try {
        const config = { message: question, source, pageSize: PAGE, theme };
        const picked = await untilLeft(from, (signal) =>
          search(config, { ...place, signal: AbortSignal.any([signal, leaving.signal]) }),
        );
        if (picked !== "") return picked;
      } catch (thrown) {
        if (!leaving.signal.aborted) return throwLeft(thrown);
      } finally {
        from.stdin.off("keypress", onKey);
      }
      throw new TenetError("nothing was picked, and nothing changed", { failure: "interrupted" });
    },
    async typed(question, word) {
      const { input } = await import("@inquirer/prompts");
      const config = { message: question, theme: ASKED, default: "Enter: no" };
      const answer = await askHere((place) => input(config, place));
      return answer.trim().toLowerCase() === word.toLowerCase();
    },
  };
}

const NEEDS_WORDS = "A few words are enough. Ctrl-C leaves it, and nothing changes.";
const NOTHING_CHANGES = "nothing changes";

interface Choice {
  message: string;
  words: readonly string[];
  /** Taken by Enter alone; without one Enter leaves the question open. */
  first: string | undefined;
  /** What Enter alone leads to. */
  says: string;
  means: Readonly<Partial<Record<string, string>>>;
}

const OTHERWISE = "Type one of these words, or its beginning.";

/**
 * One of a few words in a row, `low · medium · [high]`: a word or its beginning, arrows or Tab mark one, Enter takes
 * it. Input is read as one word: letter by letter `yes` would mark `exception`, and end at `same`.
 */
async function wordPrompt() {
  const { createPrompt, isEnterKey, useKeypress, useState } = await import("@inquirer/core");
  return createPrompt<string, Choice>(({ message, words, first, says, means }, done) => {
    const asked = message === "" ? " " : ` ${message}  `;
    const [typed, setTyped] = useState("");
    const [trouble, setTrouble] = useState("");
    const [isTaken, setTaken] = useState(false);
    const typedWord = typed.trim().toLowerCase();
    const marked = typedWord === "" ? first : words.find((word) => word.startsWith(typedWord));
    useKeypress((key, line) => {
      if (isEnterKey(key)) {
        if (marked !== undefined) {
          setTaken(true);
          done(marked);
          return;
        }
        setTrouble(OTHERWISE);
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
    if (isTaken) return `${asked}${marked}${marked === first ? `: ${says}` : ""}`;
    const wordRow = words.map((word) => (word === marked ? `[${word}]` : word)).join(" · ");
    const unread = typed === "" || marked !== undefined ? "" : `   ${typed}`;
    const meaning = marked === undefined ? undefined : (means[marked] ?? (marked === first ? says : undefined));
    return [`${asked}${wordRow}${unread}\x1B[?25l`, trouble || (meaning === undefined ? "" : `  ${meaning}`)];
  });
}
