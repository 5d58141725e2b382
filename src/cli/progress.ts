/** Long work as a bar on stderr. */
import type { Progress } from "../context.js";

/** Draws nothing: off a terminal, with `--quiet` or `--json`. */
export const noProgress: Progress = { start: () => ({ step() {}, stop() {} }) };

/** Work shorter than this is over before a bar would help. */
const SILENT_MS = 300;

/** A bar that is drawn only once the work has lasted a moment, and gone when it is done. */
export const drawnProgress = (stream: NodeJS.WriteStream): Progress => ({
  start(label, total) {
    let done = 0;
    let isOver = false;
    let bar: { update(n: number): void; stop(): void } | undefined;
    const draw = async () => {
      const { SingleBar } = (await import("cli-progress")).default;
      if (isOver) return;
      const format = "{label} {bar} {value}/{total}";
      const drawn = new SingleBar({ stream, format, clearOnComplete: true, hideCursor: true, barsize: 24 });
      drawn.start(total, done, { label });
      bar = drawn;
    };
    const timer = setTimeout(() => void draw(), SILENT_MS).unref();
    return {
      step(n = 1) {
        done += n;
        bar?.update(done);
      },
      stop() {
        isOver = true;
        clearTimeout(timer);
        bar?.stop();
      },
    };
  },
});
