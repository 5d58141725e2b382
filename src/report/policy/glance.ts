/** The state of the tree in a few plain sentences, for readers of nothing else. */

import { waitingText } from "../../store/waiting/policy/count-waiting.js";
import { counted } from "../../text/paint.js";
import { valueText } from "../figure-text.js";
import type { Figure, Report } from "../report-schemas.js";

const percent = (share: number): string => `${Math.round(Math.abs(share) * 100)} %`;

/** Leaves out uncounted measures; in an empty tree it gives the first step. */
export function glanceOf(report: Omit<Report, "glance">): string[] {
  const presentSentences = [
    learned(report),
    stuck(report),
    turnedOut(report),
    edited(report),
    noisy(report),
    waits(report),
  ];
  const sentences = presentSentences.filter((sentence) => sentence !== undefined);
  if (sentences.length > 0) return sentences;
  return report.since === undefined
    ? ['Nothing is known yet. It begins with a correction: tenet correct "..."']
    : [`Nothing happened since ${report.since.slice(0, 10)}.`];
}

function learned({ agents, rules }: Omit<Report, "glance">): string | undefined {
  const of = (what: "corrections" | "insights") => agents.reduce((sum, row) => sum + row[what], 0);
  const parts = [
    ...(of("corrections") > 0 ? [counted(of("corrections"), "correction")] : []),
    ...(of("insights") > 0 ? [counted(of("insights"), "insight")] : []),
  ];
  if (parts.length === 0) return undefined;
  const inForce = rules.length === 0 ? "" : `; ${counted(rules.length, "rule")} in force`;
  return `Learned: ${parts.join(", ")}${inForce}.`;
}

/** `held 8 of 11`. */
const ratio = ({ numerator = 0, denominator = 0 }: Figure): string => `${numerator} of ${denominator}`;

function stuck({ retention: { share, repeats } }: Omit<Report, "glance">): string | undefined {
  const again = repeats.numerator ?? 0;
  if (share.n === 0 && again === 0) return undefined;
  const heldText =
    share.n === 0 ? "No correction has an answer yet" : `Of corrections with an answer ${ratio(share)} held`;
  const repeated = again === 0 ? "none was" : again === 1 ? "1 was" : `${again} were`;
  return `${heldText}; ${repeated} said again.`;
}

function turnedOut({ outcome_loop: { outcomes, validated, invalidated, score } }: Omit<Report, "glance">) {
  if (outcomes === 0) return undefined;
  const mean = score.value === null ? "" : `, scores ${valueText(score)} on average`;
  return `${counted(outcomes, "outcome")}: ${validated} validated, ${invalidated} invalidated${mean}.`;
}

function edited({ editing: { less } }: Omit<Report, "glance">): string | undefined {
  if (less === null || less === 0) return undefined;
  return `Drafts need ${percent(less)} ${less > 0 ? "less" : "more"} editing than in the period before.`;
}

function noisy({ noise: { share } }: Omit<Report, "glance">): string | undefined {
  return share.value === null ? undefined : `Of what was offered ${ratio(share)} taught nothing and was kept out.`;
}

function waits({ waiting }: Omit<Report, "glance">): string | undefined {
  const says = waitingText(waiting);
  return says && `For a person: ${says}.`;
}
