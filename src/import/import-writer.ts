/** Stages what an import decided: records, log lines, feature requests. */

import type { Context } from "../context.js";
import type { Change } from "../store/change/change.js";
import type { EarlierImports } from "./earlier-imports.js";
import { type DecidedItem, foldOnto, linkReferences, recordOfDraft, type WrittenRecord } from "./import-entries.js";
import { eachOf, stopIfInterrupted } from "./import-read.js";
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
      const group = entry.type === "memory" ? { name: `${entry.category}s` } : undefined;
      this.#put(pending.item, this.#change.append(entry, group));
      if (outcome !== undefined) this.changed.add(this.#change.append(outcome).file);
    });
  }

  async rest(decidedItems: readonly DecidedItem[], page: EarlierImports["page"]): Promise<void> {
    const requests: (FeatureRequest & { item: ImportItem })[] = [];
    for (const [index, { item, at, from, decision }] of decidedItems.entries()) {
      await stopIfInterrupted(this.#ctx, index);
      const { plan, hash } = item;
      if (decision.fate === "folded" && !isPending(decision.onto)) {
        await foldOnto(this.#ctx, this.#change, decision.onto.id, item, decision.edited);
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
}
