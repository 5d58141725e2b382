/** Says what a version does before and after a decision. Called by approve, reject and rollback. */
import { recordedOutline } from "../../capture/decisions/recorded-outline.js";
import {
  accent,
  bad,
  data,
  faint,
  gap,
  good,
  line,
  type Outline,
  strong,
  type Tone,
  warn,
} from "../../text/outline/outline.js";
import { counted } from "../../text/paint.js";
import type { ApprovalPlan } from "../approve.js";
import type { EntryWords } from "../planning/entry-words.js";
import type { Version } from "../policy/version.js";
import type { Approved, KeptRule, Rejected, RolledBack } from "./deciding-schemas.js";
import { diffOutline, operationsOutline, part, whyOutline } from "./version-outline.js";

/** Lines of rules, each with its reason beneath. */
const reasoned = (rows: readonly { text: string; because: string }[], rule?: Tone, reason?: Tone): Outline =>
  rows.flatMap(({ text, because }) => [
    line(data(text, rule), { indent: 2 }),
    line(data(because, reason), { indent: 6 }),
  ]);

const fallenOutline = (fallen: ApprovalPlan["fallen"]): Outline =>
  part(
    "Falls out",
    reasoned(
      fallen.map(({ op: { text }, because }) => ({ text, because })),
      "faint",
      "warn",
    ),
  );

const keptOutline = (keptRules: readonly KeptRule[]): Outline =>
  part(
    "Stays as it is",
    keptRules.map(({ target, text, theirs }) =>
      line([`${target}: "`, data(text), `" (${theirs ? "a person's line" : "a later version changed it"})`], {
        indent: 2,
      }),
    ),
  );

/** A version that took over what people had changed, before the decision. */
const adoptedOutline = (adopted: string | undefined): Outline =>
  adopted === undefined
    ? []
    : [line(["Version ", accent(adopted), " took over first what people had changed by hand."])];

const waiting = (id: string, summary: string): Outline => [
  line([strong(`Version ${id}`), "  ", warn("waits for you")]),
  line(data(summary)),
];

/** The preview of an approval. */
export const approvalOutline = (plan: ApprovalPlan): Outline => [
  ...waiting(plan.id, plan.change_summary),
  ...(plan.rebased ? [line(faint("The rules changed since it was proposed; this is what it does to them now."))] : []),
  gap,
  ...diffOutline(plan.diff),
  ...whyOutline(plan.operations, plan.words),
  ...fallenOutline(plan.fallen),
  ...keptOutline(plan.kept),
  gap,
];

/** The result of an approval. */
export function approvedOutline({
  decision,
  id,
  by,
  operations,
  fallen,
  kept,
  adopted,
  file,
  recorded,
}: Approved): Outline {
  if (decision === "unchanged") return [line(`Version ${id} is in force already. Nothing was changed.`)];
  const count = counted(operations.length, "change");
  return [
    line([good("In force"), "  version ", accent(id), `, ${count}, from the next session on  `, faint(`by ${by}`)]),
    ...adoptedOutline(adopted),
    ...operationsOutline(operations),
    ...fallenOutline(fallen),
    ...keptOutline(kept),
    line(faint(file)),
    ...recordedOutline(recorded),
  ];
}

/** The preview of a rejection. */
export const rejectionOutline = ({
  version: { id, change_summary, operations },
  words,
}: {
  version: Pick<Version, "id" | "change_summary" | "operations">;
  words: readonly EntryWords[];
}): Outline => [...waiting(id, change_summary), ...whyOutline(operations, words), gap];

/** The result of a rejection. */
export function rejectedOutline({ decision, id, by, reason, entries, operations, file, recorded }: Rejected): Outline {
  if (decision === "unchanged") return [line(`Version ${id} is rejected already. Nothing was changed.`)];
  const pending = entries.length === 0 ? "" : `, ${counted(entries.length, "entry is", "entries are")} pending again`;
  return [
    line([bad("Rejected"), "  version ", accent(id), `${pending}  `, faint(`by ${by}`)]),
    line(data(reason ?? ""), { indent: 2 }),
    ...operationsOutline(operations),
    line(faint("It is not taught, and comes back only when a person says it anew, or wants it.")),
    line(faint(file)),
    ...recordedOutline(recorded),
  ];
}

/** The preview or result of a rollback. */
export function rollbackOutline(rolledBack: RolledBack): Outline {
  const { decision, dry_run, rolls_back, id = "", by, operations, kept, left, adopted, diff, file } = rolledBack;
  const comesNot = left.map(({ target, text, because }) => ({ text: `${target}: "${text}"`, because }));
  const stays = [...keptOutline(kept), ...part("Does not come back", reasoned(comesNot, undefined, "faint"))];
  if (decision === "unchanged") {
    return [line(`Nothing of version ${rolls_back} is left to take back. Nothing was changed.`), ...stays];
  }
  const decider = by === "auto" ? "" : `, decided by ${by}`;
  const head = dry_run
    ? [line([strong(`Taking version ${rolls_back} back`), " would change:"])]
    : [
        line([
          ...[good("Taken back"), "  version ", accent(rolls_back), ", by version ", accent(id)],
          `, from the next session on${decider}`,
        ]),
        ...adoptedOutline(adopted),
      ];
  return [
    ...head,
    gap,
    ...diffOutline(diff),
    ...(dry_run ? whyOutline(operations) : []),
    ...stays,
    gap,
    ...(file === undefined ? [] : [line(faint(file))]),
  ];
}
