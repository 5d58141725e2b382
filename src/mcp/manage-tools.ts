/** The tool that lists, changes and takes back what is remembered. */
import * as z from "zod";
import { capturedSchema } from "../capture/capture-schemas.js";
import { capturedText } from "../capture/capture-text.js";
import type { Captured } from "../capture/policy/captured.js";
import type { Context } from "../context.js";
import { BASES, CATEGORIES, SCOPES } from "../entry/entry-schema.js";
import { TenetError } from "../errors.js";
import type { ForgottenMemories } from "../recall/forget-memories.js";
import type { ListedMemories } from "../recall/memories.js";
import { forgottenMemoriesText, memoriesText } from "../recall/memories-text.js";
import { forgottenMemoriesSchema, listedMemoriesSchema } from "../recall/recall-schemas.js";
import { PLAIN } from "../text/paint.js";
import { fieldsOf, ref } from "./fields.js";
import { CHANGES, type Tool, tool } from "./tool.js";

const ACTIONS = ["list", "update", "delete", "forget_all"] as const;

const manageInput = z.strictObject({
  action: z.enum(ACTIONS).describe("list; update or delete one, by its id; forget_all is for people"),
  id: ref.optional().describe("update, delete: the memory, by its id or the last five characters of it"),
  content: fieldsOf("memory", { content: "" }).content.optional().describe("update: what holds now, in one sentence"),
  category: z.enum(CATEGORIES).optional().describe("list: only these; update: if that changes, too"),
  source: z.enum(BASES).optional().describe("update: how the new words became known"),
  key: fieldsOf("memory", { key: "update: a name for what it is about" }).key,
  scope: z.enum(SCOPES).optional().describe("list: only of this scope"),
  limit: z.int().min(1).max(200).optional().describe("list: at most so many (default: 20)"),
  reason: z.string().trim().min(1).max(500).optional().describe("delete: why, for whoever looks at it later"),
});
type ManageInput = z.infer<typeof manageInput>;

interface Managed extends Partial<ListedMemories> {
  action: (typeof ACTIONS)[number];
  updated?: Captured;
  forgotten?: ForgottenMemories;
}

const managedSchema = z.strictObject({
  action: z.enum(ACTIONS),
  ...listedMemoriesSchema.partial().shape,
  updated: capturedSchema.optional().describe("the new version; superseded names the old one"),
  forgotten: forgottenMemoriesSchema.optional(),
});

/** Arguments that belong to an action besides itself. */
const TAKES: Readonly<Record<ManageInput["action"], readonly (keyof ManageInput)[]>> = {
  list: ["category", "scope", "limit"],
  update: ["id", "content", "category", "source", "key"],
  delete: ["id", "reason"],
  forget_all: ["scope", "reason"],
};
const NEEDS: Readonly<Partial<Record<ManageInput["action"], readonly (keyof ManageInput)[]>>> = {
  update: ["id", "content"],
  delete: ["id"],
};

/** What belongs to another action may be a mistake that costs something: it is refused. */
function checkTogether({ action, ...rest }: ManageInput): void {
  const stated = Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const missing = (NEEDS[action] ?? []).filter((name) => !stated.includes(name));
  const stray = stated.filter((name) => !(TAKES[action] as readonly string[]).includes(name));
  if (missing.length + stray.length === 0) return;
  const problems = [
    ...missing.map((name) => `${name} is missing`),
    ...stray.map((name) => `${name} does not belong to ${action}`),
  ];
  throw new TenetError(problems.join("; "), {
    failure: "usage",
    code: "wrong-arguments",
    hint: `${action} takes: ${TAKES[action].join(", ")}.`,
    details: { problems, takes: TAKES[action] },
  });
}

async function manage(ctx: Context, input: ManageInput): Promise<Managed> {
  checkTogether(input);
  const { action, id = "", content = "", category, source, key, scope, limit, reason } = input;
  switch (action) {
    case "list": {
      const { memories } = await import("../recall/memories.js");
      const filter = {
        ...(category === undefined ? {} : { category }),
        ...(scope === undefined ? {} : { scope }),
        ...(limit === undefined ? {} : { limit }),
      };
      return { action, ...(await memories(ctx, filter)) };
    }
    case "update": {
      const { updateMemory } = await import("../recall/update.js");
      return { action, updated: await updateMemory(ctx, { ref: id, content, category, source, key }) };
    }
    default: {
      const { forgetMemories } = await import("../recall/forget-memories.js");
      const what = action === "delete" ? { refs: [id] } : { refs: [], all: true, scope };
      return { action, forgotten: await forgetMemories(ctx, { ...what, reason }) };
    }
  }
}

async function managedText({ memories, total = 0, updated, forgotten }: Managed): Promise<string> {
  if (updated !== undefined) return capturedText(updated, PLAIN);
  if (forgotten !== undefined) return forgottenMemoriesText(forgotten, PLAIN);
  if (memories === undefined || memories.length === 0) return "Nothing is remembered.\n";
  const more = total - memories.length;
  return `${await memoriesText({ memories, total }, PLAIN)}${more > 0 ? `and ${more} more\n` : ""}`;
}

export const MANAGE_TOOLS: readonly Tool[] = [
  tool<ManageInput, Managed>({
    name: "manage_memory",
    title: "List, update or delete memories",
    description:
      "List what is remembered (by use, then newest, 20 unless told), update one that has changed, or delete one that a person asks you to delete. Update and delete take the id of a memory; update keeps the old version as history and names it, delete only stops using it, and a person can take that back. What people said themselves, and forgetting everything, is for people: the answer is then an error with the code needs-person, and the next step is to ask them.",
    profile: "memory",
    input: manageInput,
    output: managedSchema,
    annotations: CHANGES,
    act: manage,
    text: managedText,
  }),
];
