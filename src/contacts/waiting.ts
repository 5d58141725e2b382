/** What waits for a person of contacts: how much of whom, and never what. */

import { CONTACT_SCOPE, contactOf } from "../entry/gates/contact-scope.js";
import { isLive, isPrivate } from "../entry/gates/visible.js";
import type { Cuts } from "../search/near-cuts.js";
import { isRaised, openPairsIn } from "../store/open-pairs.js";
import type { Row, Store } from "../store/open-store.js";
import { counted } from "../text/paint.js";

/** How much of one contact waits for a person. */
export interface ContactWaiting {
  contact: string;
  /** Facts to approve, and pairs of them to decide. */
  count: number;
  /** How many of them are shown only with `--private`. */
  private: number;
}

/** By contact, in the order of their ids. Without any contact it costs one look at a table. */
export function waitingContacts(tree: Store, cuts: Pick<Cuts, "close">): ContactWaiting[] {
  const about = tree.where({ scope: { begins: CONTACT_SCOPE } });
  if (about.length === 0) return [];
  // Questions are for the person at the terminal, whichever contact they are about.
  const liveHeads = about.filter((head) => head.type !== "question" && isLive(head));
  const entries = liveHeads.filter(({ review }) => review?.state === "needs_review").map((head) => [head]);
  const raised = openPairsIn(tree, cuts.close).filter(isRaised);
  const pairs = raised.flatMap(({ newer, older }) => (older === undefined ? [] : [[newer, older]]));
  const byContact = new Map<string, ContactWaiting>();
  for (const heads of [...entries, ...pairs] as Row[][]) {
    const contact = contactOf(heads[0] ?? {});
    if (contact === undefined) continue;
    const ofContact = byContact.get(contact) ?? { contact, count: 0, private: 0 };
    ofContact.count++;
    if (heads.some(isPrivate)) ofContact.private++;
    byContact.set(contact, ofContact);
  }
  return [...byContact.values()].sort((a, b) => (a.contact < b.contact ? -1 : 1));
}

/**
 * `3 entries about contacts wait (bob 1, jane 2): tenet review --contact bob`; undefined where none do. Of one with nothing
 * but private ones, with `--private`.
 */
export function waitingContactsText(contacts: readonly ContactWaiting[]): string | undefined {
  const [first, ...more] = contacts;
  if (first === undefined) return undefined;
  const count = contacts.reduce((sum, one) => sum + one.count, 0);
  const flag = first.count === first.private ? " --private" : "";
  const contactList = more.length === 0 ? "" : ` (${contacts.map((one) => `${one.contact} ${one.count}`).join(", ")})`;
  const waits = `${counted(count, "entry", "entries")} about contacts ${count === 1 ? "waits" : "wait"}${contactList}`;
  return `${waits}: tenet review --contact ${first.contact}${flag}`;
}
