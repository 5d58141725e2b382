import { command } from "../command/command.js";
import { contact, contextAbout } from "../command/contact-flag.js";
import { argument, choice, flag, text } from "../command/input.js";
import { ADDS, tool } from "../command/tool.js";
import { wrongUsage } from "../errors.js";
import { defined } from "../text/defined.js";

const RESULTS = ["cited", "worked", "failed"] as const;

const markUse = tool({
  name: "used",
  title: "Say that an entry was of use",
  place: 3,
  full: true,
  description:
    "Say that you relied on an entry that was recalled, and whether acting on it worked. Entries that prove themselves over several sessions become rules; ones that fail are looked at again. Counted once a session.",
  hints: ADDS,
  keys: ["id", "result", "note", "contact"],
  input: { result: choice("<result>", "worked or failed if you acted on it, else cited (default)", RESULTS) },
  given: ({ result, ...entry }) => ({ ...entry, ...(result && result !== "cited" && { [result]: true }) }),
});

export const used = command({
  name: "used",
  group: "capture",
  place: 7,
  summary: "say that an entry was of use, and whether it worked",
  examples: {
    "tenet used k7q2x --worked": "acting on it worked",
    'tenet used k7q2x --failed --note "the flag is gone"': "it did not",
  },
  input: {
    id: argument("<id>", "the entry that was of use"),
    contact: contact("the contact it is about"),
    worked: flag("acting on it worked"),
    failed: flag("acting on it did not work"),
    note: text("<text>", "what happened"),
  },
  output: async () => (await import("./due/loop-schemas.js")).usedSchema,
  tools: [markUse],
  async run(call, { id: ref, contact: about, worked, failed, note }) {
    if (worked && failed) throw wrongUsage("--worked and --failed exclude each other", "State one.");
    const result = worked ? ("worked" as const) : failed ? ("failed" as const) : undefined;
    const { markUsed } = await import("./used.js");
    const ctx = await contextAbout(call, { contact: about }, { private: true });
    return await markUsed(ctx, { ref, ...defined({ result, note }) });
  },
  view: async (data) => (await import("./due/loop-outline.js")).usedOutline(data),
});
