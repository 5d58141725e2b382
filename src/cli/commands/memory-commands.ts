import type { CommandRow } from "../command-row.js";

/** Commands about memories: single facts, apart from what was learned. */
export const MEMORY_COMMANDS: readonly CommandRow[] = [
  {
    name: "remember",
    group: "capture",
    summary: "keep one fact: a preference, a convention, how things are here",
    examples: [
      { call: 'tenet remember "Indent Go with tabs" --category convention', says: "for this project" },
      {
        call: 'tenet remember "Answer in short sentences" --category preference --scope user',
        says: "about you, in every workspace",
      },
      {
        call: 'tenet remember "The staging limit is 60 requests a minute" --category fact --key staging.limit',
        says: "of two facts with one key the newer counts",
      },
    ],
    load: async () => (await import("./remember.js")).rememberCommand,
  },
  {
    name: "memories",
    group: "recall",
    summary: "list what is remembered, change it, or forget it",
    examples: [
      { call: "tenet memories", says: "by use, then newest" },
      { call: 'tenet memories update k7q2x "Indent Go with tabs, YAML with spaces"', says: "a new version" },
      { call: "tenet memories forget k7q2x", says: "no longer used; stays in its file" },
    ],
    load: async () => (await import("./memories.js")).memoriesCommand,
  },
];
