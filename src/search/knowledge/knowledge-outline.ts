/** Says how knowledge files stand. */
import { type Block, faint, line } from "../../text/outline/outline.js";
import { counted } from "../../text/paint.js";
import type { IndexedKnowledge, KnowledgeStatus } from "./knowledge-schemas.js";

/** What is meant and not read: `2 binary, 1 too large`; undefined where all of it is. */
function unreadText({ unread }: KnowledgeStatus): string | undefined {
  const parts = Object.entries(unread).map(([why, count]) => `${count} ${why}`);
  return parts.length === 0 ? undefined : parts.join(", ");
}

/** One line: how much is known of how many files, and what of them is not read. */
function knowledgeText(status: KnowledgeStatus): string {
  const known = `${counted(status.passages, "passage")} of ${counted(status.files, "file")}`;
  const unread = unreadText(status);
  return unread === undefined ? known : `${known}; not read: ${unread}`;
}

/** What `tenet index` did with them. */
export function indexedKnowledgeLine(indexed: IndexedKnowledge): Block {
  const { embedded, pending, why } = indexed;
  const state =
    why !== undefined ? why : pending > 0 ? `${counted(pending, "passage")} still to do` : `${embedded} read now`;
  return line([`knowledge: ${knowledgeText(indexed)} `, faint(`(${state})`)]);
}
