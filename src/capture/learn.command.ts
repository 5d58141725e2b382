import { command } from "../command/command.js";
import { ABOUT_CONTACT, contact } from "../command/contact-flag.js";
import { fields } from "../command/entry-fields.js";
import { argument } from "../command/input.js";
import { SETTING } from "../command/tool.js";
import { ANSWER, RISK, recording, tied } from "./recording.tool.js";

const recordInsight = recording(
  "insight",
  {
    name: "record_insight",
    title: "Record an insight",
    place: 3,
    description: `Record a new connection, technique or pattern. Call it when something works or fails in a way that will matter again; not for activity. ${ANSWER}`,
  },
  (kit) =>
    kit.z.strictObject({
      ...kit.fieldsOf("insight", {
        insight: "what was learned, in one sentence",
        evidence: "what shows it",
        at_risk: RISK.at_risk,
      }),
      ...kit.z.object(kit.fieldsOf("insight", { stakes: RISK.stakes })).partial().shape,
      ...kit.fieldsOf("insight", {
        ...SETTING,
        applications: "where to apply it",
        triggers: "words that show when it applies",
      }),
      ...tied(kit),
    }),
);

export const learn = command({
  name: "learn",
  group: "you",
  place: 3,
  aliases: ["insight"],
  summary: "keep something found out, if something is at risk when it is wrong",
  examples: {
    'tenet learn "Retries hide the flaky test" --because "3 of 5 green runs were retries" \\\n  --risk "medium: a broken build ships"':
      "with what shows it and what is at risk",
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
  run: async (call, { contact, ...stated }) =>
    await (await import("./capture.terminal.js")).captureFrom(call, "insight", stated, { contact }),
  view: async (data) => (await import("./capture-outline.js")).capturedOutline(data),
});
