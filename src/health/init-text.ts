import type { Paint } from "../text/paint.js";
import type { Initialised } from "./init.js";

/** Every file that was touched, what was left alone and why, and what to do next. */
export function initText(done: Initialised, paint: Paint): string {
  const wide = Math.max(0, ...done.files.map(({ change }) => change.length));
  const name = Math.max(0, ...done.files.map(({ file }) => file.length));
  const lines = done.files.map(
    ({ file, change, says }) => `  ${paint.good(change.padEnd(wide))}  ${file.padEnd(name)}  ${paint.faint(says)}`,
  );
  const left = done.left.map(({ file, because }) => `  ${paint.warn("left")}  ${file}: ${because}`);
  const head = done.already
    ? `${paint.strong(done.root)} is set up already. Nothing was changed.`
    : `tenet lives in ${paint.strong(done.root)}`;
  const owner =
    done.owner === undefined
      ? "No owner is named yet: `tenet init --owner NAME` names the person whose word counts most."
      : `Owner: ${done.owner}`;
  const history = done.merge === "no-git" ? ["Not in a git repository: `git init` gives this memory a history."] : [];
  const told =
    done.transcripts === undefined
      ? []
      : [
          `${done.transcripts === 1 ? "1 transcript" : `${done.transcripts} transcripts`} of past sessions here: ${paint.accent("tenet harvest")} shows what you told your agents again and again, and stores nothing unasked.`,
        ];
  return `${[head, ...lines, ...left, ...history, owner, ...told, `Next: ${paint.accent(done.next)}`].join("\n")}\n`;
}
