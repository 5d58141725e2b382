import { command } from "../command/command.js";
import { ABOUT_CONTACT, contact } from "../command/contact-flag.js";
import { argument } from "../command/input.js";
import { ADDS, tool } from "../command/tool.js";
import { defined } from "../text/defined.js";
import { fields, TIES } from "./entry-fields.input.js";

const recordInsight = tool({
  name: "record_insight",
  title: "Record an insight",
  place: 3,
  description:
    "Record a new connection, technique or pattern. Call it when something works or fails in a way that will matter again. Without at_risk or stakes it is activity: daily log alone.",
  hints: ADDS,
  entry: "insight",
  keys: ["insight", "evidence", "at_risk", "stakes", "applications", "triggers", ...TIES],
});

export const learn = command({
  name: "learn",
  group: "you",
  place: 3,
  summary: "keep something found out, if something is at risk when it is wrong",
  examples: {
    'tenet learn "Retries hide the flaky test" --because "3 of 5 green runs were retries" \\\n  --risk "medium: a broken build ships"':
      "what shows it, and what is at risk if it is wrong",
    'tenet learn "npm ci printed 3 warnings" --risk none': "nothing at risk: kept in the daily log",
  },
  input: {
    ...fields("insight", "evidence", "risk"),
    insight: argument("[insight]", "what was found"),
    contact: contact(ABOUT_CONTACT),
  },
  output: async () => (await import("./capture-schemas.js")).capturedSchema,
  tools: [recordInsight],
  captures: true,
  call: ({ risk, ...stated }) => ({ tool: recordInsight.name, args: { ...stated, ...defined({ at_risk: risk }) } }),
  run: async (call, { contact, ...stated }) =>
    await (await import("./capture.terminal.js")).captureFrom(call, "insight", stated, { contact }),
  view: async (data) => (await import("./capture-outline.js")).capturedOutline(data),
});
