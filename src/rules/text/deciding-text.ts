/** Renders a version before and after a decision. Called by approve, reject and rollback. */
import { recordedText } from "../../store/decisions/recorded-text.js";
import type { EntryWords } from "../../store/rules/entry-words.js";
import type { Version } from "../../store/rules/policy/version.js";
import type { Approved, KeptRule, Rejected, RolledBack } from "../../store/rules/text/deciding-schemas.js";
import { operationLines } from "../../store/rules/text/digest-text.js";
import { diffLines, part, replayLines, whyLines } from "../../store/rules/text/version-parts.js";
import { indented } from "../../text/columns.js";
import type { Paint } from "../../text/paint.js";
import type { ApprovalPlan } from "../approve.js";

function fallenLines(fallen: ApprovalPlan["fallen"], paint: Paint): string[] {
  return part(
    paint.strong("Falls out"),
    fallen.flatMap(({ op, because }) => [
      ...indented(op.text, 2, paint).map(paint.faint),
      ...indented(because, 6, paint).map(paint.warn),
    ]),
  );
}

function keptLines(keptRules: readonly KeptRule[], paint: Paint): string[] {
  return part(
    paint.strong("Stays as it is"),
    keptRules.flatMap(({ target, text, theirs }) =>
      indented(`${target}: "${text}" (${theirs ? "a person's line" : "a later version changed it"})`, 2, paint),
    ),
  );
}

/** Renders the preview of an approval. */
export function approvalText(plan: ApprovalPlan, paint: Paint): string {
  const { id, change_summary, operations, fallen, kept, rebased, diff, words, replay } = plan;
  const lines = [
    `${paint.strong(`Version ${id}`)}  ${paint.warn("waits for you")}`,
    ...indented(change_summary, 0, paint),
    ...(rebased ? [paint.faint("The rules changed since it was proposed; this is what it does to them now.")] : []),
    "",
    ...diffLines(diff, paint),
    ...whyLines(operations, paint, words),
    ...fallenLines(fallen, paint),
    ...keptLines(kept, paint),
    ...replayLines(replay, paint),
    "",
  ];
  return `${lines.join("\n")}\n`;
}

/** Renders the result of an approval. */
export function approvedText(data: Approved, paint: Paint): string {
  const { decision, id, by, operations, fallen, kept, adopted, file, recorded } = data;
  if (decision === "unchanged") return `Version ${id} is in force already. Nothing was changed.\n`;
  const count = `${operations.length} ${operations.length === 1 ? "change" : "changes"}`;
  const lines = [
    `${paint.good("In force")}  version ${paint.accent(id)}, ${count}, from the next session on  ${paint.faint(`by ${by}`)}`,
    ...(adopted === undefined
      ? []
      : [`Version ${paint.accent(adopted)} took over first what people had changed by hand.`]),
    ...operations.flatMap((op) => operationLines(op, paint)),
    ...fallenLines(fallen, paint),
    ...keptLines(kept, paint),
    paint.faint(file),
  ];
  return `${lines.join("\n")}\n${recordedText(recorded, paint)}`;
}

/** Renders the preview of a rejection. */
export function rejectionText(
  { version, words }: { version: Pick<Version, "id" | "change_summary" | "operations">; words: readonly EntryWords[] },
  paint: Paint,
): string {
  const lines = [
    `${paint.strong(`Version ${version.id}`)}  ${paint.warn("waits for you")}`,
    ...indented(version.change_summary, 0, paint),
    ...whyLines(version.operations, paint, words),
    "",
  ];
  return `${lines.join("\n")}\n`;
}

/** Renders the result of a rejection. */
export function rejectedText(data: Rejected, paint: Paint): string {
  const { decision, id, by, reason, entries, operations, file, recorded } = data;
  if (decision === "unchanged") return `Version ${id} is rejected already. Nothing was changed.\n`;
  const pending =
    entries.length === 0
      ? ""
      : `, ${entries.length} ${entries.length === 1 ? "entry is" : "entries are"} pending again`;
  const lines = [
    `${paint.bad("Rejected")}  version ${paint.accent(id)}${pending}  ${paint.faint(`by ${by}`)}`,
    ...indented(reason ?? "", 2, paint),
    ...operations.flatMap((op) => operationLines(op, paint)),
    paint.faint("It comes back only when something new speaks for it, or a person wants it."),
    paint.faint(file),
  ];
  return `${lines.join("\n")}\n${recordedText(recorded, paint)}`;
}

/** Renders the preview or result of a rollback. */
export function rollbackText(data: RolledBack, paint: Paint): string {
  const { decision, dry_run, rolls_back, id, by, operations, kept, left, adopted, diff, file } = data;
  const stays = [
    ...keptLines(kept, paint),
    ...part(
      paint.strong("Does not come back"),
      left.flatMap(({ target, text, because }) => [
        ...indented(`${target}: "${text}"`, 2, paint),
        ...indented(because, 6, paint).map(paint.faint),
      ]),
    ),
  ];
  if (decision === "unchanged") {
    const lines = [`Nothing of version ${rolls_back} is left to take back. Nothing was changed.`, ...stays];
    return `${lines.join("\n")}\n`;
  }
  const head = dry_run
    ? [`${paint.strong(`Taking version ${rolls_back} back`)} would change:`]
    : [
        `${paint.good("Taken back")}  version ${paint.accent(rolls_back)}, by version ${paint.accent(id ?? "")}, from the next session on${by === "auto" ? "" : `, decided by ${by}`}`,
        ...(adopted === undefined
          ? []
          : [`Version ${paint.accent(adopted)} took over first what people had changed by hand.`]),
      ];
  const lines = [
    ...head,
    "",
    ...diffLines(diff, paint),
    ...(dry_run ? whyLines(operations, paint) : []),
    ...stays,
    ...(file === undefined ? [""] : ["", paint.faint(file)]),
  ];
  return `${lines.join("\n")}\n`;
}
