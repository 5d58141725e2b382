/** One key, read without Enter: the way through a list of decisions. */
import type { KeypressEvent } from "@inquirer/core";
import type { Asker } from "../command/call.js";

type Pressed = KeypressEvent & { sequence?: string; meta?: boolean };

/** The key as it is named on the screen; undefined for one that is no answer, such as a letter with Ctrl. */
function nameOf({ name, ctrl, meta, sequence }: Pressed): string | undefined {
  if (ctrl || meta === true) return undefined;
  if (name === "return" || name === "enter") return "Enter";
  return sequence?.length === 1 ? sequence.toLowerCase() : undefined;
}

/** Waits for one of the keys and answers its word; any other key does nothing. */
export async function keyPrompt() {
  const { createPrompt, useKeypress, useState } = await import("@inquirer/core");
  return createPrompt<string, { keys: Parameters<Asker["key"]>[0] }>(({ keys }, done) => {
    const [word, setWord] = useState("");
    useKeypress((pressed, rl) => {
      rl.clearLine(0);
      const name = nameOf(pressed as Pressed);
      const pressedKey = keys.find(({ key }) => key === name);
      if (pressedKey === undefined || word !== "") return;
      setWord(pressedKey.word);
      done(pressedKey.word);
    });
    return `  > ${word}`;
  });
}
