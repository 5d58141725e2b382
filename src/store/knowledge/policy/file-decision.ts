/** How a person's decision on a file from elsewhere is said in a record, and read again. Pure. */
import type { Decision } from "../../../entry/entry.js";

/** What a person decides of a file's content. */
export type FileVerdict = "approve" | "reject";

/** The tag by which such decisions are found. */
export const KNOWLEDGE_TAG = "knowledge";

const ACTIONS: Readonly<Record<FileVerdict, string>> = {
  approve: "Read it as knowledge",
  reject: "Do not read it as knowledge",
};

/** The words of a decision: whoever approves them has read which content they are about. */
export function fileDecision(
  verdict: FileVerdict,
  { file, sha256 }: { file: string; sha256: string },
): Pick<Decision, "situation" | "action"> {
  return {
    situation: `The file ${file} comes from elsewhere and waits to be read as knowledge (sha256 ${sha256})`,
    action: ACTIONS[verdict],
  };
}

const SITUATION = /^The file .+ comes from elsewhere and waits to be read as knowledge \(sha256 ([0-9a-f]{64})\)$/s;

/** The content that a decision is about and what was decided; undefined where it says anything else. */
export function fileVerdictOf({
  situation,
  action,
}: Pick<Decision, "situation" | "action">): { sha256: string; verdict: FileVerdict } | undefined {
  const sha256 = SITUATION.exec(situation)?.[1];
  const verdict = (["approve", "reject"] as const).find((one) => ACTIONS[one] === action);
  return sha256 === undefined || verdict === undefined ? undefined : { sha256, verdict };
}
