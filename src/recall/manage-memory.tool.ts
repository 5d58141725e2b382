/** The tool `manage_memory`: lists, updates and deletes memories. Declared with `list`. */
import * as z from "zod";
import type { Captured } from "../capture/capture-schemas.js";
import type { Call } from "../command/call.js";
import { contact, contextAbout } from "../command/contact-flag.js";
import { argument, choice, text, type Values, whole } from "../command/input.js";
import { CHANGES, tool, wrongArguments } from "../command/tool.js";
import { BASES, CATEGORIES, SCOPES, STATED_CATEGORIES } from "../entry/words.js";
import type { Forgotten } from "../forget/forget-schemas.js";
import { next, type Worded } from "../steps.js";
import { defined } from "../text/defined.js";
import { line, type View } from "../text/outline/outline.js";
import type { ListedMemories } from "./recall-schemas.js";

/** The arguments of each action; those it cannot do without are marked. */
const TAKES = {
  list: ["category", "scope", "limit"],
  update: ["memory_id!", "updates!"],
  delete: ["memory_id!", "reason"],
  forget_all: ["scope", "reason"],
} as const;
type Action = keyof typeof TAKES;

/** What `save_memory` takes of them. */
const updates = z
  .strictObject({
    content: z.string().min(1),
    category: z.enum(STATED_CATEGORIES),
    source: z.enum(BASES),
    key: z.string().min(1),
    confidence: z.number(),
    context: z.string().min(1),
    paths: z.array(z.string()),
  })
  .partial();

const input = {
  action: z.enum(Object.keys(TAKES) as Action[]).meta({ description: "forget_all is for people" }),
  memory_id: argument("[memory]", "update, delete: its id, or the end of it"),
  updates: updates.optional().meta({ description: "update: what changes, as save_memory takes it" }),
  category: choice("<category>", "list: only these", CATEGORIES),
  scope: choice("<scope>", "list: only this scope", SCOPES),
  limit: whole("<n>", "list: 1 to 200; 20", { least: 1, most: 200 }),
  reason: text("<text>", "delete: why"),
  contact: contact("the contact they are about"),
};

/** What an action did. */
interface Managed extends Partial<ListedMemories> {
  action: Action;
  /** The new version; `superseded` names the old one. */
  updated?: Captured;
  forgotten?: Forgotten;
}

/** Refuses arguments of another action: such a mistake may cost something. */
function checkTogether({ action, contact: _, ...rest }: Values<typeof input>): void {
  const takes = TAKES[action].map((name) => name.replace("!", ""));
  const statedNames = Object.keys(defined(rest));
  const missing = TAKES[action].flatMap((name) =>
    name.endsWith("!") && !statedNames.includes(name.slice(0, -1)) ? [`${name.slice(0, -1)} is missing`] : [],
  );
  const stray = statedNames.flatMap((name) => (takes.includes(name) ? [] : [`${name} does not belong to ${action}`]));
  const problems = [...missing, ...stray];
  if (problems.length > 0) throw wrongArguments(problems, `${action} takes`, takes);
}

async function manage(call: Call, stated: Values<typeof input>): Promise<Managed> {
  checkTogether(stated);
  const { action, memory_id: ref = "", updates: changes = {}, category, scope, limit, reason } = stated;
  const ctx = await contextAbout(call, stated);
  if (action === "list") {
    const { memories } = await import("./memories.js");
    return { action, ...(await memories(ctx, defined({ category, scope, limit }))) };
  }
  if (action === "update") {
    const { updateMemory } = await import("../review/change-memories.js");
    const { context, ...words } = changes;
    const { groupNamed } = await import("../store/contacts/fact-groups.js");
    const group = context === undefined ? undefined : await groupNamed(ctx, context);
    return { action, updated: await updateMemory(ctx, { ref, ...words, group }) };
  }
  const { requirePerson } = await import("../store/profile/people-only.js");
  if (action === "forget_all") await requirePerson(ctx, "forgetting all memories", false, SINGLE_ONES);
  const { memoryNamed } = await import("../store/home.js");
  const { id } = await memoryNamed(ctx, ref, next("Other entries are forgotten with:", "forget", { refs: ["<id>"] }));
  const { forget } = await import("../forget/forget.js");
  return { action, forgotten: await forget(ctx, { refs: [id], taking: "forget", reason }) };
}

const SINGLE_ONES = next("Forget single ones by their ids. They are listed by:", "list", { type: "memory" });

async function managedView({ memories, total = 0, updated, forgotten }: Worded<Managed>): Promise<View> {
  if (updated !== undefined) return (await import("../capture/capture-outline.js")).capturedOutline(updated);
  if (forgotten !== undefined) return (await import("../forget/forget-outline.js")).forgetOutline(forgotten);
  const { memoriesOutline } = await import("./entries-outline.js");
  if (memories === undefined || memories.length === 0) return "Nothing is remembered.\n";
  const hiddenCount = total - memories.length;
  return [...memoriesOutline({ memories, total }), ...(hiddenCount > 0 ? [line(`and ${hiddenCount} more`)] : [])];
}

export const manageMemory = tool({
  name: "manage_memory",
  title: "Manage memories",
  place: 6,
  description:
    "List memories, update one that has changed, or delete one that a person asks you to delete. The old version stays as history; a person can take a deletion back.",
  hints: CHANGES,
  input,
  run: manage,
  view: managedView,
});
