/** Which rules came of it: promotion, what was shown, the rules in force with their evidence, and versions. */
import { type Block, data, facts, faint, type Item, ids, line, type Outline, only } from "../text/outline/outline.js";
import { counted } from "../text/paint.js";
import { brief, count, figure, isEmpty, words } from "./figure-text.js";
import { numbers, pageTable } from "./page-table.js";
import type { Report } from "./report-schemas.js";

/** Rules by the days that they took, each from the one before up to this one. */
const SPANS = [7, 14, 30, 60, 90, Number.POSITIVE_INFINITY];

function timeToRule(days: readonly number[]): Block {
  const names = SPANS.map((span, n) => {
    const from = SPANS[n - 1] ?? 0;
    return n === 0 ? `≤ ${span}` : Number.isFinite(span) ? `${from}–${span}` : `> ${from}`;
  });
  const within = (span: number, n: number) => days.filter((one) => one > (SPANS[n - 1] ?? -1) && one <= span).length;
  return only("html", {
    kind: "plot",
    title: "Time to rule",
    about: "Rules by the days from birth to the version that made them one.",
    over: "days",
    places: names,
    series: [{ name: "rules", as: "good", values: SPANS.map(within) }],
  });
}

export function promotion({ promotion: measured }: Report): Outline {
  const { qualified, evicted, taken_back: takenBack, blocked, days_to_rule: times } = measured;
  const [first, ...more] = blocked;
  const because = first && `${first.count} blocked: ${brief(first.because, 50).replace(/\.$/, "")}`;
  return [
    facts(
      [
        ...count("Qualified", qualified.count, qualified.entries),
        ...figure("Promoted, of those that qualify", measured.promoted, { line: "promoted" }),
        ...figure("Time to rule", measured.time_to_rule, { line: "after" }),
        ...figure("Used after", measured.used_after, { line: "used since", screen: false }),
        ...count("Evicted", evicted.count, evicted.entries, { line: "evicted" }),
        ...count("Taken back", takenBack.count, takenBack.entries, { line: "taken back" }),
        ...count("In force", measured.in_force),
      ],
      [...words(because, false), ...words(more.length > 0 && counted(more.length, "other reason"), false)],
    ),
    pageTable(
      "What blocks entries that would qualify",
      [{ name: "because", kind: "text" }, ...numbers("count"), { name: "entries", kind: "text" }],
      blocked.map((one) => [one.because, String(one.count), ids(one.entries)]),
    ),
    ...(times.length === 0 ? [] : [timeToRule(times.map(({ days }) => days))]),
  ];
}

const USES = {
  heeded: "heeded",
  not_heeded: "not heeded",
  shown: "shown, no sign yet",
  never_shown: "never shown",
} as const;

/** Absent at a commit. */
export function rulesShown({ rules_shown: shown }: Report): Outline {
  if (shown === undefined) return [only("pages", line("Only the machine where they were shown knows."))];
  const { heeded, rules } = shown;
  const uses = (["shown", "never_shown"] as const).map((use) => [rules.filter(({ how }) => how === use).length, use]);
  const others = uses.flatMap(([many, use]) => (many === 0 ? [] : words(`${many} ${USES[use as keyof typeof USES]}`)));
  const unseen = rules.length === 0 ? [] : [...others, ...words(isEmpty(heeded) && "this machine")];
  return [
    facts([...figure("Heeded", heeded, rules.length === 0 ? {} : { line: "heeded" }), ...unseen]),
    pageTable(
      "Rules by what became of them",
      [{ name: "rule", kind: "text" }, { name: "file" }, { name: "how" }, ...numbers("contexts")],
      rules.map(({ text, target, how, contexts }) => [data(text), data(target), USES[how], String(contexts)]),
    ),
  ];
}

const MOST_RULES = 25;
/** Pieces of evidence under a rule, and facts beside one. */
const EVIDENCE = 4;

export function rules({ rules: all }: Report): Outline {
  const items = all.slice(0, MOST_RULES).map(({ text, target, since, by, evidence }): Item => {
    const decided = by === undefined ? [] : [faint(", decided by "), data(by, "faint")];
    const where = [faint(" in "), data(target, "faint"), faint(", since "), data(since, "faint")];
    const pieces = evidence
      .slice(0, EVIDENCE)
      .map((one) => [
        ...[data(one.text), " (", data(one.id), `, ${one.at.slice(0, 10)}`],
        ...(one.facts.length === 0 ? [] : [", ", data(one.facts.slice(0, EVIDENCE).join("; "))]),
        ")",
      ]);
    const more = evidence.length > EVIDENCE ? [`${EVIDENCE} of ${evidence.length} are shown`] : [];
    const fold = evidence.length === 0 ? {} : { under: [...pieces, ...more], fold: `Evidence: ${evidence.length}` };
    return { says: [data(text, "strong"), ...where, ...decided], ...fold };
  });
  const rest = all.length > items.length ? [line(`${items.length} of ${all.length} are shown.`)] : [];
  return items.length === 0 ? [] : [only("pages", { kind: "list", items }, ...rest)];
}

export const versions = ({ versions: all }: Report): Outline => [
  pageTable(
    "Versions of the rules",
    [
      { name: "version", kind: "id" },
      { name: "made" },
      { name: "status" },
      { name: "what", kind: "text" },
      { name: "decided by" },
      ...numbers("added", "updated", "removed"),
    ],
    all.map(({ id, created, status, summary, decided, added, updated, removed }) => [
      ...[data(id), created.slice(0, 10), data(status), data(summary), decided === undefined ? "" : data(decided)],
      ...[added, updated, removed].map(String),
    ]),
  ),
];
