import { command } from "../command/command.js";
import { contact, contextAbout, privateAsked } from "../command/contact-flag.js";
import { FILTERS } from "../command/filters.js";
import { argument, choice, flag, text, whole } from "../command/input.js";
import { READS, tool } from "../command/tool.js";
import { ENTRY_TYPES } from "../entry/record-types.js";
import { CATEGORIES, SCOPES } from "../entry/words.js";
import { defined } from "../text/defined.js";
import { MOST_RESULTS, USUAL_RESULTS } from "./policy/limits.js";
import type { Recalled } from "./recall-schemas.js";

const MODES = ["hybrid", "keyword"] as const;

const recallMemories = tool({
  name: "recall_memories",
  title: "Recall memories and learnings",
  place: 5,
  description:
    'Find what is known about a subject, best first. Call it at the start of a task, before a decision, and when a name, tool or preference comes up. Each has its id, trust and state; where two contradict, tell the person. Empty with index "fresh": nothing is known.',
  hints: READS,
  input: ({ z }) =>
    z.strictObject({
      query: z.string().trim().min(1).max(2_000).describe("one subject, in your own words"),
      limit: z.int().min(1).max(MOST_RESULTS).default(USUAL_RESULTS).describe(`1 to ${MOST_RESULTS}; ${USUAL_RESULTS}`),
      type: z.enum(ENTRY_TYPES).optional().describe("only this type"),
      category: z.enum(CATEGORIES).optional().describe("only memories of it"),
      scope: z.enum(SCOPES).optional().describe("only this scope"),
      mode: z.enum(MODES).optional().describe("by words and meaning, or by words alone"),
    }),
  async act(ctx, input) {
    const { recall: find } = await import("./recall.js");
    return await find(ctx, defined(input));
  },
  async text(recalled: Recalled) {
    const [{ nothingFound, recallOutline }, { foundNothing }] = await Promise.all([
      import("./recall-outline.js"),
      import("./policy/found-nothing.js"),
    ]);
    return foundNothing(recalled) ? `${nothingFound(recalled, { shell: false })}\n` : await recallOutline(recalled);
  },
});

export const recall = command({
  name: "recall",
  group: "you",
  place: 6,
  aliases: ["search", "find"],
  summary: "find what is known about something, by words and by meaning",
  examples: {
    'tenet recall "lockfile drift in CI"': "the ten nearest entries",
    "tenet recall release pipeline --type correction": "corrections only",
    'tenet recall "npm ci" --mode keyword --json': "by words alone, for a program",
  },
  input: {
    query: argument("<query...>", "what to look for, in your own words"),
    ...FILTERS,
    contact: contact(),
    private: flag("with --contact: also what is private of them"),
    asOf: text("<date>", "with --contact: what held then of them, and nothing else"),
    mode: choice("<mode>", "how to look", MODES),
    limit: whole("<n>", `at most so many, up to ${MOST_RESULTS} (default: ${USUAL_RESULTS})`, {
      least: 1,
      most: MOST_RESULTS,
    }),
  },
  call: ({ query }) => ({ tool: "recall_memories", args: { query: [query].flat().join(" ") } }),
  output: async () => (await import("./recall-schemas.js")).recalledSchema,
  tools: [recallMemories],
  async run(call, { query, asOf, mode, limit, contact, private: isPrivate, ...filter }) {
    const [{ recall: find }, { foundNothing }] = await Promise.all([
      import("./recall.js"),
      import("./policy/found-nothing.js"),
    ]);
    const about = await contextAbout(call, { contact }, { private: privateAsked({ contact, private: isPrivate }) });
    const recalled = await find(about, { ...defined({ ...filter, asOf, mode, limit }), query: query.join(" ") });
    if (foundNothing(recalled)) call.warn((await import("./recall-outline.js")).nothingFound(recalled));
    return recalled;
  },
  view: async (recalled) => (await import("./recall-outline.js")).recallOutline(recalled),
});
