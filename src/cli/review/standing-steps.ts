import type { FileItem, UnprovenItem, VersionItem } from "../../review/review-schemas.js";
import type { Asker } from "../ask.js";
import type { CommandContext } from "../command-context.js";
import { approveByPerson, rollbackByPerson } from "../commands/deciding.js";
import type { RoundDecision } from "./review-heard.js";

export async function unprovenStep(
  cli: CommandContext,
  asker: Asker,
  item: UnprovenItem,
  word: string,
): Promise<RoundDecision> {
  const { id, ref, target, text } = item;
  if (word === "keep") {
    const { keepLine } = await import("../../rules/keep-line.js");
    const confirmed = await asker.typed(`Type ${ref} to take it as your own:`, ref);
    const { by } = await keepLine(await cli.context(), { since: id, text, confirmed });
    return {
      ids: [id],
      decision: "keep",
      says: `The line in ${target} is ${by}'s.`,
    };
  }
  await rollbackByPerson(cli, { ref: id, dryRun: false });
  return {
    ids: [id],
    decision: "rollback",
    says: `What version ${id} took over by hand is taken back from ${target}.`,
  };
}

export async function fileStep(
  cli: CommandContext,
  asker: Asker,
  item: FileItem,
  word: string,
): Promise<RoundDecision> {
  const { reviewFile } = await import("../../review/review-file.js");
  const { id: file, ref, sha256 } = item;
  const verdict = word === "approve" ? "approve" : "reject";
  const reason = verdict === "reject" ? await asker.line("Why is it not wanted? (Enter: no reason)", "") : undefined;
  const confirmed = verdict === "reject" || (await asker.typed(`Type ${ref} to let ${file} in:`, ref));
  const { says } = await reviewFile(await cli.context(), { file, verdict, sha256, reason, confirmed });
  return { ids: [file], decision: word, says };
}

export async function versionStep(
  cli: CommandContext,
  asker: Asker,
  item: VersionItem,
  word: string,
): Promise<RoundDecision> {
  const { id, diff } = item;
  if (word === "reject") {
    const { reject } = await import("../../rules/reject.js");
    const reason = await asker.line("Why is it not wanted? The next digest goes by it:");
    await reject(await cli.context(), { ref: id, reason, confirmed: true });
    return { ids: [id], decision: "reject", says: `Version ${id} is rejected.` };
  }
  await approveByPerson(cli, { ref: id, edit: word === "edit", seen: diff });
  return { ids: [id], decision: "approve", says: `Version ${id} is in force from the next session on.` };
}
