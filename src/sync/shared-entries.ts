/** What this tree shares: its entries as bodies without names, paths, addresses, hosts and secrets. */
import type { Context } from "../context.js";
import type { Entry } from "../entry/entry.js";
import { isLive, isRestricted } from "../entry/gates/visible.js";
import { isComparedType } from "../entry/record-types.js";
import { anonymise } from "../screening/anonymise/anonymise.js";
import { screenText } from "../screening/screen.js";
import type { Row, Store } from "../store/open-store.js";
import { isFromHub } from "./copies.js";
import { whyNotShared } from "./policy/may-share.js";
import { type SharedBody, sharedBodyOf, toTheSecond } from "./policy/shared-body.js";
import { privateNames } from "./private-names.js";

/** One entry of this tree, and what of it is shared. */
export interface OwnEntry {
  id: string;
  /** When it was said. */
  at?: string;
  /** Absent where nothing of it is. */
  body?: SharedBody;
  /** Why not. */
  because?: string;
  /** Its words are to leave every copy, or it is no longer shared. */
  gone?: "erased" | "withdrawn";
  /** A correction or memory that stands here, and goes only where a person names it by its id. */
  unnamed?: true;
}

/** All entries of the tree that this workspace wrote, each with its body or why it has none. By time. */
export async function ownEntries(ctx: Context, tree: Store): Promise<OwnEntry[]> {
  const heads = tree.heads.filter((head) => isComparedType(head.type) && !isFromHub(head));
  const own: OwnEntry[] = [];
  // What is nobody's to share is not even loaded.
  const may = heads.filter((head) => !isRestricted(head) && mayGo(head, ctx.profile.sync.share.ids));
  const loaded = new Map((await tree.load(may.map(({ id }) => id))).map(({ entry }) => [entry.id, entry]));
  const clean = cleaner(await privateNames(ctx, tree, [...loaded.values()]));
  for (const head of heads) {
    const { id } = head;
    const entry = loaded.get(id);
    if (entry !== undefined) own.push(await ownEntry(ctx, head, entry, clean));
    else own.push({ id, gone: "withdrawn", ...(isRestricted(head) || !isLive(head) ? {} : { unnamed: true }) });
  }
  return own;
}

/** Insights, tombstones of any type, and what a person named. */
const mayGo = ({ id, type, status }: Row, ids: readonly string[]): boolean =>
  type === "insight" || status === "forgotten" || ids.includes(id);

async function ownEntry(
  { profile }: Pick<Context, "profile">,
  head: Row,
  entry: Entry,
  clean: Cleaner,
): Promise<OwnEntry> {
  const { id } = entry;
  if (entry.erased !== undefined || entry.redacted !== undefined)
    return { id, gone: "erased", because: "its words were taken out" };
  const because = whyNotShared(head, profile.sync.share);
  if (because !== undefined) return { id, gone: "withdrawn", because };
  const texts = new Map<string, string>();
  for (const text of textsIn(entry)) texts.set(text, await clean(text));
  const body = sharedBodyOf(entry, (text) => texts.get(text) ?? "", head.judged);
  if (body === undefined) return { id, gone: "withdrawn", because: "without names and places nothing is left of it" };
  return { id, at: toTheSecond(entry.timestamp), body };
}

type Cleaner = (text: string) => Promise<string>;

/** Secrets go first: half a secret is none that anybody would recognise. */
function cleaner(names: readonly string[]): Cleaner {
  const screened = new Map<string, string>();
  return async (text) => {
    const screenedText = screened.get(text);
    if (screenedText !== undefined) return screenedText;
    const { value } = await screenText(text, "a shared text", { personal: "redact" });
    const { text: cleaned } = anonymise(value, { names });
    screened.set(text, cleaned);
    return cleaned;
  };
}

/** Every text of an entry, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
