import { command } from "../command/command.js";
import { contact, contextAbout } from "../command/contact-flag.js";
import { text, whole } from "../command/input.js";
import { defined } from "../text/defined.js";
import type { EntryFilter } from "./filter.js";
import { FILTERS } from "./filters.input.js";
import { manageMemory } from "./manage-memory.tool.js";
import type { Listed, ListedMemories } from "./recall-schemas.js";

const USUAL = 50;

/** What selects memories alone. */
interface OfMemories {
  category: string | undefined;
  group: string | undefined;
  asOf: string | undefined;
}

/**
 * Memories by themselves are listed as what is remembered: of this workspace and of its user, pinned and most used first. A
 * filter that other entries have as well makes it the list of entries.
 */
async function isAboutMemories({ type, scope: _, ...others }: EntryFilter, flags: OfMemories, words?: string) {
  if (Object.values(flags).some((value) => value !== undefined)) return true;
  const { typeOf } = await import("./filter.js");
  return typeOf(type) === "memory" && words === undefined && Object.keys(others).length === 0;
}

export const list = command({
  name: "list",
  group: "look",
  place: 2,
  summary: "list live entries, newest first; with --status also the others",
  examples: {
    "tenet list": "the newest 50",
    "tenet list --type correction --since 7d": "corrections of the last week",
    "tenet list --type memory": "what is remembered, of this project and of you, by use",
    "tenet list --status superseded": "what no longer counts",
    'tenet list --text "lockfile ci" --by bridget': "what says all of these words, and who said it",
    "tenet list --limit 1000 --json": "for a program",
  },
  input: {
    ...FILTERS,
    contact: contact("also what is known of this contact; of memories, that alone"),
    text: text("<words>", "what says all of these words"),
    category: text("<category>", "of memories: preference, pattern, correction, fact, instruction or convention"),
    group: text("<name>", "of memories: those of this file in memory/facts"),
    asOf: text("<date>", "of memories, with --contact: what held then"),
    limit: whole("<n>", "at most so many; there is no upper bound (default: 50; of memories 20)"),
  },
  call: ({ type }) =>
    type === "memory"
      ? { tool: "manage_memory", args: { action: "list" } }
      : { tool: "recall_memories", args: { query: "<words of it>" } },
  output: async () => {
    const { listedSchema, listedMemoriesSchema } = await import("./recall-schemas.js");
    return [listedSchema, listedMemoriesSchema.describe("of memories")];
  },
  tools: [manageMemory],
  async run(
    call,
    { text: words, limit, category, group, asOf, contact: about, ...filters },
  ): Promise<Listed | ListedMemories> {
    const ctx = await contextAbout(call, { contact: about });
    const filter = defined(filters);
    if (!(await isAboutMemories(filter, { category, group, asOf }, words))) {
      const { list: listEntries } = await import("./list.js");
      return await listEntries(ctx, { ...filter, limit: limit ?? USUAL, ...defined({ text: words }) });
    }
    const { memories } = await import("./memories.js");
    const answer = await memories(ctx, defined({ category, group, asOf, limit, scope: filter.scope }));
    if (answer.total === 0 && answer.unread === undefined)
      call.warn("Nothing is remembered that matches. tenet remember keeps a fact.");
    return answer;
  },
  async view(data) {
    const { listOutline, memoriesOutline } = await import("./entries-outline.js");
    return "memories" in data ? memoriesOutline(data) : listOutline(data);
  },
});
