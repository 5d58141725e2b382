/** States of the protected branch as this clone knows it, and the sentence for each. */
import type { Finding } from "../../../entry/findings.js";

/** The protected branch: people decided on the state of its tree. */
export type BaseState =
  | { state: "none" }
  /** There is one, or there may be: no new rule counts. `because`: part of a sentence. */
  | { state: "unreadable"; because: string }
  /** `branch`: `origin/main`; `commit`: its whole id. */
  | { state: "readable"; branch: string; commit: string };

/** Findings about the base, for commands that examine a workspace; none where it is in order or not named. */
export function baseFindings(base: BaseState): Finding[] {
  if (base.state !== "unreadable") return [];
  const message = baseSentence(base);
  const next = "git fetch, or git remote set-head origin --auto; git fsck says what is missing.";
  return [{ severity: "error", code: "base-unreadable", file: "tenet.yaml", message, next }];
}

/** When a proposal comes to count, as a sentence; empty where what stands in the working copy counts. */
export function countsOnceMerged(base: BaseState): string {
  if (base.state === "readable") return `It counts once it is merged into ${base.branch}.`;
  return base.state === "unreadable" ? "It counts once the base can be read and has it." : "";
}

/** The same sentence for a decision that was made just now. */
export function mergeNote(base: BaseState): string | undefined {
  const counts = countsOnceMerged(base);
  return counts === "" ? undefined : `Not merged: ${counts.charAt(0).toLowerCase()}${counts.slice(1)}`;
}

/** Describes the base in one sentence. */
export function baseSentence(base: BaseState): string {
  switch (base.state) {
    case "none":
      return "No base: settings and rules count as they stand here.";
    case "unreadable":
      return `The base cannot be read: ${base.because}. Until it can, the settings count as they stand here, and no new rule.`;
    case "readable":
      return `Settings and rules count as they stand on ${base.branch} (${base.commit.slice(0, 10)}).`;
  }
}
