/** Says `tenet versions`, its diff, and `tenet versions propose`. */

import {
  accent,
  columnsOf,
  data,
  faint,
  field,
  gap,
  line,
  type Outline,
  strong,
  type Tone,
  warn,
} from "../../text/outline/outline.js";
import { UNPROVEN } from "../policy/rule.js";
import type { ListedVersion, Proposal, VersionDiff, Versions } from "../text/deciding-schemas.js";
import { diffOutline, operationsOutline, part, whyOutline } from "../text/version-outline.js";

const TONES: Readonly<Partial<Record<ListedVersion["status"], Tone>>> = {
  active: "good",
  pending: "warn",
  rejected: "bad",
};

const stateSaid = (status: ListedVersion["status"], text: string = status) => ({
  text,
  tone: TONES[status] ?? "faint",
});

/** The decider that the version itself names. Of a merge only git knows it, and `why` prints it. */
function letInBy({ how, by }: NonNullable<ListedVersion["decided"]>): string {
  if (how === "mode") return "by the mode";
  if (by === UNPROVEN) return how === "merge" ? "by a merge" : "by hand";
  return `by ${by}`;
}

/** The chain, one version a row. */
export function versionsOutline({ versions, findings }: Versions): Outline {
  if (versions.length === 0 && findings.length === 0) return [line("No version yet: nothing has become a rule.")];
  const rows = versions.map(({ id, status, stale, not_merged, created, change_summary, decided }) => {
    const marks = [status, ...(stale === true ? ["stale"] : []), ...(not_merged === true ? ["not merged"] : [])];
    const by = decided === undefined ? "" : data(letInBy(decided), "faint");
    return { cells: [accent(id), stateSaid(status, marks.join(", ")), created.slice(0, 10), data(change_summary), by] };
  });
  const columns = columnsOf({ version: "id", state: "id", made: "id", what: "text", by: "id" });
  const broken = findings.map(({ file, line: at, message }) => line(data(`${file}:${at ?? 1}: ${message}`, "bad")));
  return [{ kind: "table", bare: true, columns, rows }, ...broken];
}

/** A version: where it stands, its diff, and the reason of every line. */
export function diffedOutline({ version, file, stale, diff, words }: VersionDiff): Outline {
  const { id, status, decided, created, change_summary, operations } = version;
  const decider = decided === undefined ? "" : `, ${letInBy(decided)}`;
  return [
    line([
      ...[strong(`Version ${id}`), "  ", stateSaid(status), warn(stale ? ", stale: the rules changed since" : "")],
      ...["  ", faint(created.slice(0, 10) + decider)],
    ]),
    ...(decided?.reason === undefined ? [] : [line(data(decided.reason, "faint"), { indent: 2 })]),
    line(data(change_summary)),
    gap,
    ...diffOutline(diff),
    ...whyOutline(operations, words),
    gap,
    line(faint(file)),
  ];
}

const SAYS: Readonly<Record<Proposal["decision"], string>> = {
  proposed: "Proposed",
  "already-proposed": "Proposed before",
  "already-merged": "Merged already",
};

/** The branch of a proposal, and the next step of a person. */
export function proposedOutline(proposal: Proposal): Outline {
  const { decision, version, replaces, branch, commit = "", base, operations, kept, fallen } = proposal;
  const next =
    decision === "already-merged"
      ? "Nothing is left to do: the version that waits here is done with at the next digest."
      : "Push the branch and let a person merge it: that is the approval. Reverting the merge takes the rules back.";
  return [
    line([strong(SAYS[decision]), `  ${version}  `, faint(`for ${replaces}`)]),
    ...(branch === undefined
      ? []
      : [field("branch", [accent(branch), "  ", faint(commit.slice(0, 10))], { cells: 8 })]),
    ...(decision === "proposed" ? [field("on", faint(base.slice(0, 10)), { cells: 8 })] : []),
    gap,
    line(data(proposal.summary)),
    ...operationsOutline(operations),
    ...part(
      "Left out, since it holds no longer:",
      fallen.flatMap(({ op, because }) => [
        line(data(op.text), { indent: 2, hang: 2 }),
        line(data(because, "faint"), { indent: 6 }),
      ]),
    ),
    ...part(
      "Stays as people wrote it:",
      kept.map(({ rule }) => line([`${rule.target}  `, data(rule.text)], { indent: 2, hang: 2 })),
    ),
    ...(proposal.rebased
      ? [gap, line("The rules had changed since it was made: it was put on those as committed.")]
      : []),
    gap,
    line(next),
  ];
}
