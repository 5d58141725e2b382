import { Command } from "commander";
import { capturedText } from "../../capture/capture-text.js";
import type { Run } from "../command-context.js";
import { fieldsOf, withFields } from "../fields.js";
import { captureFrom, withClaim } from "./capture.js";

export const learnCommand = (run: Run): Command => {
  const command = new Command("learn").argument("[insight]", "what was found");
  return withFields(command, "insight").action((insight: string | undefined) =>
    run(
      (door) => captureFrom(door, "insight", withClaim(fieldsOf(command, "insight"), "insight", insight)),
      capturedText,
    ),
  );
};
