/** What the tree knows of earlier imports. */

import type { Context } from "../context.js";
import { isLive } from "../entry/gates/visible.js";
import { listFiles, readBytes } from "../store/files/safe-path.js";
import type { Store } from "../store/open-store.js";
import type { Workspace } from "../store/workspace.js";
import { claimHash } from "../text/claims/canonical.js";
import { requestsIn } from "./policy/formats/feature-requests.js";
import { draftClaim, type ImportItem, type KnownItems } from "./policy/plan.js";

/** The text of a file of the tree; undefined when it is not there. */
async function treeText(ws: Workspace, path: string): Promise<string | undefined> {
  const bytes = await readBytes(ws, path);
  return bytes === undefined ? undefined : Buffer.from(bytes).toString("utf8");
}

/** Hashes of items whose line stands in the daily log. */
async function loggedBefore(ws: Workspace, items: readonly { item: ImportItem }[]): Promise<string[]> {
  const lines = new Map(items.flatMap(({ item: { plan, hash } }) => (plan.fate === "log" ? [[plan.text, hash]] : [])));
  if (lines.size === 0) return [];
  const logs = listFiles(ws, ws.memory).filter((path) =>
    /^\d{4}-\d{2}-\d{2}\.md$/.test(ws.relative(path).slice("memory/".length)),
  );
  const texts = await Promise.all(logs.map((path) => treeText(ws, path)));
  const said = texts.flatMap((text = "") => text.split("\n")).map((line) => line.replace(/^- \d{2}:\d{2} /, ""));
  return said.flatMap((text) => lines.get(text) ?? []);
}

/** Read once under the lock, so that nothing is imported twice. */
export interface EarlierImports {
  known: KnownItems;
  page: string | undefined;
  aliases: Map<string, string[]>;
}

/** The tree's knowledge of earlier imports, and the entries with the text of an item. */
export async function readEarlierImports(
  ctx: Context,
  tree: Store,
  items: readonly { item: ImportItem }[],
): Promise<EarlierImports> {
  const { workspace: ws } = ctx;
  const page = await treeText(ws, ws.featureRequests);
  const hashes = new Map<string, string | undefined>();
  for (const hash of [...requestsIn(page ?? ""), ...(await loggedBefore(ws, items))]) hashes.set(hash, undefined);
  const aliases = new Map<string, string[]>();
  for (const head of tree.heads) {
    if (head.imported !== undefined && head.type !== "outcome") hashes.set(head.imported.hash, head.id);
    for (const hash of head.folded ?? []) hashes.set(hash, head.id);
    for (const name of [head.id, ...(head.aliases ?? [])]) aliases.set(name, [...(aliases.get(name) ?? []), head.id]);
  }
  const wantedHashes = new Set(
    items.flatMap(({ item: { plan } }) => (plan.fate === "entry" ? claimHash(draftClaim(plan)) : [])),
  );
  const textsByHash = new Map<string, string[]>();
  for (const head of tree.heads) {
    if (head.status === "forgotten" || head.type === "outcome" || !wantedHashes.has(head.claim)) continue;
    const key = `${head.type} ${head.claim}`;
    textsByHash.set(key, [...(textsByHash.get(key) ?? []), head.id]);
  }
  const knownItems: KnownItems = {
    hashes,
    saying: (type, claim) => {
      const rows = (textsByHash.get(`${type} ${claim}`) ?? []).flatMap((id) => tree.head(id) ?? []);
      return rows.sort((a, b) => Number(isLive(b)) - Number(isLive(a)));
    },
  };
  return { known: knownItems, page, aliases };
}
