import { Command } from "commander";
import { capturedText } from "../../capture/capture-text.js";
import type { Run } from "../command-context.js";
import { fieldsOf, withFields } from "../fields.js";
import { captureFrom, withClaim } from "./capture.js";

const listed = (value: string, before: string[] | undefined): string[] => [
  ...(before ?? []),
  ...value.split(/[\s,]+/).filter((part) => part !== ""),
];

export const rememberCommand = (run: Run): Command => {
  const command = new Command("remember").argument("[content]", "one fact; - for stdin");
  withFields(command, "memory")
    .option("--group <name>", "the file it goes into, in memory/facts (default: its category)")
    .option("--related-to <id>", "what it belongs with; may be repeated", listed);
  return command.action((content: string | undefined, flags: { group?: string; relatedTo?: string[] }) =>
    run(async (door) => {
      const text = content === "-" ? (await door.readInput("an argument")).trim() : content;
      const { group, relatedTo } = flags;
      const stated = {
        ...withClaim(fieldsOf(command, "memory"), "content", text),
        ...(group === undefined ? {} : { group }),
        ...(relatedTo === undefined ? {} : { related_to: relatedTo }),
      };
      return captureFrom(door, "memory", stated);
    }, capturedText),
  );
};
