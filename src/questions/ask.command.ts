import type { Call } from "../command/call.js";
import { command } from "../command/command.js";
import { argument, text } from "../command/input.js";
import { ADDS, tool } from "../command/tool.js";
import { defined } from "../text/defined.js";
import type { AskInput } from "./ask.js";

const askTool = tool({
  name: "ask",
  title: "Ask the owner",
  place: 7,
  full: true,
  description:
    "Ask what only the owner can answer and what blocks your work. Decision known names what has the key. Otherwise it waits for a person, who answers at a terminal, with the nearest known texts in near; go on with what can be undone. An error with the code too-many-questions lists what waits already.",
  hints: ADDS,
  entry: "question",
  keys: ["question", "because", "key", "contact"],
});

/** At a terminal what is missing is asked for first. */
async function completeInput(call: Call, input: AskInput): Promise<AskInput> {
  if (call.asker === undefined) return input;
  const { askMissing } = await import("../capture/ask-missing.terminal.js");
  return await askMissing(call.asker, "question", { ...defined({ ...input }) });
}

export const ask = command({
  name: "ask",
  group: "layers",
  place: 4,
  summary: "ask the owner what only they can answer; shows the nearest that is known",
  examples: {
    'tenet ask "Do you take weekend appointments?" --because "cannot book for Saturday"': "it waits in tenet review",
    'tenet ask "Which days may I offer?" --because "booking" --key hours.days --contact jane': "about one contact",
  },
  input: {
    question: argument("[question]", "one question, of one sentence"),
    because: text("<text>", "what cannot go on without an answer; required"),
    key: text("<name>", "what is asked for, as a name: a memory of that key answers it"),
    contact: text("<id>", "whom it is about: question and answer are shown to whoever names that contact"),
  },
  output: async () => (await import("../capture/capture-schemas.js")).capturedSchema,
  tools: [askTool],
  captures: true,
  async run(call, stated) {
    const input = await completeInput(call, defined(stated));
    const { ask } = await import("./ask.js");
    return await ask(await call.context(), input);
  },
  view: async (data) => (await import("../capture/capture-outline.js")).capturedOutline(data),
});
