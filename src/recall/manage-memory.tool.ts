/** The tool `manage_memory`: lists, updates and deletes memories. Declared with `list`. */
import type * as z from "zod";
import type { Captured } from "../capture/capture-schemas.js";
import { CHANGES, type ToolKit, tool, wrongArguments } from "../command/tool.js";
import type { Context } from "../context.js";
import { BASES, CATEGORIES, SCOPES, STATED_CATEGORIES } from "../entry/words.js";
import type { Worded } from "../steps.js";
import { defined } from "../text/defined.js";
import { line, type View } from "../text/outline/outline.js";
import type { ForgottenMemories, ListedMemories } from "./recall-schemas.js";

const ACTIONS = ["list", "update", "delete", "forget_all"] as const;
type Action = (typeof ACTIONS)[number];

const updatesSchema = ({ z, fieldsOf }: ToolKit) =>
  z.strictObject({
    ...z.object(fieldsOf("memory", { content: "what holds now" })).partial().shape,
    category: z.enum(STATED_CATEGORIES).optional().describe("a new one"),
    source: z.enum(BASES).optional().describe("how it became known"),
    ...fieldsOf("memory", { key: "what it is about" }),
    confidence: z.number().min(0).max(1).optional().describe("0 to 1"),
    context: z.string().trim().min(1).max(64).optional().describe("another group"),
    ...fieldsOf("memory", { paths: "globs of the files it holds for; empty: everywhere" }),
  });

const inputSchema = (kit: ToolKit) =>
  kit.z.strictObject({
    action: kit.z.enum(ACTIONS).describe("forget_all is for people"),
    memory_id: kit.ref.optional().describe("update, delete: id, or its last five characters"),
    updates: updatesSchema(kit).optional().describe("update: what changes"),
    category: kit.z.enum(CATEGORIES).optional().describe("list: only these"),
    scope: kit.z.enum(SCOPES).optional().describe("list: only this scope"),
    limit: kit.z.int().min(1).max(200).optional().describe("list: 1 to 200; 20"),
    reason: kit.z.string().trim().min(1).max(500).optional().describe("delete: why"),
  });
type ManageInput = z.infer<ReturnType<typeof inputSchema>>;

/** What an action did. */
interface Managed extends Partial<ListedMemories> {
  action: Action;
  /** The new version; `superseded` names the old one. */
  updated?: Captured;
  forgotten?: ForgottenMemories;
}

/** The arguments of each action. */
const TAKES: Readonly<Record<Action, readonly (keyof ManageInput)[]>> = {
  list: ["category", "scope", "limit"],
  update: ["memory_id", "updates"],
  delete: ["memory_id", "reason"],
  forget_all: ["scope", "reason"],
};
const NEEDS: Readonly<Partial<Record<Action, readonly (keyof ManageInput)[]>>> = {
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
      const { memories } = await import("./memories.js");
      return { action, ...(await memories(ctx, defined({ category, scope, limit }))) };
    }
    case "update": {
      const [{ updateMemory }, { groupNamed }] = await Promise.all([
        import("../review/change-memories.js"),
        import("../store/contacts/fact-groups.js"),
      ]);
      const { context, ...changes } = updates;
      const group = context === undefined ? undefined : await groupNamed(ctx, context);
      return { action, updated: await updateMemory(ctx, { ref, ...changes, group }) };
    }
    default: {
      const [{ forgetMemories }, { forget }] = await Promise.all([
        import("../review/change-memories.js"),
        import("../forget/forget.js"),
      ]);
      const what = action === "delete" ? { refs: [ref] } : { refs: [], all: true, scope };
      return { action, forgotten: await forgetMemories(ctx, { ...what, reason }, forget) };
    }
  }
}

async function managedView({ memories, total = 0, updated, forgotten }: Worded<Managed>): Promise<View> {
  if (updated !== undefined) return (await import("../capture/capture-outline.js")).capturedOutline(updated);
  const { forgottenMemoriesOutline, memoriesOutline } = await import("./entries-outline.js");
  if (forgotten !== undefined) return forgottenMemoriesOutline(forgotten);
  if (memories === undefined || memories.length === 0) return "Nothing is remembered.\n";
  const hiddenCount = total - memories.length;
  return [...memoriesOutline({ memories, total }), ...(hiddenCount > 0 ? [line(`and ${hiddenCount} more`)] : [])];
}

export const manageMemory = tool({
  name: "manage_memory",
  title: "List, update or delete memories",
  place: 6,
  description:
    "List memories, update one that has changed, or delete one that a person asks you to delete. The old version stays as history; a person can take a deletion back. An error with the code needs-person: ask them.",
  hints: CHANGES,
  input: inputSchema,
  act: manage,
  text: managedView,
});
