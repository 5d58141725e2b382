import type { Asker, Call } from "../command/call.js";
import { approveByPerson } from "../rules/deciding.terminal.js";
import type { RoundDecision } from "./review-heard.terminal.js";
import type { VersionItem } from "./review-schemas.js";

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
