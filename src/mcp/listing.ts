/** The table of tools as clients are shown it. */
import type { ListToolsResult } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { ToolProfile } from "../serving.js";
import { toolsOf } from "./tools.js";

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
