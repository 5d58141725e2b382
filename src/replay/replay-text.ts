/** What other rules would have changed, for people. */
import { refOf } from "../entry/entry.js";
import type { Replayed } from "../store/replay/replay-schemas.js";
import { indented } from "../text/columns.js";
import { counted, type Paint } from "../text/paint.js";
import { oneLine, shorten } from "../text/shorten.js";

const VERDICTS = { new: "would have stood", stood: "stood already", none: "nothing says it" } as const;
const MOST_SHOWN = 20;
const LONGEST_SHOWN = 300;

const line = (sign: string, { target, text }: { target: string; text: string }, note = ""): string =>
  `  ${sign} ${target}: ${text}${note}`;

/** Answers that differ, one above the other; the others are counted. */
function answerLines({ by, cases }: NonNullable<Replayed["answers"]>, paint: Paint): string[] {
  const differing = cases.filter(({ differs }) => differs);
  const failed = cases.flatMap(({ id, failed: why }) =>
    why === undefined ? [] : [paint.warn(`  ${refOf(id)}  ${by} ${oneLine(why)}`)],
  );
  return [
    `  ${by} answers ${differing.length} of ${counted(cases.length, "case")} otherwise with it.`,
    ...differing.flatMap((one) => [
      `  ${one.at.slice(0, 10)}  ${paint.accent(refOf(one.id))}  ${shorten(oneLine(one.question), LONGEST_SHOWN)}`,
      paint.bad(`    - ${shorten(oneLine(one.without ?? ""), LONGEST_SHOWN)}`),
      paint.good(`    + ${shorten(oneLine(one.with ?? ""), LONGEST_SHOWN)}`),
    ]),
    ...failed,
  ];
}

const part = (name: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : ["", name, ...lines]);

function ruleLines({ in: incoming, out }: Pick<Replayed, "in" | "out">, paint: Paint): string[] {
  return [
    ...incoming.map((one) => paint.good(line("+", one))),
    ...out.map((one) => {
      const used = one.sessions === 0 ? "" : `, used in ${counted(one.sessions, "session")}`;
      return paint.bad(line("-", one, ` (${one.how === "pushed" ? "pushed out" : "removed"}${used})`));
    }),
  ];
}

function caseLines(cases: Replayed["cases"], paint: Paint): string[] {
  const tint = { new: paint.good, stood: paint.warn, none: paint.faint } as const;
  return cases.slice(0, MOST_SHOWN).map(({ id, at, text, verdict }) => {
    const verdictText = tint[verdict](VERDICTS[verdict].padEnd(16));
    return `  ${at.slice(0, 10)}  ${paint.accent(refOf(id))}  ${verdictText}  ${text}`;
  });
}

function contextLines(contexts: Replayed["contexts"]): string[] {
  const changed = contexts.filter((one) => one.in.length > 0 || one.out.length > 0 || one.tokens !== 0);
  return changed.slice(0, MOST_SHOWN).map(({ at, receipt, in: more, out: less, tokens }) => {
    const sign = tokens > 0 ? "+" : "";
    return `  ${at.slice(0, 16).replace("T", " ")}  ${receipt}  ${more.length} in, ${less.length} out, ${sign}${tokens} tokens`;
  });
}

/** Cases, answers and contexts one by one. */
const pastLines = ({ cases, contexts, answers }: Replayed, paint: Paint): string[] => [
  ...part(paint.strong("Said before, and wrong again"), caseLines(cases, paint)),
  ...(answers === undefined ? [] : part(paint.strong("Answers"), answerLines(answers, paint))),
  ...part(paint.strong("Contexts"), contextLines(contexts)),
];

/** The sentences first, then rules, cases and contexts one by one. */
export function replayedText(replayed: Replayed, paint: Paint): string {
  const { version, says } = replayed;
  const title = version === undefined ? "What a digest would do now" : `Version ${version}`;
  const nothing = "Nothing went wrong again and no context was printed here: there is nothing to replay it on.";
  return `${[
    paint.strong(title),
    ...(says.length === 0 ? [nothing] : says).flatMap((one) => indented(one, 0, paint)),
    ...part(paint.strong("Rules"), ruleLines(replayed, paint)),
    ...pastLines(replayed, paint),
  ].join("\n")}\n`;
}

/** The same beneath the diff of the version, which shows already what comes in. */
export function lookingBackText(replayed: Replayed, paint: Paint): string {
  const sentences = replayed.says.flatMap((one) => indented(one, 2, paint));
  return `${[
    ...part(paint.strong("Looking back"), sentences),
    ...part(paint.strong("Rules that go"), ruleLines({ in: [], out: replayed.out }, paint)),
    ...pastLines(replayed, paint),
  ].join("\n")}\n`;
}
