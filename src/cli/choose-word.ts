import { createPrompt, isEnterKey, useKeypress, useState } from "@inquirer/core";

interface Choice {
  message: string;
  words: readonly string[];
  first: string;
}

/**
 * One of a few words side by side, `low · medium · [high]`: arrows, Tab or a first letter (once more: the next word with
 * it) move, Enter takes it.
 */
export const chooseWord = createPrompt<string, Choice>(({ message, words, first }, done) => {
  const [at, setAt] = useState(Math.max(0, words.indexOf(first)));
  const [taken, setTaken] = useState(false);
  useKeypress((key) => {
    if (isEnterKey(key)) {
      setTaken(true);
      done(words[at] as string);
      return;
    }
    const next = [...words.slice(at + 1), ...words.slice(0, at + 1)].find((word) => word.startsWith(key.name));
    const lettered = next === undefined ? -1 : words.indexOf(next);
    if (key.name === "right" || key.name === "tab") setAt((at + 1) % words.length);
    else if (key.name === "left") setAt((at + words.length - 1) % words.length);
    else if (lettered !== -1) setAt(lettered);
  });
  const line = words.map((word, i) => (i === at ? `[${word}]` : word)).join(" · ");
  return `${message === "" ? "" : ` ${message} `} ${line}${taken ? "" : "\x1B[?25l"}`;
});
