import type { Call } from "../command/call.js";
import { command } from "../command/command.js";
import { contact, contextAbout } from "../command/contact-flag.js";
import { argument, flag, hidden, text, textOrTrue } from "../command/input.js";
import { CHANGES, tool, wrongArguments } from "../command/tool.js";
import { PAIR_ANSWERS } from "../entry/words.js";
import { wrongUsage } from "../errors.js";
import type { Resolution } from "./answering.js";

const WAYS = {
  same: "the same, said again or taken further: one of them is enough",
  replaces: "A holds instead of B",
  exception: "both hold: A is an exception to B",
  unrelated: "neither bears on the other: both stay, and nobody asks again",
  later: "it stays open; ask again then: 5d (default), 2w, a date",
  reopen: "take an answer back: both stand as before, and the pair is open again",
} as const;

/** Words of the version before, and what they are called now. */
const EARLIER_WAYS: Readonly<Record<string, Resolution>> = {
  supersedes: "replaces",
  recurrence: "same",
  both: "unrelated",
};

function wayOf(call: Call, flags: Readonly<Record<string, unknown>>): Resolution {
  const [way, ...more] = Object.keys({ ...WAYS, ...EARLIER_WAYS }).filter((name) => flags[name] !== undefined);
  if (way === undefined || more.length > 0) {
    const ways = Object.entries(WAYS).map(([name, summary]) => `--${name} (${summary})`);
    throw wrongUsage(
      way === undefined ? "which way is not said" : "only one way can be right",
      `Say one of ${ways.join(", ")}.`,
    );
  }
  const now = EARLIER_WAYS[way];
  if (now === undefined) return way as Resolution;
  call.warn(`--${way} is called --${now} now.`);
  return now;
}

const resolveTool = tool({
  name: "resolve",
  title: "Judge two near entries",
  place: 8,
  description:
    "Say what two near entries are to each other, after reading both. Nothing is taken out until you do. About what is trusted more than you it is proposed, and a person decides.",
  hints: CHANGES,
  input({ z }) {
    // The id of an entry, or a line that people wrote.
    const side = z
      .string()
      .max(300)
      .regex(/^(?:[A-Za-z0-9][\w.-]{0,63}|.+#[0-9a-f]{12}|.+:\d+)$/, "not an id or its tail, nor FILE#hash of a line");
    return z.strictObject({
      id: side.describe("what holds, or is the exception; alone: its open pairs"),
      other: side.optional().describe("the other side of the pair: an entry, or FILE#hash of a line"),
      answer: z
        .enum([...PAIR_ANSWERS, "reopen"])
        .describe(
          "same: said again or taken further; replaces: id holds instead of other; exception: id is one to other, both hold; unrelated: neither bears on the other; later: ask again; reopen: take an answer back",
        ),
      later: z.string().trim().min(1).max(40).optional().describe("of later: when, like 12h, 5d or a date; 5d"),
      reason: z.string().trim().min(1).optional().describe("why, in one sentence"),
    });
  },
  async act(ctx, { id, other, answer: how, later, reason }) {
    if (later !== undefined && how !== "later") {
      throw wrongArguments([`later does not belong to ${how}`], `${how} takes`, ["id", "other", "reason"]);
    }
    const { resolve } = await import("./resolve.js");
    return await resolve(ctx, { a: id, b: other, how, later, reason });
  },
  text: async (resolved) => (await import("./edit-outline.js")).resolvedAllOutline(resolved),
});

export const resolve = command({
  name: "resolve",
  group: "capture",
  place: 4,
  summary: "say what two near entries are to each other",
  examples: {
    "tenet resolve k7q2x m2xba --same": "the same, said again or taken further",
    "tenet resolve k7q2x m2xba --replaces": "the first holds instead of the second",
    "tenet resolve k7q2x m2xba --exception": "both hold: the first is an exception to the second",
    "tenet resolve k7q2x m2xba --unrelated": "neither bears on the other",
    "tenet resolve k7q2x --later 5d": "not now: all open pairs of this entry are asked about in five days",
    "tenet resolve k7q2x m2xba --reopen": "take the answer back",
    "tenet resolve - < answers.yaml": "a list: id, other and answer of each, all or none",
  },
  input: {
    a: argument("<a>", "an entry; - for a list of answers on stdin"),
    b: argument("[b]", "the other one of the pair; without it the open pairs of A are meant"),
    contact: contact("the contact they are about"),
    same: flag(WAYS.same),
    replaces: flag(WAYS.replaces),
    exception: flag(WAYS.exception),
    unrelated: flag(WAYS.unrelated),
    later: textOrTrue("[when]", WAYS.later),
    reopen: flag(WAYS.reopen),
    supersedes: hidden(flag(WAYS.replaces)),
    recurrence: hidden(flag(WAYS.same)),
    both: hidden(flag(WAYS.unrelated)),
    reason: text("<text>", "why: kept as a decision of its own; with --later it is left open on purpose"),
  },
  output: async () => (await import("./review-schemas.js")).resolvedAllSchema,
  tools: [resolveTool],
  async run(call, { a, b, contact, reason, ...ways }) {
    const resolving = await import("./resolve.js");
    const ctx = await contextAbout(call, { contact }, { private: true });
    if (a === "-") {
      const { readAnswers } = await import("./answer-list.js");
      return { results: await resolving.resolveList(ctx, readAnswers(await call.readInput("an argument"))) };
    }
    const how = wayOf(call, ways);
    const later = ways.later === true ? undefined : ways.later;
    return await resolving.resolve(ctx, { a, b, how, reason, keepsLink: ways.both === true, later });
  },
  view: async (data) => (await import("./edit-outline.js")).resolvedAllOutline(data),
});
