/** The tool for examples: what an agent wrote, and what a person made of it. */
import * as z from "zod";
import { type Captured, capturedSchema } from "../capture/capture-schemas.js";
import { capturedText } from "../capture/capture-text.js";
import { PLAIN } from "../text/paint.js";
import { ADDS, fieldsOf, said, type Tool, tool } from "./tool.js";

const draftInput = z.strictObject({
  ...fieldsOf("edit", {
    context: "what it was an answer to: the request, in a sentence",
    original: "what you wrote, in full",
    final: "what was sent instead; left out: it was rejected outright",
    why: "the reason, in the person's own words",
  }),
  kind: fieldsOf("edit", { kind: "rewrite unless stated; rejected without a final text" }).kind.optional(),
  ...said,
  contact: z.string().min(1).max(64).optional().describe("id of the contact it was written to"),
});

export const EXAMPLE_TOOLS: readonly Tool[] = [
  tool<z.infer<typeof draftInput>, Captured>({
    name: "draft",
    title: "Keep an edit as an example",
    description:
      "Keep what you wrote beside what a person made of it. Call it when a person changed or rejected a text of yours before it was sent; never for your own second thoughts. It comes back in context with a query like the request. Nothing changed is an error; the same edit again is counted.",
    profile: "full",
    input: draftInput,
    output: capturedSchema,
    annotations: ADDS,
    async act(ctx, stated) {
      const { record } = await import("../capture/record.js");
      return await record(ctx, { ...stated, type: "edit" });
    },
    text: (captured) => capturedText(captured, PLAIN),
  }),
];
