import { command } from "../command/command.js";
import { ABOUT_CONTACT, contact } from "../command/contact-flag.js";
import { argument } from "../command/input.js";
import { ADDS, tool } from "../command/tool.js";
import { fields, TIES } from "./entry-fields.input.js";

const recordCorrection = tool({
  name: "record_correction",
  title: "Record a correction",
  place: 2,
  description:
    "Record what holds instead of something you believed or did. Call it when a person corrects you, or you find out yourself; also when it was corrected before: repetition counts. corrected_to is enough.",
  hints: ADDS,
  entry: "correction",
  keys: ["corrected_to", "prior_belief", "behavioral_change", "at_risk", "stakes", "triggers", "heard", ...TIES],
});

export const correct = command({
  name: "correct",
  group: "you",
  place: 4,
  summary: "say what was wrong, and what holds now",
  examples: {
    'tenet correct "Use pnpm, never npm"': "one fact is enough; at a terminal the rest is asked, Enter skips",
    'tenet correct "Use npm ci in CI" --instead-of "npm install is fine" \\\n  --risk "high: lockfile drift broke a release" --so "look for npm install before pushing"':
      "everything at once",
  },
  input: {
    ...fields("correction", "prior_belief", "risk", "behavioral_change"),
    corrected_to: argument("[now]", "what holds now"),
    contact: contact(ABOUT_CONTACT),
  },
  output: async () => (await import("./capture-schemas.js")).capturedSchema,
  tools: [recordCorrection],
  captures: true,
  run: async (call, { contact, ...stated }) =>
    await (await import("./capture.terminal.js")).captureFrom(call, "correction", stated, { contact }),
  view: async (data) => (await import("./capture-outline.js")).capturedOutline(data),
});
