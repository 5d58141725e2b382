import type { Asker, Call } from "../command/call.js";
import { approveByPerson, rollbackByPerson } from "../rules/deciding.terminal.js";
import type { RoundDecision } from "./review-heard.terminal.js";
import type { UnprovenItem, VersionItem } from "./review-schemas.js";

export async function unprovenStep(call: Call, asker: Asker, item: UnprovenItem, word: string): Promise<RoundDecision> {
  const { id, ref, target, text } = item;
  if (word === "keep") {
    const { keepLine } = await import("../rules/keep-line.js");
    const confirmed = await asker.typed(`Type ${ref} to take it as your own:`, ref);
    const { by } = await keepLine(await call.context(), { since: id, text, confirmed });
    return {
      ids: [id],
      decision: "keep",
      says: `The line in ${target} is ${by}'s.`,
    };
  }
  await rollbackByPerson(call, { ref: id, dryRun: false });
  return {
    ids: [id],
    decision: "rollback",
    says: `What version ${id} took over by hand is taken back from ${target}.`,
  };
}

export async function versionStep(call: Call, asker: Asker, item: VersionItem, word: string): Promise<RoundDecision> {
  const { id, diff } = item;
  if (word === "reject") {
    const { reject } = await import("../rules/reject.js");
    const reason = await asker.line("Why is it not wanted? The next digest goes by it:");
    await reject(await call.context(), { ref: id, reason, confirmed: true });
    return { ids: [id], decision: "reject", says: `Version ${id} is rejected.` };
  }
  await approveByPerson(call, { ref: id, edit: word === "edit", seen: diff });
  return { ids: [id], decision: "approve", says: `Version ${id} is in force from the next session on.` };
}
