/** Renders the answer of `tenet why` for a terminal. */
import { refOf } from "../../entry/entry.js";
import { shortId } from "../../entry/short-ids.js";
import { labelledBy } from "../../text/labelled.js";
import { linesFor } from "../../text/lines-for.js";
import { type Paint, printable } from "../../text/paint.js";
import type { MissingEntry, Why, WhyDecision, WhyEntry, WhyRule, WhyVersion } from "./why-schemas.js";

const day = (instant: string): string => instant.slice(0, 10);

async function sheetFor(paint: Paint) {
  const wrapped = await linesFor(paint);
  const linesOf = (text: string, room: number) => wrapped(printable(text), room);
  return {
    prose: (text: string) => linesOf(text, paint.width),
    row: (label: string, text: string, indent = 2) => labelledBy(linesOf, paint, { cells: 13, indent })(label, text),
  };
}
type Sheet = Awaited<ReturnType<typeof sheetFor>>;

/** A rule or an entry with everything that speaks for it. */
export async function whyText(why: Why, paint: Paint): Promise<string> {
  const sheet = await sheetFor(paint);
  const place = why.file === undefined ? "" : why.line === undefined ? why.file : `${why.file}:${why.line}`;
  const lines: string[] = [];
  if (why.rule !== undefined) lines.push(...heading(why.rule, place, paint), ...sheet.prose(why.rule.text), "");
  else if (why.about === "line") lines.push(paint.strong(place));
  lines.push(...sheet.prose(why.says));
  const facts = [...decision(why.rule?.decided, sheet), ...renderCommits(why, sheet)];
  if (facts.length > 0) lines.push("", ...facts);
  lines.push(...rules(why, paint), ...besides(why, paint));
  if (why.entries.length > 0) {
    if (why.about === "rule") lines.push("", paint.strong("Rests on"));
    else lines.push("");
    lines.push(...why.entries.flatMap((entry, at) => [...(at === 0 ? [] : [""]), ...entryLines(entry, sheet, paint)]));
  } else if (why.about === "rule") lines.push("", "No entry stands behind it.");
  if (why.versions.length > 0) {
    lines.push("", paint.strong("Versions"), ...why.versions.flatMap((one) => versionLines(one, sheet, paint)));
  }
  return `${lines.join("\n")}\n`;
}

const STATES: Readonly<Record<WhyRule["state"], string>> = {
  "in-force": "in force",
  edited: "changed by hand, not taken over yet",
  past: "no longer in force",
};

function heading({ state, target, since }: WhyRule, place: string, paint: Paint): string[] {
  const tint = state === "in-force" ? paint.good : paint.warn;
  const from = since === undefined ? "" : paint.faint(` since ${since}`);
  return [`${paint.strong(place === "" ? target : place)}  ${tint(STATES[state])}${from}`];
}

const HOW: Readonly<Record<string, string>> = {
  typed: "at a terminal",
  script: "by a script",
  edited: "by editing the file",
  merge: "by merging a proposal",
  approved: "by approving it",
  forced: "by their own reason",
};

function decision(decided: WhyDecision | undefined, sheet: Sheet): string[] {
  if (decided === undefined) return [];
  const { by, how, at } = decided;
  if (how === "mode" || by === "auto") return sheet.row("decided", `by the mode (${by}), ${day(at)}`);
  return sheet.row("decided", `${by === "unproven" ? "" : `${by}, `}${HOW[how] ?? how}, ${day(at)}`);
}

/** Renders git's author of the line, and the commit of its decision where that is another one. */
function renderCommits({ commit, rule }: Why, sheet: Sheet): string[] {
  const decision = rule?.decided?.commit;
  const row = (label: string, one: Why["commit"]) =>
    one === undefined
      ? []
      : sheet.row(label, `by ${one.name}, ${day(one.at)}, by git: ${one.commit.slice(0, 10)} ${one.subject}`);
  return [...row("written", commit), ...row("noted", decision?.commit === commit?.commit ? undefined : decision)];
}

function rules({ rules: held = [] }: Why, paint: Paint): string[] {
  if (held.length === 0) return [];
  return [
    "",
    ...held.flatMap(({ line, text, ids, because }) => [
      `${paint.faint(`${line ?? "-"}`.padStart(4))}  ${printable(text)}  ${paint.faint(ids.map(refOf).join(" "))}`,
      ...(because === "" ? [] : [paint.faint(`        ${printable(because)}`)]),
    ]),
  ];
}

