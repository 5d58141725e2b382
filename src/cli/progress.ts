import type { Progress } from "../context.js";

/** Draws nothing: off a terminal, with `--quiet` or `--json`. */
export const noProgress: Progress = { start: () => ({ step() {}, stop() {} }) };

/** Work shorter than this is over before a bar would help. */
const SILENT_MS = 300;

/** A bar on stderr, drawn only once the work has lasted a moment, and gone when it is done. */
export function drawnProgress(stream: NodeJS.WriteStream): Progress {
  return {
    start(label, total) {
      let done = 0;
      let stopped = false;
      let bar: { update(n: number): void; stop(): void } | undefined;
      const timer = setTimeout(() => {
        import("cli-progress")
          .then(({ default: { SingleBar } }) => {
            if (stopped) return;
            const drawn = new SingleBar({
              stream,
              clearOnComplete: true,
              hideCursor: true,
              format: "{label} {bar} {value}/{total}",
              barCompleteChar: "█",
              barIncompleteChar: "░",
              barsize: 24,
            });
            drawn.start(total, done, { label });
            bar = drawn;
          })
          .catch(() => undefined);
      }, SILENT_MS);
      timer.unref();
      return {
        step(n = 1) {
          done += n;
          bar?.update(done);
        },
        stop() {
          stopped = true;
          clearTimeout(timer);
          bar?.stop();
        },
      };
    },
  };
}
