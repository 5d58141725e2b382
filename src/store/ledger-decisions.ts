/** Decisions about versions, read off the files that a change wrote: whichever verb wrote them, the ledger knows. */

import { ANY_ID_FORM } from "../entry/id-form.js";
import type { FileChange } from "./files/transaction.js";
import type { LedgerEvent } from "./ledger.js";

type Decision = Required<Pick<LedgerEvent, "version" | "decision" | "ids">> & Pick<LedgerEvent, "by">;

/** The few lines of a version's front matter that say who decided what. Cheap: neither yaml nor zod is loaded for it. */
function stateOf(bytes: Uint8Array | null | undefined): Decision | undefined {
  const text = Buffer.from(bytes ?? [])
    .toString("utf8")
    .replaceAll("\r\n", "\n");
  const head = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(text)?.[1];
  if (head === undefined) return undefined;
  const field = (name: string) => new RegExp(`^${name}: *"?([^"\\n]+?)"? *$`, "m").exec(head)?.[1];
  const [version, decision] = [field("id"), field("status")];
  if (version === undefined || decision === undefined) return undefined;
  const decided = /^decided:\n((?: +.*\n?)+)/m.exec(head)?.[1] ?? "";
  const by = /^ +by: *"?([^"\n]+?)"? *$/m.exec(decided)?.[1];
  const folded = /^folded:\n((?: +- .*\n?)+)/m.exec(head)?.[1] ?? "";
  const ids = [...folded.matchAll(new RegExp(ANY_ID_FORM, "g"))].map(([id]) => id);
  return { version, decision, ids, ...(by === undefined ? {} : { by }) };
}

/** Versions that are new, or in another state than before, in the order of their files. */
export function decisionsIn(changes: readonly Pick<FileChange, "path" | "after" | "read">[]): Decision[] {
  return [...changes]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ after, read }) => {
      const now = stateOf(after);
      return now === undefined || stateOf(read)?.decision === now.decision ? [] : [now];
    });
}