function besides({ beside = [], file }: Why, paint: Paint): string[] {
  if (beside.length === 0) return [];
  return [
    "",
    ...beside.flatMap(({ line, id, text, score, state, decide }) => [
      `${paint.warn("near")}  ${file}:${line}  ${refOf(id)}  ${printable(text)}  ${paint.faint(`(${score}, ${state})`)}`,
      ...(decide === undefined ? [] : [`      ${decide}`]),
    ]),
  ];
}

function entryLines(entry: WhyEntry | MissingEntry, sheet: Sheet, paint: Paint): string[] {
  if ("missing" in entry) return [`  ${entry.id}  ${paint.bad("no record has this id")}`];
  const { id, unique, text, status, tier, stakes, review, said_by, said_at, file, line } = entry;
  const state = [status, stakes, tier, ...(review === undefined ? [] : [review.replaceAll("_", " ")])].join(" · ");
  return [
    `  ${shortId(id, unique, paint)}  ${paint.faint(state)}`,
    ...sheet.row("says", text, 4),
    ...sheet.row("said by", `${said_by}, ${day(said_at)} (${file}:${line})`, 4),
    ...(entry.repeated === undefined
      ? []
      : sheet.row("again", `one lesson, said ${entry.repeated.length} times: ${entry.repeated.join(", ")}`, 4)),
    ...(entry.origins.length < 2 ? [] : sheet.row("sources", entry.origins.join(", "), 4)),
    ...evidenceRows(entry, sheet),
    ...standingRows(entry, sheet),
  ];
}

function evidenceRows({ sessions, outcomes, held, failed, blocked_by }: WhyEntry, sheet: Sheet): string[] {
  const sessionCount = sessions.length === 1 ? "in 1 session" : `in ${sessions.length} sessions`;
  const each = sessions.map(({ session, result, at }) => `${session} ${result} (${day(at)})`).join(", ");
  return [
    ...(held === undefined ? [] : sheet.row("held", day(held), 4)),
    ...(failed === undefined ? [] : sheet.row("failed", day(failed), 4)),
    ...(sessions.length === 0 ? [] : sheet.row("used", `${sessionCount}: ${each}`, 4)),
    ...outcomes.flatMap(({ id, verdict, score, lesson, at, counts }) => {
      const rated = score === undefined ? "" : `, ${score} of 10`;
      const learned = lesson === undefined ? "" : `: ${lesson}`;
      return sheet.row(
        "turned out",
        `${verdict}${rated} (${id}, ${day(at)})${learned}${counts ? "" : " (does not count)"}`,
        4,
      );
    }),
    ...(blocked_by.length === 0 ? [] : sheet.row("undecided", `beside ${blocked_by.join(", ")}`, 4)),
  ];
}

function standingRows({ qualifies, blocked, near, declined, support }: WhyEntry, sheet: Sheet): string[] {
  return [
    ...(qualifies === undefined
      ? []
      : sheet.row("qualifies", `for ${qualifies.target} (${qualifies.reason}). ${qualifies.because}`, 4)),
    ...blocked.flatMap((because) => sheet.row("held back", because, 4)),
    ...(near.length === 0 ? [] : sheet.row("missing", near.join("; "), 4)),
    ...declined.flatMap(({ op, how, version }) =>
      sheet.row("turned down", `${op}: ${how.replace("-", " ")} in ${version}`, 4),
    ),
    ...sheet.row("support", support === 1 ? "1 fact" : `${support} facts`, 4),
  ];
}

const DID = { add: "added", update: "changed", delete: "removed", keep: "kept" } as const;

function decider({ by, how }: NonNullable<WhyVersion["decided"]>): string {
  if (how === "mode" || by === "auto") return "by the mode";
  if (how === "merge") return "by merging it";
  return by === "unproven" ? "nobody is proven to have decided" : `by ${by}`;
}

function versionLines(one: WhyVersion, sheet: Sheet, paint: Paint): string[] {
  const movedFrom = one.from === undefined ? "" : ` from ${one.from}`;
  return [
    `  ${paint.accent(one.id)}  ${one.status}  ${paint.faint(day(one.created))}  ${DID[one.op]} in ${one.target}${movedFrom}`,
    ...(one.before === undefined || one.before === one.text ? [] : sheet.row("was", `"${one.before}"`, 4)),
    ...sheet.row("because", one.because, 4),
    ...(one.decided === undefined ? [] : sheet.row("decided", decider(one.decided), 4)),
  ];
}
