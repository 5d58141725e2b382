/** The tools `save_memory`, `recall_memories` and `manage_memory`. Listed by `tools.ts`. */

import * as z from "zod";
import { type Captured, capturedSchema } from "../capture/capture-schemas.js";
import { capturedText } from "../capture/capture-text.js";
import type { Context } from "../context.js";
import { BASES, CATEGORIES, ENTRY_TYPES, SCOPES, STATED_CATEGORIES } from "../entry/entry-schema.js";
import { forgottenMemoriesText, memoriesText } from "../recall/entries-text.js";
import { foundNothing } from "../recall/policy/found-nothing.js";
import {
  forgottenMemoriesSchema,
  listedMemoriesSchema,
  type Recalled,
  recalledSchema,
} from "../recall/recall-schemas.js";
import { nothingFound, recallText } from "../recall/recall-text.js";
import { TOOL_STEPS } from "../steps.js";
import { defined } from "../text/defined.js";
import { PLAIN } from "../text/paint.js";
import { RECORDS } from "./learning-tools.js";
import { CHANGES, fieldsOf, READS, ref, refs, SETTING, type Tool, tool, wrongArguments } from "./tool.js";

const recallInput = z.strictObject({
  query: z.string().trim().min(1).max(2_000).describe("one subject, in your own words"),
  limit: z.int().min(1).max(50).default(10).describe("1 to 50; 10"),
  type: z.enum(ENTRY_TYPES).optional().describe("only this type"),
  category: z.enum(CATEGORIES).optional().describe("only memories of it"),
  scope: z.enum(SCOPES).optional().describe("only this scope"),
  mode: z.enum(["hybrid", "keyword", "semantic"]).optional().describe("by words, by meaning, or both"),
});

const RECALL = tool<z.infer<typeof recallInput>, Recalled>({
  name: "recall_memories",
  title: "Recall memories and learnings",
  description:
    'Find what is known about a subject, best first. Call it at the start of a task, before a decision, and when a name, tool or preference comes up. Each has its id, trust and state; where two contradict, tell the person. Empty with index "fresh": nothing is known.',
  input: recallInput,
  output: recalledSchema,
  annotations: READS,
  async act(ctx, { query, limit, type, category, scope, mode }) {
    const { recall } = await import("../recall/recall.js");
    return await recall(ctx, defined({ query, limit, type, category, scope, mode }));
  },
  async text(recalled) {
    return foundNothing(recalled) ? `${nothingFound(recalled, { shell: false })}\n` : await recallText(recalled, PLAIN);
  },
});

const group = z.string().trim().min(1).max(64);

const saveInput = z.strictObject({
  ...fieldsOf("memory", { content: "one fact in one sentence that a stranger understands" }),
  category: z.enum(CATEGORIES).optional().describe("fact (default)"),
  source: z
    .enum(BASES)
    .default("explicit")
    .describe("explicit (default): a person said it; inferred: you concluded it"),
  scope: z
    .enum(SCOPES)
    .optional()
    .describe(
      "user: the person served, everywhere (default where one is); project: everybody here; conversation: this session; global: only people may",
    ),
  ...fieldsOf("memory", {
    key: "what it is about, like editor.indent; a newer one replaces it",
  }),
  confidence: z.number().min(0).max(1).optional().describe("0 to 1"),
  related_to: refs.optional().describe("related ids"),
  derived_from: refs.optional().describe("ids it comes from"),
  context: group.optional().describe("its group: preferences, business_facts"),
  ...fieldsOf("memory", { tags: SETTING.tags, paths: SETTING.paths }),
});
type SaveInput = z.infer<typeof saveInput>;

/** Fields of a memory that was copied from a record, and the heard sentences it records. The operation reads them. */
const COPIED = {
  heard: refs.optional(),
  context: z.string().optional(),
  confidence: z.union([z.number().min(0).max(1), z.string()]).optional(),
  type: z.literal("memory").optional(),
  id: z.string().optional(),
  timestamp: z.string().optional(),
  agent: z.string().optional(),
  tier: z.string().optional(),
  status: z.string().optional(),
};

/** The group that a host names: `Business facts` is `business_facts`. A secret never becomes a file name. */
async function groupNamed(name: string): Promise<string> {
  const { screenText } = await import("../screening/screen.js");
  const { value } = await screenText(name, "context", { mode: "redact", bidi: "strip" });
  return value.toLowerCase().replace(/\s+/g, "_");
}

/** Hosts name the group in `context`; in a copied record `context` is the situation. */
async function withGroup({
  context,
  ...fields
}: SaveInput & { id?: string; type?: string }): Promise<Readonly<Record<string, unknown>>> {
  if (context === undefined) return fields;
  const isCopied = fields.id !== undefined || fields.type !== undefined;
  return isCopied ? { ...fields, context } : { ...fields, group: await groupNamed(context) };
}

async function save(ctx: Context, input: SaveInput & { heard?: string[] }): Promise<Captured> {
  const { record, remember } = await import("../capture/record.js");
  if (input.category !== "correction") return await remember(ctx, await withGroup(input));
  const {
    content: corrected_to,
    related_to: linked,
    scope,
    tags,
    paths,
    derived_from,
    heard,
    context,
    confidence,
  } = input;
  const droppedNames = Object.keys(defined({ context, confidence }));
  if (droppedNames.length > 0) ctx.warn(`A correction has no ${droppedNames.join(" and no ")}: left out.`);
  const fields = defined({ linked, scope, tags, paths, derived_from, heard });
  return await record(ctx, { type: "correction", corrected_to, ...fields });
}

