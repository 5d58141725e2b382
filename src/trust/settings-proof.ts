/** Whether a commit's change of guarded settings counted, and who let it in: asked by whoever lists changes of trust. */
import type { Decisions } from "./decisions.js";
import { guardedDifferences } from "./policy/guarded-settings.js";
import type { Proof } from "./proof.js";

export type SettingsProof = Pick<Proof, "state" | "person" | "because">;

const NOBODY = "Nobody listed before it is proven to have done that";

/** How the guarded settings of a commit's `tenet.yaml` came to count, as the history of the settings has it. */
export async function settingsProof(decisions: Decisions, commit: string): Promise<SettingsProof> {
  const { settings: history } = decisions;
  const [stated, before, after] = [history?.statedAt(commit), history?.before(commit), history?.after(commit)];
  if (stated === undefined) return { state: "unknown", because: "Its tenet.yaml cannot be read." };
  if (after === undefined) return { state: "unknown", because: "No owner was listed yet." };
  if (guardedDifferences(after, stated).length > 0) {
    const isOpen = history?.changes.some((change) => change.commit === commit) === true;
    const since = isOpen ? "it does not count" : "somebody listed took it up later, or took it back";
    return { state: "unproven", because: `${NOBODY}: ${since}.` };
  }
  if (before === undefined) return { state: "proven", because: "The settings begin here." };
  const { state, person, because } = await decisions.of(commit);
  if (state === "proven") return { state, ...(person === undefined ? {} : { person }), because };
  if (history?.newRoots.includes(commit)) return { state: "proven", because: "People begin anew here." };
  if (guardedDifferences(before, stated).length === 0)
    return { state: "proven", because: "It says what counted before." };
  return { state: "proven", because: "The first address of somebody listed: they wrote it down themselves." };
}
