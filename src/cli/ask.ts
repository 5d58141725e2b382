/** Questions to a person: on stderr, so that results stay clean, and only where somebody can answer. */
import { TenetError } from "../errors.js";
import type { ProcessIO } from "./process-io.js";

export interface Asker {
  /** One line of text; asked again while it is empty, unless a suggestion can be taken with Enter. */
  line(question: string, suggestion?: string): Promise<string>;
  /** One of a few words, shown side by side. */
  choose<T extends string>(question: string, words: readonly T[], first: T): Promise<T>;
  /** Any number of lines out of a list; answers their places. */
  pick(question: string, lines: readonly string[]): Promise<number[]>;
  /** The word that confirms, in any case; anything else is a no. */
  typed(question: string, word: string): Promise<boolean>;
}

const ASKED = { prefix: "", style: { message: (text: string) => text, answer: (text: string) => text } };

/** A person left the question with Ctrl-C or Ctrl-D: nothing was done, exit 130. */
function left(thrown: unknown): never {
  if (thrown instanceof Error && /^(ExitPromptError|AbortPromptError)$/.test(thrown.name)) {
    throw new TenetError("interrupted: nothing was stored", { failure: "interrupted" });
  }
  throw thrown;
}

/** Asks whoever sits at this terminal; whether anybody does was decided before. */
export function askerAt(from: ProcessIO): Asker {
  const place = { input: from.stdin, output: from.stderr, signal: from.signal };
  return {
    async line(question, suggestion) {
      const { input } = await import("@inquirer/prompts");
      const answer = await input(
        {
          message: question,
          theme: ASKED,
          required: suggestion === undefined,
          ...(suggestion === undefined ? {} : { default: suggestion }),
          validate: (text) => suggestion !== undefined || text.trim() !== "" || "A few words are enough.",
        },
        place,
      ).catch(left);
      return answer.trim();
    },
    async choose(question, words, first) {
      const { chooseWord } = await import("./choose-word.js");
      return (await chooseWord({ message: question, words, first }, place).catch(left)) as (typeof words)[number];
    },
    async pick(question, lines) {
      const { checkbox } = await import("@inquirer/prompts");
      const choices = lines.map((name, value) => ({ name, value }));
      // the lines stand above already
      const style = {
        ...ASKED.style,
        renderSelectedChoices: (picked: readonly unknown[]) => `${picked.length} picked`,
      };
      const theme = { ...ASKED, style };
      return await checkbox({ message: question, choices, loop: false, pageSize: 12, theme }, place).catch(left);
    },
    async typed(question, word) {
      const { input } = await import("@inquirer/prompts");
      const answer = await input({ message: question, theme: ASKED }, place).catch(left);
      return answer.trim().toLowerCase() === word.toLowerCase();
    },
  };
}
