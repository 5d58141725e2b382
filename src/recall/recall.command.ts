import * as z from "zod";
import { command } from "../command/command.js";
import { contact, contextAbout } from "../command/contact-flag.js";
import { argument, choice, flag, text, whole } from "../command/input.js";
import { READS, tool } from "../command/tool.js";
import { CATEGORIES } from "../entry/words.js";
import { defined } from "../text/defined.js";
import { FINDS } from "./filters.input.js";
import { MOST_RESULTS, USUAL_RESULTS } from "./policy/limits.js";

const recallMemories = tool({
  name: "recall_memories",
  title: "Recall what is known",
  place: 5,
  description:
    'Find what is known about a subject, best first. Call it at the start of a task, before a decision, and when a name, tool or preference comes up. Each has its id, trust and state; where two contradict, tell the person. Empty with index "fresh": nothing is known.',
  hints: READS,
  keys: ["query", "limit", "type", "category", "scope", "keyword", "contact"],
  input: {
    query: z.string().trim().min(1).max(2_000).meta({ description: "one subject, in your own words" }),
    category: choice("<category>", "only memories of it", CATEGORIES),
  },
  given: ({ query, ...filter }) => ({ query: [query], ...filter }),
});

export const recall = command({
  name: "recall",
  group: "you",
  place: 6,
  summary: "find what is known about something, by words and by meaning",
  examples: {
    'tenet recall "lockfile drift in CI"': "the ten nearest entries",
    "tenet recall release pipeline --type correction": "corrections only",
    'tenet recall "npm ci" --keyword --json': "by words alone, for a program",
  },
  input: {
    query: argument("<query...>", "what to look for, in your own words"),
    ...FINDS,
    contact: contact(),
    private: flag("with --contact: also what is private of them"),
    asOf: text("<date>", "with --contact: what held then of them, and nothing else"),
    keyword: flag("by words alone: fast, without the model"),
    limit: whole("<n>", `at most so many, up to ${MOST_RESULTS} (default: ${USUAL_RESULTS})`, {
      least: 1,
      most: MOST_RESULTS,
    }),
  },
  call: ({ query }) => ({ tool: "recall_memories", args: { query: [query].flat().join(" ") } }),
  output: async () => (await import("./recall-schemas.js")).recalledSchema,
  tools: [recallMemories],
  async run(call, { query, asOf, keyword, limit, contact, private: isPrivate, ...filter }) {
    const [{ recall: find }, { foundNothing }] = await Promise.all([
      import("./recall.js"),
      import("./policy/found-nothing.js"),
    ]);
    const about = await contextAbout(call, { contact, private: isPrivate });
    const mode = keyword && ("keyword" as const);
    const recalled = await find(about, { ...defined({ ...filter, asOf, mode, limit }), query: query.join(" ") });
    if (foundNothing(recalled)) {
      const { nothingFound } = await import("./recall-outline.js");
      call.warn(nothingFound(recalled));
    }
    return recalled;
  },
  view: async (recalled) => (await import("./recall-outline.js")).recallOutline(recalled),
});
