/** The tool for what only an owner can answer. Answering is for people, and is not offered. */

import * as z from "zod";
import { type Captured, capturedSchema } from "../capture/capture-schemas.js";
import { capturedText } from "../capture/capture-text.js";
import { defined } from "../text/defined.js";
import { PLAIN } from "../text/paint.js";
import { ADDS, fieldsOf, type Tool, tool } from "./tool.js";

const askInput = z.strictObject({
  ...fieldsOf("question", {
    question: "one question of one sentence that a stranger understands",
    because: "what cannot go on without an answer",
    key: "what is asked for, as a name like hours.weekend: a memory of that key answers it",
  }),
  contact: z.string().min(1).max(64).optional().describe("id of the contact it is about, where it is about one"),
});

export const QUESTION_TOOLS: readonly Tool[] = [
  tool<z.infer<typeof askInput>, Captured>({
    name: "ask",
    title: "Ask the owner",
    description:
      "Ask what only the owner can answer and what blocks your work. It looks first: decision known names what answers it, and nothing is asked. Otherwise it waits for a person, who answers at a terminal; go on with what can be undone. An error with the code too-many-questions lists what waits already.",
    profile: "full",
    input: askInput,
    output: capturedSchema,
    annotations: ADDS,
    async act(ctx, input) {
      const { ask } = await import("../questions/ask.js");
      return await ask(ctx, defined(input));
    },
    text: (captured) => capturedText(captured, PLAIN),
  }),
];
