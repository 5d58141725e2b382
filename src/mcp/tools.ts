/** Every tool, as one table, and as clients are shown it. A new one is a row in its file. */

import type { ListToolsResult } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { ToolProfile } from "../context.js";
import { LEARNING_TOOLS } from "./learning-tools.js";
import { MEMORY_TOOLS } from "./memory-tools.js";
import type { Tool } from "./tool.js";

const TOOLS: readonly Tool[] = [...MEMORY_TOOLS, ...LEARNING_TOOLS];

/** The tools of a profile, in the order in which they are listed. */
export function toolsOf(profile: ToolProfile): readonly Tool[] {
  return TOOLS.filter((tool) => profile === "full" || tool.profile === "memory");
}

type JsonObject = ListToolsResult["tools"][number]["inputSchema"];

const asJsonSchema = (schema: z.ZodType, io: "input" | "output"): JsonObject =>
  z.toJSONSchema(schema, { io, unrepresentable: "any" }) as JsonObject;

const said = z.array(z.string()).describe("what else is worth knowing about this answer");

/** Every tool of a profile with the schemas of its arguments and of its answer. */
export function listedTools(profile: ToolProfile): ListToolsResult {
  return {
    tools: toolsOf(profile).map(({ name, title, description, input, output, annotations }) => ({
      name,
      title,
      description,
      inputSchema: asJsonSchema(input, "input"),
      outputSchema: asJsonSchema(output.extend({ warnings: said }), "output"),
      annotations: { title, ...annotations },
    })),
  };
}
