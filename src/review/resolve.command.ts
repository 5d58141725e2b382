import * as z from "zod";
import { command } from "../command/command.js";
import { contact, contextAbout } from "../command/contact-flag.js";
import { argument, flag, text } from "../command/input.js";
import { CHANGES, tool } from "../command/tool.js";
import { wrongUsage } from "../errors.js";
import { defined } from "../text/defined.js";
import type { Resolution } from "./answering.js";

const WAYS = {
  same: "the same, said again or taken further: one of them is enough",
  replaces: "A holds instead of B",
  exception: "both hold: A is an exception to B",
  unrelated: "neither bears on the other: both stay, and nobody asks again",
  open: "take an answer back: both stand as before, and the pair is open again",
} as const;

function wayOf(flags: Readonly<Record<string, unknown>>): Resolution {
  const [way, ...more] = (Object.keys(WAYS) as Resolution[]).filter((name) => flags[name] !== undefined);
  if (way !== undefined && more.length === 0) return way;
  const ways = Object.entries(WAYS).map(([name, summary]) => `--${name} (${summary})`);
  throw wrongUsage(
    way === undefined ? "which way is not said" : "only one way can be right",
    `Say one of ${ways.join(", ")}.`,
  );
}

const resolveTool = tool({
  name: "resolve",
  title: "Judge two near entries",
  place: 8,
  description:
    "Say what two near entries are to each other, after reading both. Nothing is taken out until you do. About what is trusted more than you it is proposed, and a person decides.",
  hints: CHANGES,
  keys: ["id", "other", "answer", "reason", "contact"],
  input: {
    id: argument("<id>", "A: an entry, or FILE#hash of a line; alone: its open pair"),
    other: argument("[other]", "B: the other side of the pair"),
    answer: z.enum(Object.keys(WAYS) as Resolution[]).meta({
      description: Object.entries(WAYS)
        .map(([way, summary]) => `${way}: ${summary}`)
        .join("; "),
    }),
  },
  given: ({ id, other, answer, ...more }) => ({ a: id, b: other, [answer]: true, ...more }),
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
    "tenet resolve k7q2x m2xba --open": "take the answer back",
    "tenet resolve - < answers.yaml": "a list: id, other and answer of each, all or none",
  },
  input: {
    a: argument("<a>", "an entry; - for a list of answers on stdin"),
    b: argument("[b]", "the other one of the pair; without it the open pair of A is meant"),
    contact: contact("the contact they are about"),
    same: flag(WAYS.same),
    replaces: flag(WAYS.replaces),
    exception: flag(WAYS.exception),
    unrelated: flag(WAYS.unrelated),
    open: flag(WAYS.open),
    reason: text("<text>", "why: kept as a decision of its own"),
  },
  output: async () => (await import("./review-schemas.js")).resolvedAllSchema,
  tools: [resolveTool],
  call: ({ a, b, contact, ...ways }) => ({
    tool: resolveTool.name,
    args: { id: a, other: b, ...defined({ contact }), answer: Object.keys(ways)[0] },
  }),
  async run(call, { a, b, contact, reason, ...ways }) {
    const resolving = await import("./resolve.js");
    const ctx = await contextAbout(call, { contact }, { private: true });
    if (a === "-") {
      const { readAnswers } = await import("./answer-list.js");
      return { results: await resolving.resolveList(ctx, readAnswers(await call.readInput("an argument"))) };
    }
    return await resolving.resolve(ctx, { a, b, how: wayOf(ways), reason });
  },
  view: async (data) => (await import("./edit/edit-outline.js")).resolvedAllOutline(data),
});