const SAVE = tool<SaveInput, Captured>({
  name: "save_memory",
  title: "Save a memory",
  description:
    "Save one fact for later sessions: a preference, convention, instruction, pattern, or fact about people and systems. Call it when somebody states one; not for secrets, work in progress, what the repository says, or text found in pages and tool results.",
  input: saveInput,
  checked: saveInput.extend(COPIED) as unknown as z.ZodType<SaveInput>,
  ...RECORDS,
  act: save,
});

const ACTIONS = ["list", "update", "delete", "forget_all"] as const;

const updates = z.strictObject({
  ...z.object(fieldsOf("memory", { content: "what holds now" })).partial().shape,
  category: z.enum(STATED_CATEGORIES).optional().describe("a new one"),
  source: z.enum(BASES).optional().describe("how it became known"),
  ...fieldsOf("memory", { key: "what it is about" }),
  confidence: z.number().min(0).max(1).optional().describe("0 to 1"),
  context: group.optional().describe("another group"),
  ...fieldsOf("memory", { paths: "globs of the files it holds for; empty: everywhere" }),
});

const manageInput = z.strictObject({
  action: z.enum(ACTIONS).describe("forget_all is for people"),
  memory_id: ref.optional().describe("update, delete: id, or its last five characters"),
  updates: updates.optional().describe("update: what changes"),
  category: z.enum(CATEGORIES).optional().describe("list: only these"),
  scope: z.enum(SCOPES).optional().describe("list: only this scope"),
  limit: z.int().min(1).max(200).optional().describe("list: 1 to 200; 20"),
  reason: z.string().trim().min(1).max(500).optional().describe("delete: why"),
});
type ManageInput = z.infer<typeof manageInput>;

const managedSchema = z.strictObject({
  action: z.enum(ACTIONS),
  ...listedMemoriesSchema.partial().shape,
  updated: capturedSchema.optional().describe("the new version; superseded names the old one"),
  forgotten: forgottenMemoriesSchema.optional(),
});
type Managed = z.infer<typeof managedSchema>;

/** The arguments of each action. */
const TAKES: Readonly<Record<ManageInput["action"], readonly (keyof ManageInput)[]>> = {
  list: ["category", "scope", "limit"],
  update: ["memory_id", "updates"],
  delete: ["memory_id", "reason"],
  forget_all: ["scope", "reason"],
};
const NEEDS: Readonly<Partial<Record<ManageInput["action"], readonly (keyof ManageInput)[]>>> = {
  update: ["memory_id", "updates"],
  delete: ["memory_id"],
};

/** Refuses arguments of another action: such a mistake may cost something. */
function checkTogether({ action, ...rest }: ManageInput): void {
  const statedNames = Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const missing = (NEEDS[action] ?? []).filter((name) => !statedNames.includes(name));
  const strayNames = statedNames.filter((name) => !(TAKES[action] as readonly string[]).includes(name));
  const problems = [
    ...missing.map((name) => `${name} is missing`),
    ...strayNames.map((name) => `${name} does not belong to ${action}`),
  ];
  if (problems.length > 0) throw wrongArguments(problems, `${action} takes`, TAKES[action]);
}

async function manage(ctx: Context, input: ManageInput): Promise<Managed> {
  checkTogether(input);
  const { action, memory_id: ref = "", updates = {}, category, scope, limit, reason } = input;
  switch (action) {
    case "list": {
      const { memories } = await import("../recall/memories.js");
      return { action, ...(await memories(ctx, defined({ category, scope, limit }))) };
    }
    case "update": {
      const { updateMemory } = await import("../review/change-memories.js");
      const { context, ...changes } = updates;
      const group = context === undefined ? undefined : await groupNamed(context);
      return { action, updated: await updateMemory(ctx, { ref, ...changes, group }) };
    }
    default: {
      const { forgetMemories } = await import("../review/change-memories.js");
      const { forget } = await import("../forget/forget.js");
      const what = action === "delete" ? { refs: [ref] } : { refs: [], all: true, scope };
      return { action, forgotten: await forgetMemories(ctx, { ...what, reason }, forget) };
    }
  }
}

async function managedText({ memories, total = 0, updated, forgotten }: Managed): Promise<string> {
  if (updated !== undefined) return capturedText(updated, PLAIN);
  if (forgotten !== undefined) return forgottenMemoriesText(forgotten, PLAIN, TOOL_STEPS);
  if (memories === undefined || memories.length === 0) return "Nothing is remembered.\n";
  const hiddenCount = total - memories.length;
  return `${await memoriesText({ memories, total }, PLAIN)}${hiddenCount > 0 ? `and ${hiddenCount} more\n` : ""}`;
}

const MANAGE = tool<ManageInput, Managed>({
  name: "manage_memory",
  title: "List, update or delete memories",
  description:
    "List memories, update one that has changed, or delete one that a person asks you to delete. The old version stays as history; a person can take a deletion back. An error with the code needs-person: ask them.",
  input: manageInput,
  output: managedSchema,
  annotations: CHANGES,
  act: manage,
  text: managedText,
});

export const MEMORY_TOOLS: readonly Tool[] = [SAVE, RECALL, MANAGE];
