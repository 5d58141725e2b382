/** Renders `tenet versions`, its diff, and `tenet versions propose` for a terminal. */
import type { ListedVersion, Proposal, VersionDiff, Versions } from "../../store/rules/text/deciding-schemas.js";
import { operationLines } from "../../store/rules/text/digest-text.js";
import { diffLines, part, whyLines } from "../../store/rules/text/version-parts.js";
import { type Paint, printable } from "../../text/paint.js";

function colourOf(status: ListedVersion["status"], paint: Paint): (text: string) => string {
  if (status === "active") return paint.good;
  if (status === "pending") return paint.warn;
  return status === "rejected" ? paint.bad : paint.faint;
}

/** The decider that the version itself names. Of a merge only git knows it, and `why` prints it. */
function letInBy({ how, by }: NonNullable<ListedVersion["decided"]>): string {
  if (how === "mode") return "by the rules";
  return how === "merge" && by === "unproven" ? "by a merge" : `by ${printable(by)}`;
}

/** The chain, one version a line. */
export function versionsText({ versions, findings }: Versions, paint: Paint): string {
  if (versions.length === 0 && findings.length === 0) return "No version yet: nothing has become a rule.\n";
  const rows = versions.map((one) => {
    const { id, status, stale, not_merged, created, change_summary, decided } = one;
    const marks = [status, ...(stale === true ? ["stale"] : []), ...(not_merged === true ? ["not merged"] : [])];
    const state = colourOf(status, paint)(marks.join(", ").padEnd(14));
    const by = decided === undefined ? "" : paint.faint(`  ${letInBy(decided)}`);
    return `${paint.accent(id)}  ${state}  ${created.slice(0, 10)}  ${printable(change_summary)}${by}`;
  });
  const broken = findings.map(({ file, line, message }) => paint.bad(`${file}:${line ?? 1}: ${printable(message)}`));
  return `${[...rows, ...broken].join("\n")}\n`;
}

/** A version: where it stands, its diff, and the reason of every line. */
export function diffText({ version, file, stale, diff, words }: VersionDiff, paint: Paint): string {
  const { id, status, decided, created, change_summary } = version;
  const deciderText = decided === undefined ? "" : `, ${letInBy(decided)}`;
  const because = decided?.reason === undefined ? [] : [paint.faint(`  ${printable(decided.reason)}`)];
  const lines = [
    `${paint.strong(`Version ${id}`)}  ${colourOf(status, paint)(status)}${stale ? paint.warn(", stale: the rules changed since") : ""}  ${paint.faint(created.slice(0, 10) + deciderText)}`,
    ...because,
    printable(change_summary),
    "",
    ...diffLines(diff, paint),
    ...whyLines(version.operations, paint, words),
    "",
    paint.faint(file),
  ];
  return `${lines.join("\n")}\n`;
}

const SAYS: Readonly<Record<Proposal["decision"], string>> = {
  proposed: "Proposed",
  "already-proposed": "Proposed before",
  "already-merged": "Merged already",
};

/** The branch of a proposal, and the next step of a person. */
export function proposeText(proposal: Proposal, paint: Paint): string {
  const { decision, version, replaces, branch, commit, base, operations, kept } = proposal;
  const placeLines =
    branch === undefined ? [] : [`  branch  ${paint.accent(branch)}  ${paint.faint((commit ?? "").slice(0, 10))}`];
  const onto = decision === "proposed" ? [`  on      ${paint.faint(base.slice(0, 10))}`] : [];
  const next =
    decision === "already-merged"
      ? "Nothing is left to do: the version that waits here is done with at the next digest."
      : "Push the branch and let a person merge it: that is the approval. Reverting the merge takes the rules back.";
  const fallenLines = proposal.fallen.flatMap(({ op, because }) => [
    `  ${printable(op.text)}`,
    paint.faint(`      ${printable(because)}`),
  ]);
  const lines = [
    `${paint.strong(SAYS[decision])}  ${version}  ${paint.faint(`for ${replaces}`)}`,
    ...placeLines,
    ...onto,
    "",
    printable(proposal.summary),
    ...operations.flatMap((op) => operationLines(op, paint)),
    ...part("Left out, since it holds no longer:", fallenLines),
    ...part(
      "Stays as people wrote it:",
      kept.map(({ rule }) => `  ${rule.target}  ${printable(rule.text)}`),
    ),
    ...(proposal.rebased ? ["", "The rules had changed since it was made: it was put on those as committed."] : []),
    "",
    next,
  ];
  return `${lines.join("\n")}\n`;
}
