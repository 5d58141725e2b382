/** Who let a version in, as git has it. Read by `why`. */
import { blobsOf } from "../../store/git/git-snapshot.js";
import { blockIn } from "../../store/records/marked-blocks.js";
import type { Workspace } from "../../store/workspace.js";
import type { Proof } from "../../trust/proof.js";
import { rulesIn } from "../files/block.js";
import { saysSame } from "../policy/rule.js";
import type { Operation, Version, VersionDecision } from "../versions/version.js";
import type { Provenance } from "./provenance.js";

/** What a hand edit carries is the commit of the edit; everything else is in the commit of the version. */
export async function proofOf(
  version: Version,
  decided: VersionDecision,
  { workspace, provenance }: { workspace: Workspace; provenance: Provenance },
): Promise<Proof> {
  if (decided.how === "edited" && decided.commit !== undefined && provenance.hasGit) {
    const commit = provenance.decisions.commit(decided.commit);
    if (commit !== undefined && (await carries(workspace, commit.commit, version.operations))) {
      const proof = await provenance.decisions.of(commit.commit);
      if (proof.state === "proven") return proof;
    }
  }
  return await provenance.proofOf(version.id);
}

/** Does a commit hold one of these edits, which the commit before it did not? */
async function carries(ws: Workspace, commit: string, operations: readonly Operation[]): Promise<boolean> {
  for (const op of operations) {
    const names = [`${commit}:./${op.target}`, `${commit}^:./${op.target}`];
    const [after, before] = (await blobsOf(ws.root, names)).map((blob) => holds(blob?.toString("utf8"), op.text));
    if (op.op === "delete" ? before && !after : after && !before) return true;
  }
  return false;
}

function holds(text: string | undefined, words: string): boolean {
  const block = blockIn(text ?? "", "rules");
  return block.state === "found" && rulesIn(block.lines).some((rule) => saysSame(rule.text, words));
}
