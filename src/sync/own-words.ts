/** Own words that come back as they went out, without names and places: they are counted with the entry that has them. */
import type { Context } from "../context.js";
import { claimOf, type Entry } from "../entry/entry.js";
import { isInUse } from "../entry/gates/visible.js";
import { PLACEHOLDERS } from "../screening/anonymise/placeholders.js";
import { openStore, type Store } from "../store/open-store.js";
import { canonicalClaim } from "../text/canonical.js";
import { isFromHub } from "./copies.js";
import type { SharedBody } from "./policy/shared-body.js";
import { privateNames } from "./private-names.js";
import { type Cleaner, cleaner } from "./shared-entries.js";
import type { EntryRow } from "./take-drafts.js";

/** The rows, of which those that say in redacted form what an own entry says have its words. */
export async function inOwnWords(ctx: Context, rows: readonly EntryRow[]): Promise<EntryRow[]> {
  const redacted = rows.filter(({ body }) => body.claim.search(PLACEHOLDERS) >= 0);
  if (redacted.length === 0) return [...rows];
  const tree = await openStore(ctx);
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

/** The body with the words of the entry, where they are the same without names and places. */
async function unredacted(body: SharedBody, entry: Entry | undefined, clean: Cleaner): Promise<SharedBody | undefined> {
  if (entry === undefined) return undefined;
  const says = async (own: string | undefined, text: string | undefined) =>
    own !== undefined && text !== undefined && canonicalClaim(await clean(own)) === canonicalClaim(text);
  if (!(await says(claimOf(entry), body.claim))) return undefined;
  const { evidence } = entry as { evidence?: string };
  return {
    ...body,
    claim: claimOf(entry),
    ...(evidence !== undefined && (await says(evidence, body.evidence)) ? { evidence } : {}),
  };
}
