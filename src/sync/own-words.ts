/** Own words that come back as they went out, without names and places: they are counted with the entry that has them. */
import type { Context } from "../context.js";
import { claimOf, type Entry } from "../entry/entry.js";
import { isInUse } from "../entry/gates/visible.js";
import { hubEntryOf, hubOrigin } from "../entry/hub-origin.js";
import { PLACEHOLDERS } from "../screening/anonymise/placeholders.js";
import { openStore, type Store } from "../store/open-store.js";
import { canonicalClaim } from "../text/canonical.js";
import { defined } from "../text/defined.js";
import { isFromHub } from "./copies.js";
import type { SharedBody } from "./policy/shared-body.js";
import { privateNames } from "./private-names.js";
import { type Cleaner, cleaner } from "./shared-entries.js";
import { copiesOf } from "./take-copies.js";
import type { EntryRow } from "./take-drafts.js";

/**
 * The rows, of which those that say in redacted form what an own entry says have its words. One of which there is a copy
 * here keeps its own: they are to stand in the copy's place.
 */
export async function inOwnWords(ctx: Context, hub: string, rows: readonly EntryRow[]): Promise<EntryRow[]> {
  if (!rows.some(isRedacted)) return [...rows];
  const tree = await openStore(ctx);
  const keyOf = ({ row: { agent, entry } }: EntryRow) => hubEntryOf(hubOrigin({ hub, agent, entry })) as string;
  const copied = await copiesOf(tree, new Set(rows.map(keyOf)));
  const redacted = rows.filter((row) => isRedacted(row) && !copied.has(keyOf(row)));
  const own = tree.heads.filter((head) => isInUse(head) && !isFromHub(head));
  const candidates = new Map(redacted.map((row) => [row, own.filter(couldSay(row.body)).map(({ id }) => id)]));
  const loaded = await entriesById(tree, [...candidates.values()].flat());
  if (loaded.size === 0) return [...rows];
  const clean = cleaner(await privateNames(ctx, tree, [...loaded.values()]));
  const ownWords = async (row: EntryRow): Promise<EntryRow> => {
    for (const id of candidates.get(row) ?? []) {
      const body = await unredacted(row.body, loaded.get(id), clean);
      if (body !== undefined) return { ...row, body };
    }
    return row;
  };
  return await Promise.all(rows.map(ownWords));
}

const isRedacted = ({ body }: EntryRow): boolean => body.claim.search(PLACEHOLDERS) >= 0;

async function entriesById(tree: Store, ids: readonly string[]): Promise<Map<string, Entry>> {
  return new Map((await tree.load([...new Set(ids)])).map(({ entry }) => [entry.id, entry]));
}

/** Whether a text has what stands around the placeholders of a claim, in this order. */
function couldSay({ type, claim }: SharedBody): (head: { type: string; text: string }) => boolean {
  const parts = claim.split(PLACEHOLDERS).map(canonicalClaim);
  return (head) => head.type === type && hasInOrder(canonicalClaim(head.text), parts);
}

function hasInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0;
  return parts.every((part) => {
    const at = text.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
}

/**
 * The body with claim and evidence of the entry, where the claim is the same without names and places. With evidence of its
 * own it would stand beside the entry as a copy: it is counted instead.
 */
async function unredacted(body: SharedBody, entry: Entry | undefined, clean: Cleaner): Promise<SharedBody | undefined> {
  if (entry === undefined) return undefined;
  const claim = claimOf(entry);
  if (canonicalClaim(await clean(claim)) !== canonicalClaim(body.claim)) return undefined;
  const { evidence: _, ...rest } = body;
  return { ...rest, claim, ...defined({ evidence: (entry as { evidence?: string }).evidence }) };
}
