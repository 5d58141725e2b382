/** Which rules came of it: promotion, and the rules in force with what became of them. */
import { data, ids, line, type Outline, only } from "../text/outline/outline.js";
import { counted } from "../text/paint.js";
import { brief, count, figure, isEmpty, measured, numbers, pageTable, words } from "./figure-text.js";
import type { Report } from "./report-schemas.js";

export function promotion({ promotion: all }: Report): Outline {
  const { qualified, evicted, taken_back: takenBack, blocked } = all;
  const [first, ...more] = blocked;
  const because = first && `${first.count} blocked: ${brief(first.because, 50).replace(/\.$/, "")}`;
  return [
    measured(
      [
        ...count("Qualified", qualified.count, qualified.entries),
        ...figure("Promoted, of those that qualify", all.promoted, { line: "promoted" }),
        ...figure("Time to rule", all.time_to_rule, { line: "after" }),
        ...figure("Used after", all.used_after, { line: "used since", screen: false }),
        ...count("Evicted", evicted.count, evicted.entries, { line: "evicted" }),
        ...count("Taken back", takenBack.count, takenBack.entries, { line: "taken back" }),
        ...count("In force", all.in_force),
      ],
      [...words(because, false), ...words(more.length > 0 && counted(more.length, "other reason"), false)],
    ),
    pageTable(
      "What blocks entries that would qualify",
      [{ name: "because", kind: "text" }, ...numbers("count"), { name: "entries", kind: "text" }],
      blocked.map((one) => [one.because, String(one.count), ids(one.entries)]),
    ),
  ];
}

const USES = {
  heeded: "heeded",
  not_heeded: "not heeded",
  shown: "shown, no sign yet",
  never_shown: "never shown",
} as const;

/** Absent at a commit. */
export function rulesShown({ rules_shown: shown, promotion: { in_force: inForce } }: Report): Outline {
  if (shown === undefined)
    return inForce === 0 ? [] : [only("pages", line("Only the machine where they were shown knows."))];
  const { heeded, rules } = shown;
  const uses = (["shown", "never_shown"] as const).map((use) => [rules.filter(({ how }) => how === use).length, use]);
  const others = uses.flatMap(([many, use]) => (many === 0 ? [] : words(`${many} ${USES[use as keyof typeof USES]}`)));
  const unseen = rules.length === 0 ? [] : [...others, ...words(isEmpty(heeded) && "this machine")];
  return [
    measured([...figure("Heeded", heeded, rules.length === 0 ? {} : { line: "heeded" }), ...unseen]),
    pageTable(
      "Rules by what became of them",
      [
        ...[{ name: "rule", kind: "text" } as const, { name: "file" }, { name: "how" }],
        ...[...numbers("contexts"), { name: "rests on" }],
      ],
      rules.map((one) => [data(one.text), data(one.target), USES[one.how], String(one.contexts), ids(one.ids)]),
    ),
  ];
}
