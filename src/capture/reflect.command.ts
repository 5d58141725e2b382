import { command } from "../command/command.js";
import { ABOUT_CONTACT, contact } from "../command/contact-flag.js";
import { argument } from "../command/input.js";
import { ADDS, tool } from "../command/tool.js";
import { fields } from "./entry-fields.input.js";

const recordReflexion = tool({
  name: "record_reflexion",
  title: "Record what a run taught",
  place: 5,
  full: true,
  description:
    "Record what a run taught, mostly one that failed: the cause, not the events. It is used once a person has looked at it.",
  hints: ADDS,
  entry: "reflexion",
  keys: ["reflexion", "entities", "tags", "source", "origin", "linked", "contact"],
});

export const reflect = command({
  name: "reflect",
  group: "layers",
  place: 3,
  summary: "record what a run taught; used once a person has looked at it",
  examples: {
    'tenet reflect "Invoice sync failed: the vendor id had a trailing space" --entity vendor:acme --tag sync':
      "found again by vendor:acme, acme and sync",
    'tenet reflect "The export needs the lock first" --tag export --run nightly-12': "of a run that is open",
  },
  input: {
    ...fields("reflexion", "entities", "tags"),
    reflexion: argument("[reflexion]", "what it taught"),
    contact: contact(ABOUT_CONTACT),
  },
  output: async () => (await import("./capture-schemas.js")).capturedSchema,
  tools: [recordReflexion],
  captures: true,
  run: async (call, { contact, ...stated }) =>
    await (await import("./capture.terminal.js")).captureFrom(call, "reflexion", stated, { contact }),
  view: async (data) => (await import("./capture-outline.js")).capturedOutline(data),
});
