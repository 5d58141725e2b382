/** Says what other rules would have changed. */
import { refOf } from "../entry/entry.js";
import type { Replayed } from "../store/replay/replay-schemas.js";
import { part, replayOutline } from "../store/rules/text/version-outline.js";
import { accent, columnsOf, data, heading, line, type Outline, type Tone } from "../text/outline/outline.js";
import { counted } from "../text/paint.js";
import { oneLine, shorten } from "../text/shorten.js";

const VERDICTS = {
  new: ["would have stood", "good"],
  stood: ["stood already", "warn"],
  none: ["nothing says it", "faint"],
} as const satisfies Record<string, [string, Tone]>;
const MOST_SHOWN = 20;
const LONGEST_SHOWN = 300;

const ROW = { indent: 2, hang: 2 };
const short = (text = "", tone?: Tone) => data(shorten(oneLine(text), LONGEST_SHOWN), tone);

/** Answers that differ, one above the other; the others are counted. */
function answersOutline({ by, questions }: NonNullable<Replayed["answers"]>): Outline {
  const differing = questions.filter(({ differs }) => differs);
  return [
    line(
      `${by} answers ${differing.length} of ${counted(questions.length, "golden question")} otherwise with it.`,
      ROW,
    ),
    ...differing.flatMap((one) => [
      line([accent(one.id), "  ", short(one.question)], ROW),
      line([{ text: "- ", tone: "bad" }, short(one.without, "bad")], { indent: 4, hang: 2 }),
      line([{ text: "+ ", tone: "good" }, short(one.with, "good")], { indent: 4, hang: 2 }),
    ]),
    ...questions.flatMap(({ id, failed }) =>
      failed === undefined ? [] : [line(data(`${id}  ${by} ${oneLine(failed)}`, "warn"), ROW)],
    ),
  ];
}

type Changed = Replayed["in"][number];

const ruleLine = (sign: string, tone: Tone, { target, text }: Pick<Changed, "target" | "text">, note = "") =>
  line([{ text: `${sign} ${target}: `, tone }, data(text, tone), { text: note, tone }], ROW);

function rulesOutline({ in: incoming, out }: Pick<Replayed, "in" | "out">): Outline {
  return [
    ...incoming.map((one) => ruleLine("+", "good", one)),
    ...out.map((one) => {
      const used = one.sessions === 0 ? "" : `, used in ${counted(one.sessions, "session")}`;
      return ruleLine("-", "bad", one, ` (${one.how === "pushed" ? "pushed out" : "removed"}${used})`);
    }),
  ];
}

function casesOutline(cases: Replayed["cases"]): Outline {
  const columns = columnsOf({ day: "id", entry: "id", "with it": "id", said: "text" });
  const rows = cases.slice(0, MOST_SHOWN).map(({ id, at, text, verdict }) => {
    const [says, tone] = VERDICTS[verdict];
    return { cells: [at.slice(0, 10), accent(refOf(id)), { text: says, tone }, data(text)] };
  });
  return rows.length === 0 ? [] : [{ kind: "table", bare: true, indent: 2, columns, rows }];
}

const contextsOutline = (contexts: Replayed["contexts"]): Outline =>
  contexts
    .filter((one) => one.in.length > 0 || one.out.length > 0 || one.tokens !== 0)
    .slice(0, MOST_SHOWN)
    .map(({ at, receipt, in: more, out: less, tokens }) => {
      const change = `${more.length} in, ${less.length} out, ${tokens > 0 ? "+" : ""}${tokens} tokens`;
      return line(`${at.slice(0, 16).replace("T", " ")}  ${receipt}  ${change}`, ROW);
    });

/** Cases, answers and contexts one by one. */
const pastOutline = ({ cases, contexts, answers }: Replayed): Outline => [
  ...part("Said before, and wrong again", casesOutline(cases)),
  ...(answers === undefined ? [] : part("Answers", answersOutline(answers))),
  ...part("Contexts", contextsOutline(contexts)),
];

const NOTHING = "Nothing went wrong again and no context was printed here: there is nothing to replay it on.";

/** The sentences first, then rules, cases and contexts one by one. */
export function replayedOutline(replayed: Replayed): Outline {
  const { version, says } = replayed;
  return [
    heading(version === undefined ? "What a digest would do now" : `Version ${version}`),
    ...(says.length === 0 ? [NOTHING] : says).map((one) => line(one)),
    ...part("Rules", rulesOutline(replayed)),
    ...pastOutline(replayed),
  ];
}

/** The same beneath the diff of the version, which shows already what comes in. */
export const lookingBackOutline = (replayed: Replayed): Outline => [
  ...replayOutline(replayed.says),
  ...part("Rules that go", rulesOutline({ in: [], out: replayed.out })),
  ...pastOutline(replayed),
];
