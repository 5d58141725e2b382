import { command } from "../command/command.js";
import { ABOUT_CONTACT, contact } from "../command/contact-flag.js";
import { argument } from "../command/input.js";
import { ADDS, tool } from "../command/tool.js";
import { fields } from "./entry-fields.input.js";

const recordDecision = tool({
  name: "record_decision",
  title: "Record a decision",
  place: 4,
  full: true,
  description:
    "Record what was decided in a situation and why, as an example for the next one like it. It is used once a person has looked at it; with stakes it is asked about later.",
  hints: ADDS,
  entry: "decision",
  keys: [
    ...["action", "situation", "rationale", "alternatives", "at_risk", "stakes"],
    ...["domain", "tags", "source", "origin", "linked", "contact"],
  ],
});

export const decide = command({
  name: "decide",
  group: "layers",
  place: 2,
  summary: "record a decision with its situation and reason, as an example for the next one",
  examples: {
    'tenet decide "Ship without the retry" --in "CI red by a known flake" --because "the flake is in the test alone"':
      "what was decided, in which situation, and why",
    'tenet decide "Ship without the retry" --in "CI red by a known flake" --because "it hides nothing" \\\n  --alternative "wait for green" --risk "medium: a real failure looks like the flake"':
      "with stakes it is asked about after 3, 7 and 14 days",
  },
  input: {
    ...fields("decision", "situation", "rationale", "alternatives", "risk"),
    action: argument("[action]", "what was decided"),
    contact: contact(ABOUT_CONTACT),
  },
  output: async () => (await import("./capture-schemas.js")).capturedSchema,
  tools: [recordDecision],
  captures: true,
  run: async (call, { contact, ...stated }) =>
    await (await import("./capture.terminal.js")).captureFrom(call, "decision", stated, { contact }),
  view: async (data) => (await import("./capture-outline.js")).capturedOutline(data),
});
