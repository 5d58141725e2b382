import type { Paint } from "../../text/paint.js";
import { printable } from "../../text/printable.js";
import { operationLines } from "../text/digest-text.js";
import type { Proposal } from "./propose.js";

const SAYS: Readonly<Record<Proposal["decision"], string>> = {
  proposed: "Proposed",
  "already-proposed": "Proposed before",
  "already-merged": "Merged already",
};

/** What was put on which branch, and what a person does with it. */
export function proposeText(proposal: Proposal, paint: Paint): string {
  const { decision, version, replaces, branch, commit, base, operations, kept } = proposal;
  const where =
    branch === undefined ? [] : [`  branch  ${paint.accent(branch)}  ${paint.faint((commit ?? "").slice(0, 10))}`];
  const onto = decision === "proposed" ? [`  on      ${paint.faint(base.slice(0, 10))}`] : [];
  const next =
    decision === "already-merged"
      ? "Nothing is left to do: the version that waits here is done with at the next digest."
      : "Push the branch and let a person merge it: that is the approval. Reverting the merge takes the rules back.";
  const lines = [
    `${paint.strong(SAYS[decision])}  ${version}  ${paint.faint(`for ${replaces}`)}`,
    ...where,
    ...onto,
    "",
    printable(proposal.summary),
    ...operations.flatMap((op) => operationLines(op, paint)),
    ...(proposal.fallen.length === 0
      ? []
      : [
          "",
          "Left out, since it holds no longer:",
          ...proposal.fallen.flatMap(({ op, because }) => [
            `  ${printable(op.text)}`,
            paint.faint(`      ${printable(because)}`),
          ]),
        ]),
    ...(kept.length === 0
      ? []
      : ["", "Stays as people wrote it:", ...kept.map(({ rule }) => `  ${rule.target}  ${printable(rule.text)}`)]),
    ...(proposal.rebased ? ["", "The rules had changed since it was made: it was put on those as committed."] : []),
    "",
    next,
  ];
  return `${lines.join("\n")}\n`;
}
