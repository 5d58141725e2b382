import { fields } from "../capture/entry-fields.input.js";
import type { Call } from "../command/call.js";
import { command } from "../command/command.js";
import { type ContactFlag, callAbout, contact } from "../command/contact-flag.js";
import { argument, flag, text } from "../command/input.js";
import { ADDS, tool } from "../command/tool.js";
import { defined } from "../text/defined.js";
import { answerQuestion } from "./answer-question.tool.js";
import type { OutcomeInput } from "./outcome.js";

const recordOutcomeTool = tool({
  name: "record_outcome",
  title: "Record how something turned out",
  place: 1,
  full: true,
  description:
    "Say how an earlier correction or insight turned out once you know: it settles the question that is asked about it. answer_question says the same of one entry; this takes several, and every field.",
  hints: ADDS,
  entry: "outcome",
  keys: [
    ...["references", "result", "verdict", "score", "lesson", "decision"],
    ...["context", "domain", "tags", "paths", "source", "origin", "contact"],
  ],
  // Like every record of an agent it may name what is not there yet.
  run: async (call, { contact: about, ...fields }: Fields & ContactFlag) =>
    await (await import("../capture/capture.terminal.js")).captureFrom(call, "outcome", fields, { contact: about }),
});

type Fields = Readonly<Record<string, unknown>>;
type ShortAnswers = Pick<OutcomeInput, "held" | "failed" | "evidence" | "later">;

/** At a terminal the verdict and the result are asked for, unless a short answer was given. */
async function completed(call: Call, refs: readonly string[], stated: Fields, short: ShortAnswers): Promise<Fields> {
  if (Object.keys(short).length > 0 || call.asker === undefined) return { references: [...refs], ...stated };
  const { askMissing } = await import("../capture/ask-missing.terminal.js");
  return askMissing(call.asker, "outcome", { ...(refs.length === 0 ? {} : { references: [...refs] }), ...stated });
}

function inputOf(outcomeFields: Fields, short: ShortAnswers): OutcomeInput {
  const { references, verdict, result, score, lesson, ...more } = outcomeFields;
  const refs =
    typeof references === "string" ? references.split(/[\s,]+/) : ((references as string[] | undefined) ?? []);
  const statedOutcome = { verdict, result, score, lesson } as Partial<OutcomeInput>;
  return { refs, ...defined(statedOutcome), ...short, ...(Object.keys(more).length === 0 ? {} : { more }) };
}

export const outcome = command({
  name: "outcome",
  group: "agent",
  place: 3,
  summary: "say how something that was learned turned out",
  examples: {
    'tenet outcome k7q2x --verdict validated --result "no drift in 4 releases" --score 9': "a result",
    'tenet outcome k7q2x --held --evidence "used npm ci twice"': "a correction that held",
    'tenet outcome k7q2x --failed --evidence "npm install again"': "one that did not",
    "tenet outcome k7q2x --later 5d": "too early to tell: asked again in five days",
  },
  input: {
    ids: argument("[ids...]", "the entry that is judged, or several"),
    ...fields("outcome", "verdict", "result", "score", "lesson"),
    held: flag("the correction was not repeated when there was an opportunity"),
    failed: flag("it happened again"),
    evidence: text("<text>", "what shows it, with --held or --failed"),
    later: text("<when>", "ask again then: 5d, 2w, a date"),
    contact: contact("the contact it is about"),
  },
  output: async () => (await import("../capture/capture-schemas.js")).capturedSchema,
  tools: [answerQuestion, recordOutcomeTool],
  call({ ids, verdict, held, failed, later, ...rest }) {
    const [id] = [ids].flat();
    const answer = verdict ?? (held ? "held" : failed ? "failed" : "later");
    return { tool: answerQuestion.name, args: { id, answer, ...rest } };
  },
  captures: true,
  async run(plainCall, { ids, contact: about, held, failed, evidence, later, ...stated }) {
    const call = callAbout(plainCall, { contact: about });
    const short = defined({ held, failed, evidence, later });
    const outcomeFields = defined(stated);
    const input = inputOf(await completed(call, ids, outcomeFields, short), short);
    const { recordOutcome } = await import("./outcome.js");
    return await recordOutcome(await call.context(), input);
  },
  view: async (data) => (await import("../capture/capture-outline.js")).capturedOutline(data),
});
