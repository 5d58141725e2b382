/** Says the answer of `tenet why`. */
import { refOf } from "../../entry/entry.js";
import { idSaid } from "../../entry/short-ids.js";
import type { Worded } from "../../steps.js";
import {
  accent,
  bad,
  columnsOf,
  data,
  faint,
  field,
  gap,
  good,
  heading,
  joined,
  line,
  type Outline,
  type Said,
  strong,
  warn,
} from "../../text/outline/outline.js";
import type { MissingEntry, Why, WhyDecision, WhyEntry, WhyRule, WhyVersion } from "./why-schemas.js";

const day = (instant: string): string => instant.slice(0, 10);

/** A fact about the whole; beneath an entry or a version it stands further in. */
const fact = (label: string, says: Said, indent = 2) => field(label, says, { cells: 13, indent });
const under = (label: string, says: Said) => fact(label, says, 4);
/** The same where there is something to say. */
const some = <T>(value: T | undefined, says: (value: T) => Outline[number]): Outline =>
  value === undefined ? [] : [says(value)];

/** A rule or an entry with everything that speaks for it. */
export function whyOutline(why: Worded<Why>): Outline {
  const { about, rule, says, entries, versions } = why;
  const place = why.file === undefined ? "" : why.line === undefined ? why.file : `${why.file}:${why.line}`;
  const facts = [...decision(rule?.decided), ...commits(why)];
  return [
    ...(rule === undefined ? [] : [headLine(rule, place), line(data(rule.text)), gap]),
    ...(rule === undefined && about === "line" ? [heading(place)] : []),
    line(says),
    ...(facts.length === 0 ? [] : [gap, ...facts]),
    ...rules(why),
    ...besides(why),
    ...(entries.length > 0 ? [gap] : about === "rule" ? [gap, line("No entry stands behind it.")] : []),
    ...(entries.length > 0 && about === "rule" ? [heading("Rests on")] : []),
    ...entries.flatMap((entry, at) => [...(at === 0 ? [] : [gap]), ...entryOutline(entry)]),
    ...(versions.length === 0 ? [] : [gap, heading("Versions"), ...versions.flatMap(versionOutline)]),
  ];
}

const STATES: Readonly<Record<WhyRule["state"], string>> = {
  "in-force": "in force",
  edited: "changed by hand, not taken over yet",
  past: "no longer in force",
};

function headLine({ state, target, since }: WhyRule, place: string) {
  const from = since === undefined ? "" : ` since ${since}`;
  const stands = (state === "in-force" ? good : warn)(STATES[state]);
  return line([strong(place === "" ? target : place), "  ", stands, faint(from)]);
}

const HOW: Readonly<Record<string, string>> = {
  typed: "at a terminal",
  edited: "by editing the file",
  merge: "by merging a proposal",
  approved: "by approving it",
  forced: "by their own reason",
};

function decision(decided: WhyDecision | undefined): Outline {
  if (decided === undefined) return [];
  const { by, how, at } = decided;
  if (how === "mode" || by === "auto") return [fact("decided", `by the mode (${by}), ${day(at)}`)];
  return [fact("decided", `${by === "unproven" ? "" : `${by}, `}${HOW[how] ?? how}, ${day(at)}`)];
}

/** Git's author of the line, and the commit of its decision where that is another one. */
function commits({ commit, rule }: Worded<Why>): Outline {
  const decision = rule?.decided?.commit;
  const row = (label: string, one: Why["commit"]) =>
    some(one, ({ name, at, commit: hash, subject }) =>
      fact(label, data(`by ${name}, ${day(at)}, by git: ${hash.slice(0, 10)} ${subject}`)),
    );
  return [...row("written", commit), ...row("noted", decision?.commit === commit?.commit ? undefined : decision)];
}

function rules({ rules: listed = [] }: Worded<Why>): Outline {
  if (listed.length === 0) return [];
  const columns = columnsOf({ line: "number", rule: "text", entries: "id" });
  const rows = listed.map(({ line: at, text, ids, because }) => ({
    cells: [faint(`${at ?? "-"}`), data(text), faint(ids.map(refOf).join(" "))],
    under: because === "" ? [] : [data(because, "faint")],
  }));
  return [gap, { kind: "table", bare: true, beneath: 8, columns, rows }];
}

