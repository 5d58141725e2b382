import { command } from "../command/command.js";
import { contact } from "../command/contact-flag.js";
import { argument, flag, text } from "../command/input.js";

/** What may become of an entry, each a flag. */
const ACTIONS = {
  approve: "agents may be shown it, and it may become a rule",
  reject: "it stays in the tree and is not used",
  exception: "it was right once, and is not used",
  sensitive: "it may not be shown; its id stays",
  reopen: "takes back what was said of it: it stands as it came",
} as const;

export const review = command({
  name: "review",
  group: "you",
  place: 7,
  summary: "decide what waits for you, one screen each",
  examples: {
    "tenet review": "at a terminal: one at a time, each with its evidence",
    'tenet review k7q2x --reject --reason "hearsay"': "at a terminal: one entry",
  },
  input: {
    ref: argument("[id]", "one entry; at a terminal everything that waits unless named"),
    list: flag("only list what waits, as it does off a terminal"),
    approve: flag(ACTIONS.approve),
    reject: flag(ACTIONS.reject),
    exception: flag(ACTIONS.exception),
    sensitive: flag(ACTIONS.sensitive),
    reopen: flag(ACTIONS.reopen),
    contact: contact("what waits of this contact, and nothing else"),
    private: flag("with --contact: also what is private of them"),
    type: text("<type>", "the entries of this type that wait"),
    reason: text("<text>", "why it was decided so: kept as a decision of its own"),
  },
  output: async () => (await import("./review-schemas.js")).reviewSchema,
  run: async (call, { ref, ...flags }) =>
    await (await import("./review.terminal.js")).review(call, ref, flags, ACTIONS),
  async view(data) {
    const { queueOutline, reviewedOutline, roundOutline } = await import("./review-outline.js");
    if ("queue" in data) return queueOutline(data);
    return "decided" in data ? roundOutline(data) : reviewedOutline(data);
  },
});
