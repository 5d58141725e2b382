import { Command } from "commander";
import { capturedText } from "../../capture/capture-text.js";
import type { Run } from "../command-context.js";
import { fieldsOf, withFields } from "../fields.js";
import { captureFrom, withClaim } from "./capture.js";

export const correctCommand = (run: Run): Command => {
  const command = new Command("correct").argument("[now]", "what holds now");
  return withFields(command, "correction").action((now: string | undefined) =>
    run(
      (door) => captureFrom(door, "correction", withClaim(fieldsOf(command, "correction"), "corrected_to", now)),
      capturedText,
    ),
  );
};
