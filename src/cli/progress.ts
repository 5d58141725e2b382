/** Long work as one line on stderr, rewritten in place. */
import type { Progress } from "../context.js";

/** Draws nothing: off a terminal, with `--quiet` or `--json`. */
export const noProgress: Progress = { start: () => ({ step() {}, stop() {} }) };

/** Work shorter than this is over before a line would help; between two lines at least as much passes. */
const EVERY_MS = 300;

/** `label 120/10000`, gone when the work is done. */
export const drawnProgress = (stream: NodeJS.WriteStream): Progress => ({
  start(label, total) {
    let done = 0;
    let drawn = performance.now();
    let text = "";
    return {
      step(n = 1) {
        done += n;
        if (performance.now() - drawn < EVERY_MS) return;
        drawn = performance.now();
        text = `\r${label} ${done}/${total}`;
        stream.write(text);
      },
      stop: () => void (text !== "" && stream.write(`\r${" ".repeat(text.length)}\r`)),
    };
  },
});
