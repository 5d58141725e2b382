/** States of the protected branch as this clone knows it, and the sentence for each. */

/** The protected branch: people decided on the state of its tree. */
export type BaseState =
  | { state: "none" }
  /** There is one, or there may be: no new rule counts. `because`: part of a sentence. */
  | { state: "unreadable"; because: string }
  /** `branch`: `origin/main`; `commit`: its whole id. */
  | { state: "readable"; branch: string; commit: string };

/** When a proposal comes to count, as a sentence; empty where what stands in the working copy counts. */
export function countsOnceMerged(base: BaseState): string {
  if (base.state === "readable") return `It counts once it is merged into ${base.branch}.`;
  return base.state === "unreadable" ? "It counts once the base can be read and has it." : "";
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
