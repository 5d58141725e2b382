import { command } from "../command/command.js";
import { ABOUT_CONTACT, contact } from "../command/contact-flag.js";
import { fields } from "../command/entry-fields.js";
import { argument } from "../command/input.js";
import { SETTING } from "../command/tool.js";
import { ANSWER, RISK, recording, tied } from "./recording.tool.js";

const recordCorrection = recording(
  "correction",
  {
    name: "record_correction",
    title: "Record a correction",
    place: 2,
    description: `Record what holds instead of something you believed or did. Call it when a person corrects you, or you find out yourself; also when it was corrected before: repetition counts. corrected_to is enough. ${ANSWER}`,
  },
  (kit) =>
    kit.z.strictObject({
      ...kit.fieldsOf("correction", {
        corrected_to: "what holds, in one sentence",
        prior_belief: "what was believed before",
        behavioral_change: "what you will do next time",
        at_risk: RISK.at_risk,
      }),
      ...kit.z.object(kit.fieldsOf("correction", { stakes: RISK.stakes })).partial().shape,
      ...kit.fieldsOf("correction", { ...SETTING, triggers: "words that show when it applies" }),
      ...tied(kit),
      heard: kit.refs.optional().describe("names of what was heard"),
    }),
);

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
