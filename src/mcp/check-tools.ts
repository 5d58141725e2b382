/** The tool that looks through files for what corrections and insights forbid; of the profile `full`. */
import * as z from "zod";
import { type Checked, checkedSchema } from "../check/check-schemas.js";
import { checkText } from "../check/check-text.js";
import { defined } from "../text/defined.js";
import { PLAIN } from "../text/paint.js";
import { ADDS, type Tool, tool } from "./tool.js";

const checkInput = z.strictObject({
  paths: z.array(z.string().min(1)).max(500).default([]).describe("files and folders, from the top of the workspace"),
  staged: z.boolean().default(false).describe("what is staged, as it is staged"),
  since: z.string().min(1).optional().describe("what changed since this revision"),
  all: z.boolean().default(false).describe("every file that git tracks"),
});

export const CHECK_TOOLS: readonly Tool[] = [
  tool<z.infer<typeof checkInput>, Checked>({
    name: "check",
    title: "Look for what learnings forbid",
    description:
      "Look through files for what corrections and insights forbid, before you commit: by default what changed against HEAD. Each hit names file, line, entry and what is to stand there. It notes which corrections were kept to.",
    profile: "full",
    input: checkInput,
    output: checkedSchema,
    annotations: { ...ADDS, idempotentHint: true },
    async act(ctx, { paths, staged, since, all }) {
      const { check } = await import("../check/check.js");
      return await check(ctx, { paths, staged, all, ...defined({ since }) });
    },
    text: (data) => checkText(data, PLAIN),
  }),
];
