/** The layer `contact`: facts that hold about the named contact. */

import { contactScope } from "../../entry/gates/contact-scope.js";
import { endOf } from "../../entry/standing/facts.js";
import { byFreshness, MOST_FACTS } from "../../recall/policy/rank.js";
import { next } from "../../steps.js";
import { askedFacts, isTold } from "../../store/contacts/asked-facts.js";
import type { Row } from "../../store/open-store.js";
import { shownText } from "../../store/viewer.js";
import { defined } from "../../text/defined.js";
import { conflictsIn } from "../entry-items.js";
import type { ContextItem, Layer } from "../policy/layer.js";
import type { Sources } from "../sources.js";

/** Empty unless a contact is named. Pinned facts first, then those that fit the query, then the freshest. */
export async function contactLayer(sources: Sources): Promise<Layer> {
  const { ctx, tree } = sources;
  const { contact } = ctx.actor;
  const askedTime = await askedFacts(ctx, sources.input.asOf);
  if (contact === undefined) return { name: "contact", title: "", items: [] };
  const heads = tree
    .speaking(tree.where({ type: "memory", scope: contactScope(contact) }, "inUse"))
    .filter((head) => isTold(head, askedTime))
    .sort(byFreshness);
  const fitting = heads.length === 0 ? [] : await fittingFacts(sources, heads);
  const pinned = heads.filter((head) => head.pinned === true);
  const chosenHeads = [...new Set([...pinned, ...fitting, ...heads])].slice(0, MOST_FACTS);
  const items = chosenHeads.map((head): ContextItem => ({ ...factItem(head), text: shownText(head) }));
  const more = heads.length - items.length;
  const rest = next(`${more} more about ${contact}:`, "list", { type: "memory", contact });
  const notes = [...conflictsIn(sources, "contact"), ...(more === 0 ? [] : [await sources.input.say(rest)])];
  return { name: "contact", title: `What is known of ${contact}`, items, notes };
}

function factItem({ id, tier, pinned, valid_from, ...fact }: Row): Omit<ContextItem, "text"> {
  const since = valid_from === undefined ? [] : [`since ${valid_from.slice(0, 10)}`];
  const end = endOf(fact);
  const until = end === undefined ? [] : [`until ${end.slice(0, 10)}`];
  const pinnedMark = pinned === true ? ["pinned"] : [];
  const note = [...pinnedMark, ...since, ...until].join(", ");
  return { id, tier, ...(note === "" ? {} : { note }) };
}

/** The facts that fit the query, by the rank of recall. */
async function fittingFacts({ ctx, input, ask }: Sources, heads: readonly Row[]): Promise<Row[]> {
  if (ask === undefined || heads.length <= MOST_FACTS) return [];
  const scope = contactScope(ctx.actor.contact ?? "");
  const answer = await ask(defined({ limit: MOST_FACTS, type: "memory", scope, asOf: input.asOf }));
  return answer.results.flatMap(({ id }) => heads.find((head) => head.id === id) ?? []);
}
