/** Stages what an import decided: records, log lines, feature requests, the archive. */

import type { Ask } from "../capture/capture-schemas.js";
import type { Context } from "../context.js";
import { GROUP_OF } from "../entry/memory-groups.js";
import type { Change } from "../store/change/change.js";
import { type AccountItem, accountTime, isSettled, readAccountItems, renderAccount } from "../store/imports/account.js";
import { stamp } from "../text/durations.js";
import type { EarlierImports } from "./earlier-imports.js";
import { openEdited } from "./edited-lines.js";
import { type DecidedItem, foldOnto, linkReferences, recordOfDraft, type WrittenRecord } from "./import-entries.js";
import { eachOf, type ReadSource, stopIfInterrupted } from "./import-read.js";
import { type FeatureRequest, withRequests } from "./policy/formats/feature-requests.js";
import { entryOf, type ImportItem, isPending, type Pending } from "./policy/plan.js";

/** The entry that an item became or joined; `ids` of those that are new. */
export function idOf({ decision }: DecidedItem, ids?: ReadonlyMap<Pending, string>): string | undefined {
  const entry = entryOf(decision);
  return typeof entry === "object" ? ids?.get(entry) : entry;
}

/** Writes into one change, and remembers where each item went. */
export class Writer {
  readonly places = new Map<ImportItem, { file: string; at: number }>();
  readonly copies = new Map<ReadSource, string>();
  readonly changed = new Set<string>();
  readonly ids = new Map<Pending, string>();
  readonly #ctx: Context;
  readonly #change: Change;

  constructor(ctx: Context, change: Change) {
    this.#ctx = ctx;
    this.#change = change;
  }

  #put(item: ImportItem, { file, line }: { file: string; line: number }): void {
    this.changed.add(file);
    this.places.set(item, { file, at: line });
  }

  async entries(decidedItems: readonly DecidedItem[], aliases: EarlierImports["aliases"]): Promise<void> {
    const records: WrittenRecord[] = [];
    for (const { at, from, decision } of decidedItems) {
      if (decision.fate !== "imported") continue;
      const record = recordOfDraft(this.#ctx, this.#change, decision.pending, at, from);
      this.ids.set(decision.pending, record.entry.id);
      records.push(record);
    }
    linkReferences(records, aliases);
    await eachOf(this.#ctx, "importing", records, ({ pending, entry, outcome }) => {
      const group = entry.type === "memory" ? { name: GROUP_OF[entry.category] } : undefined;
      this.#put(pending.item, this.#change.append(entry, group));
      if (outcome !== undefined) this.changed.add(this.#change.append(outcome).file);
    });
  }

  /** Opens a pair between each edited line and its earlier text; returns the questions about them. */
  async edited(lines: ReadonlyMap<Pending, string>): Promise<Ask[]> {
    const pairs = [...lines].map(([pending, was]) => [this.ids.get(pending) as string, was] as const);
    return await openEdited(this.#ctx, this.#change, pairs);
  }

  async rest(decidedItems: readonly DecidedItem[], page: EarlierImports["page"]): Promise<void> {
    const requests: (FeatureRequest & { item: ImportItem })[] = [];
    for (const [index, { item, at, from, decision }] of decidedItems.entries()) {
      await stopIfInterrupted(this.#ctx, index);
      const { plan, hash } = item;
      if (decision.fate === "folded" && !isPending(decision.onto)) {
        await foldOnto(this.#change, decision.onto.id, item, decision.edited);
      } else if (decision.fate === "logged" && plan.fate === "log") {
        this.#put(item, await this.#change.log(plan.text, at));
      } else if (decision.fate === "logged" && plan.fate === "feature") {
        requests.push({ title: plan.title, body: plan.body, from, hash, item });
      }
    }
    if (requests.length === 0) return;
    const { workspace: ws } = this.#ctx;
    const { text, lines } = withRequests(page, requests);
    this.#change.write(ws.featureRequests, text);
    const file = ws.relative(ws.featureRequests);
    for (const [index, { item }] of requests.entries()) this.#put(item, { file, line: lines[index] ?? 1 });
  }

  /** Copies originals that held entries, with an account of each entry; existing copies stay. */
  archive(
    sources: readonly ReadSource[],
    decidedItems: readonly DecidedItem[],
    accounts: EarlierImports["accounts"],
  ): void {
    const { workspace: ws, clock } = this.#ctx;
    const write = (path: string, content: string | Uint8Array) => {
      this.#change.write(path, content);
      this.changed.add(ws.relative(path));
    };
    const all = new Map(decidedItems.map((one) => [one.item, this.#accountItem(one)]));
    for (const source of sources) {
      const items = source.items.flatMap((item) => all.get(item) ?? []);
      if (items.every(({ fate }) => fate === "offered")) continue;
      const original = `${ws.archive}/${source.archive.original}`;
      this.copies.set(source, ws.relative(original));
      if (this.#change.read(original) === undefined) write(original, source.kept);
      const before = accounts.get(source.archive.account) ?? "";
      const rows = mergedItems(readAccountItems(before), items);
      if (rows === undefined) continue;
      const at = accountTime(before) ?? stamp(clock.now());
      const account = renderAccount({ from: source.name, at, sha256: source.sha256, items: rows });
      write(`${ws.archive}/${source.archive.account}`, account);
    }
  }

  #accountItem(one: DecidedItem): AccountItem {
    const { line, lines, hash } = one.item;
    return { line, lines, hash, fate: one.decision.fate, id: idOf(one, this.ids) };
  }
}

/** The items of an account with those that are new, or of which something became; undefined when there are none. */
function mergedItems(old: readonly AccountItem[], items: readonly AccountItem[]): AccountItem[] | undefined {
  const settled = new Set(old.filter(isSettled).map(({ hash }) => hash));
  const listedHashes = new Set(old.map(({ hash }) => hash));
  const fresh = items.filter((item) => !listedHashes.has(item.hash) || (!settled.has(item.hash) && isSettled(item)));
  if (fresh.length === 0) return undefined;
  const now = new Set(fresh.map(({ hash }) => hash));
  return [...old.filter(({ hash }) => !now.has(hash)), ...fresh].sort((a, b) => a.line - b.line);
}
