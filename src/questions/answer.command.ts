import { command } from "../command/command.js";
import { argument, text, unless } from "../command/input.js";

export const answer = command({
  name: "answer",
  group: "layers",
  place: 5,
  summary: "answer what an agent asked; an owner's answer is pinned",
  examples: {
    'tenet answer k7q2x "Saturdays until noon"': "at your terminal: it stands before every session from then on",
    'tenet answer k7q2x "Saturdays until noon" --so "offer Saturdays" --risk "medium: lost bookings"':
      "a correction as well",
    'tenet answer k7q2x "Saturdays until noon" --source bridget': "an agent relays what bridget said",
    "tenet answer k7q2x --no-answer": "it is not asked any more",
  },
  input: {
    ref: argument("<id>", "the question"),
    text: argument("[answer]", "their words; at a terminal asked for"),
    source: text("<name>", "whose words they are, where an agent relays them: a person listed under people"),
    so: text("<next time>", "what is done differently from now on: makes it a correction as well"),
    risk: text("<level: why>", "what goes wrong if it is forgotten: makes it a correction as well"),
    answer: unless("close it: there is none (people only)"),
    reason: text("<text>", "with --no-answer: why"),
  },
  output: async () => (await import("./question-schemas.js")).answeredSchema,
  captures: ({ answer: isAnswered }) => isAnswered,
  run: async (call, input) => await (await import("./answer.terminal.js")).answerFrom(call, input),
  view: async (data) => (await import("./question-outline.js")).answeredOutline(data),
});