function besides({ beside = [], file }: Worded<Why>): Outline {
  if (beside.length === 0) return [];
  return [
    gap,
    ...beside.flatMap(({ line: at, id, text, score, state, decide }) => [
      line(
        [
          warn("near"),
          `  ${file}:${at}  ${refOf(id)}  `,
          data(text),
          "  ",
          faint(score === undefined ? `(${state})` : `(${score}, ${state})`),
        ],
        {
          hang: 6,
        },
      ),
      ...some(decide, (step) => line(step, { indent: 6 })),
    ]),
  ];
}

function entryOutline(entry: WhyEntry | MissingEntry): Outline {
  if ("missing" in entry) return [line([`${entry.id}  `, bad("no record has this id")], { indent: 2 })];
  const { id, unique, text, status, tier, stakes, review, said_by, said_at, file, line: at, repeated } = entry;
  const state = [status, stakes, tier, ...(review === undefined ? [] : [review.replaceAll("_", " ")])].join(" · ");
  return [
    line(joined([idSaid(id, unique), "  ", faint(state)]), { indent: 2 }),
    under("says", data(text)),
    under("said by", `${said_by}, ${day(said_at)} (${file}:${at})`),
    ...some(repeated, (ids) => under("again", `one lesson, said ${ids.length} times: ${ids.join(", ")}`)),
    ...evidence(entry),
    ...standing(entry),
  ];
}

function evidence({ sessions, outcomes, held, failed, blocked_by }: WhyEntry): Outline {
  const sessionCount = sessions.length === 1 ? "in 1 session" : `in ${sessions.length} sessions`;
  const each = sessions.map(({ session, result, at }) => `${session} ${result} (${day(at)})`).join(", ");
  return [
    ...some(held, (at) => under("held", day(at))),
    ...some(failed, (at) => under("failed", day(at))),
    ...(sessions.length === 0 ? [] : [under("used", `${sessionCount}: ${each}`)]),
    ...outcomes.map(({ id, verdict, score, lesson, at, counts }) => {
      const rated = score === undefined ? "" : `, ${score} of 10`;
      const learned = lesson === undefined ? "" : `: ${lesson}`;
      const without = counts ? "" : " (does not count)";
      return under("turned out", [`${verdict}${rated} (${id}, ${day(at)})`, data(learned), without]);
    }),
    ...(blocked_by.length === 0 ? [] : [under("undecided", `beside ${blocked_by.join(", ")}`)]),
  ];
}

function standing({ qualifies, blocked, near, declined, support }: WhyEntry): Outline {
  return [
    ...some(qualifies, ({ target, reason, because }) => under("qualifies", `for ${target} (${reason}). ${because}`)),
    ...blocked.map((because) => under("held back", because)),
    ...(near.length === 0 ? [] : [under("missing", near.join("; "))]),
    ...declined.map(({ op, how, version }) => under("turned down", `${op}: ${how.replace("-", " ")} in ${version}`)),
    under("support", support === 1 ? "1 fact" : `${support} facts`),
  ];
}

const DID = { add: "added", update: "changed", delete: "removed", keep: "kept" } as const;

function decider({ by, how }: NonNullable<WhyVersion["decided"]>): string {
  if (how === "mode" || by === "auto") return "by the mode";
  if (how === "merge") return "by merging it";
  return by === "unproven" ? "nobody is proven to have decided" : `by ${by}`;
}

function versionOutline({
  id,
  status,
  created,
  op,
  target,
  from,
  before,
  text,
  because,
  decided,
}: WhyVersion): Outline {
  const movedFrom = from === undefined ? "" : ` from ${from}`;
  const did = `  ${DID[op]} in ${target}${movedFrom}`;
  return [
    line([accent(id), `  ${status}  `, faint(day(created)), did], { indent: 2 }),
    ...(before === undefined || before === text ? [] : [under("was", data(`"${before}"`))]),
    under("because", data(because)),
    ...some(decided, (by) => under("decided", decider(by))),
  ];
}
