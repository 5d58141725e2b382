/**
 * Asks a person questions on stderr, only at a terminal. Built by the command context; commands call it for missing
 * fields and decisions. Enter alone changes nothing, Ctrl-C and Ctrl-D leave: exit 130.
 */
import type { Asker, ProcessIO } from "../command/call.js";
import { TenetError } from "../errors.js";
import { defined } from "../text/defined.js";

/** Lines of a list on the screen at a time. */
const PAGE = 10;

const theme = { prefix: "", style: { message: (text: string) => text, answer: (text: string) => text } };
/** Without a line about keys beneath it. */
const bareTheme = { ...theme, style: { ...theme.style, keysHelpTip: () => undefined }, helpMode: "never" as const };

const CTRL_D = "\u0004";
const NOTHING_CHANGES = "nothing changes";
const NEEDS_WORDS = "A few words are enough. Ctrl-C leaves it, and nothing changes.";

/** Asks one question. Ctrl-D on an empty line closes the prompt without an event, so the question is ended here. */
async function askAt<T>(
  { stdin, stderr, signal }: ProcessIO,
  ask: (place: { input: ProcessIO["stdin"]; output: ProcessIO["stderr"]; signal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const listen = (chunk: unknown) => {
    // In a line with words Ctrl-D only deletes a character.
    if (String(chunk) === CTRL_D) setImmediate(() => stdin.isPaused() && ended.abort());
  };
  stdin.on("data", listen);
  try {
    return await ask({ input: stdin, output: stderr, signal: AbortSignal.any([signal, ended.signal]) });
  } catch (thrown) {
    if (!(thrown instanceof Error) || !/^(Exit|Abort)PromptError$/.test(thrown.name)) throw thrown;
    throw new TenetError("interrupted: nothing was stored", { failure: "interrupted" });
  } finally {
    stdin.off("data", listen);
  }
}

/** An asker at this terminal. The caller has checked that a person is there. */
export function askerAt(from: ProcessIO): Asker {
  const prompts = () => import("@inquirer/prompts");
  return {
    async key(keys) {
      const keyPrompt = await (await import("./key-prompt.js")).keyPrompt();
      return await askAt(from, (place) => keyPrompt({ keys }, place));
    },
    async line(message, suggestion) {
      const { input } = await prompts();
      const validate = (text: string) => suggestion !== undefined || text.trim() !== "" || NEEDS_WORDS;
      const config = { message, theme, validate, ...defined({ default: suggestion }) };
      return (await askAt(from, (place) => input(config, place))).trim();
    },
    async choose(message, words, first, { says = NOTHING_CHANGES, means } = {}) {
      const { select } = await prompts();
      const choices = words.map((word) => {
        const description = means?.[word] ?? (word === first ? says : undefined);
        return { value: word, short: word === first ? `${word}: ${says}` : word, ...defined({ description }) };
      });
      const config = { message, choices, default: first, theme: bareTheme, loop: false };
      return await askAt(from, (place) => select(config, place));
    },
    async pick(message, lines) {
      const { checkbox } = await prompts();
      // The lines stand above already.
      const renderSelectedChoices = (picked: readonly unknown[]) => `${picked.length} picked`;
      const style = { ...theme.style, renderSelectedChoices };
      const choices = lines.map((name, value) => ({ name, value }));
      const config = { message, choices, loop: false, pageSize: PAGE, theme: { ...theme, style } };
      return await askAt(from, (place) => checkbox(config, place));
    },
    async typed(message, word) {
      const { input } = await prompts();
      const answer = await askAt(from, (place) => input({ message, theme, default: "Enter: no" }, place));
      return answer.trim().toLowerCase() === word.toLowerCase();
    },
  };
}
