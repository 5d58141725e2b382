import { command } from "../command/command.js";
import { argument } from "../command/input.js";
import { argumentText } from "./argument-text.terminal.js";

export const detect = command({
  name: "detect",
  group: "capture",
  place: 9,
  hidden: true,
  summary: "say what in a text could be learned, and how to record it; stores nothing",
  examples: {
    'tenet detect "no, that is wrong: the limit is 30 seconds"': "the whole sentence, and the command that records it",
    "tenet detect - --json < message.txt": "for a hook",
  },
  input: { words: argument("<text...>", "what somebody said; - for stdin") },
  output: async () => (await import("../screening/detect/detect-schemas.js")).detectedSchema,
  async run(call, { words }) {
    const text = await argumentText(call, words.join(" "));
    const { detectLearning } = await import("../screening/detect/detect.js");
    return await detectLearning({ text });
  },
  view: async (data) => (await import("../screening/detect/detect-outline.js")).detectedOutline(data),
});
