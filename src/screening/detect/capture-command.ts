import type { EntryType } from "../../entry/entry.js";
import { shellQuoted } from "../../text/shell-quoted.js";

/**
 * The command that records a sentence verbatim, to be reworded by its caller; `lacks`: fields with a placeholder.
 * `flags`: further known fields.
 */
export function captureCommand(
  type: EntryType,
  sentence: string,
  flags: readonly string[] = [],
): { command: string; lacks: string[] } {
  const quotedSentence = shellQuoted(sentence);
  if (type === "outcome") {
    const verdict = "--verdict <validated|invalidated|mixed|inconclusive>";
    const command = ["tenet outcome <ID>", verdict, `--result ${quotedSentence}`, ...flags].join(" ");
    return { command, lacks: ["references", "verdict"] };
  }
  const [verb, lacks, open] =
    type === "insight"
      ? ["learn", ["at_risk"], ['--because "<what shows it>"', '--risk "<high|medium|low>: <what goes wrong>"']]
      : ["correct", [], []];
  // Behind `--` a sentence that begins with a hyphen is no flag.
  const words = sentence.startsWith("-")
    ? [...open, ...flags, "--", quotedSentence]
    : [quotedSentence, ...open, ...flags];
  return { command: ["tenet", verb, ...words].join(" "), lacks };
}
