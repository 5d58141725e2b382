/** What the commit of a proposed version says: what it changes, why, and what merging and reverting it mean. */
import type { Operation, Version } from "./version.js";

const SIGN = { add: "+", update: "~", delete: "-", keep: " " } as const;

/** Ends the message, so that programs find the commit again. */
export const PROPOSAL_TRAILER = "Tenet-Version";

const plain = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();

function reasonLines(op: Operation): string[] {
  const moved = op.from === undefined ? "" : ` (from ${op.from})`;
  const was = op.before === undefined || op.before === op.text ? [] : [`  was "${plain(op.before)}"`];
  const ids = op.ids.length === 0 ? "" : ` (${op.ids.join(", ")})`;
  return [`${SIGN[op.op]} ${op.target}${moved}: ${plain(op.text)}`, ...was, `  ${plain(op.because)}${ids}`];
}

/** The whole message. Its first line stays short enough for a list of commits. */
export function proposalMessage(version: Pick<Version, "id" | "change_summary" | "operations" | "replaces">): string {
  const { id, change_summary, operations, replaces } = version;
  const first = `rules: ${change_summary}`;
  const counted = operations.length === 1 ? "1 change" : `${operations.length} changes`;
  const subject = first.length <= 72 ? first : `rules: ${counted} as version ${id}`;
  return [
    subject,
    "",
    ...operations.flatMap(reasonLines),
    "",
    "Merging this commit lets these rules in; reverting it takes them back.",
    "",
    `${PROPOSAL_TRAILER}: ${id}`,
    ...(replaces === undefined ? [] : [`Tenet-Replaces: ${replaces}`]),
    "",
  ].join("\n");
}
