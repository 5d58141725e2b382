/** Stages what an import decided: records, log lines, feature requests, the archive. */

import type { Ask } from "../capture/capture-schemas.js";
import { GROUP_OF } from "../capture/drafts/draft-memory.js";
import { stamp } from "../clock.js";
import type { Context } from "../context.js";
import type { Change } from "../store/change.js";
import { shorten } from "../text/shorten.js";
import { type EarlierImports, isInTree } from "./earlier-imports.js";
import { openEdited } from "./edited-lines.js";
import { type DecidedItem, foldOnto, linkReferences, recordOfDraft, type WrittenRecord } from "./import-entries.js";
import { type ReadSource, stopIfInterrupted } from "./import-read.js";
import { type ImportedItem, LONGEST_SHOWN } from "./import-schemas.js";
import {
  type Account,
  type AccountItem,
  accountTime,
  isSettled,
  readAccountItems,
  renderAccount,
} from "./policy/account.js";
import { type FeatureRequest, withRequests } from "./policy/feature-requests.js";
import { draftClaim, type ImportItem, isPending, type Pending } from "./policy/plan.js";

/** What is told of one item: where it stood, what became of it, and by which names it is known. */
export function reportOf(
  { line, aliases, plan }: ImportItem,
  report: Omit<ImportedItem, "line" | "aliases" | "type" | "text">,
): ImportedItem {
  const said = plan.fate === "entry" ? { type: plan.type, text: shorten(draftClaim(plan), LONGEST_SHOWN) } : {};
  return { line, ...report, ...said, aliases: aliases.length === 0 ? undefined : aliases };
}

/** Writes into one change, and remembers what became of each item. */
export class Writer {
  readonly reports = new Map<ImportItem, ImportedItem>();
  readonly changed = new Set<string>();
  readonly #ctx: Context;
  readonly #change: Change;
  readonly #ids = new Map<Pending, string>();

  constructor(ctx: Context, change: Change) {
    this.#ctx = ctx;
    this.#change = change;
  }

  async entries(decided: readonly DecidedItem[], aliases: EarlierImports["aliases"]): Promise<void> {
    const written: WrittenRecord[] = [];
    for (const { at, from, decision } of decided) {
      if (decision.fate !== "entry") continue;
      const record = recordOfDraft(this.#ctx, this.#change, decision.pending, at, from);
      this.#ids.set(decision.pending, record.entry.id);
      written.push(record);
    }
    linkReferences(written, aliases);
    const bar = this.#ctx.progress.start("importing", written.length);
    try {
      for (const [index, { pending, entry, outcome }] of written.entries()) {
        await stopIfInterrupted(this.#ctx, index);
        const group = entry.type === "memory" ? { name: GROUP_OF[entry.category] } : undefined;
        const { file, line } = this.#change.append(entry, group);
        this.changed.add(file);
        if (outcome !== undefined) this.changed.add(this.#change.append(outcome).file);
        const { because } = pending.draft;
        this.#report(pending.item, { fate: "imported", because, id: entry.id, file, at: line });
        bar.step();
      }
    } finally {
      bar.stop();
    }
  }

  /** Opens a pair between each edited line and what it was; answers with what is asked about them. */
  async edited(lines: ReadonlyMap<Pending, string>): Promise<Ask[]> {
    const pairs = [...lines].map(([pending, was]) => [this.#ids.get(pending) as string, was] as const);
    return await openEdited(this.#ctx, this.#change, pairs);
  }

  async rest(decided: readonly DecidedItem[], page: string | undefined): Promise<void> {
    const requests: (FeatureRequest & { item: ImportItem; because: string })[] = [];
    for (const [index, { item, at, from, decision }] of decided.entries()) {
      await stopIfInterrupted(this.#ctx, index);
      if (decision.fate === "entry") continue;
      const { because } = decision;
      if (decision.fate === "skipped") {
        this.#report(item, { fate: "skipped", because, id: decision.id });
      } else if (decision.fate === "folded") {
        const { onto } = decision;
        const id = isPending(onto) ? this.#ids.get(onto) : onto.id;
        if (!isPending(onto)) await foldOnto(this.#change, onto.id, item, decision.edited);
        this.#report(item, { fate: "folded", because, id });
      } else if (decision.fate === "offered") {
        this.#report(item, { fate: "offered", because });
      } else if (item.plan.fate === "feature") {
        requests.push({ title: item.plan.title, body: item.plan.body, from, hash: item.hash, item, because });
      } else if (item.plan.fate === "log") {
        const { file, line } = await this.#change.log(item.plan.text, at);
        this.changed.add(file);
        this.#report(item, { fate: "logged", because, file, at: line });
      }
    }
    if (requests.length === 0) return;
    const { workspace: ws } = this.#ctx;
    const { text, lines } = withRequests(page, requests);
    this.#change.write(ws.featureRequests, text);
    const file = ws.relative(ws.featureRequests);
    this.changed.add(file);
    for (const [index, { item, because }] of requests.entries()) {
      this.#report(item, { fate: "logged", because, file, at: lines[index] ?? 1 });
    }
  }

  #report(item: ImportItem, report: Parameters<typeof reportOf>[1]): void {
    this.reports.set(item, reportOf(item, report));
  }

  /** Copies originals that held entries, with an account of each entry; what is there already stays as it is. */
  async archive(
    sources: readonly ReadSource[],
    accounts: EarlierImports["accounts"],
  ): Promise<Map<ReadSource, string>> {
    const { workspace: ws, clock } = this.#ctx;
    const copies = new Map<ReadSource, string>();
    for (const source of sources) {
      if (source.items.every((item) => this.reports.get(item)?.fate === "offered")) continue;
      const original = `${ws.archive}/${source.archive.original}`;
      copies.set(source, ws.relative(original));
      if (!(await isInTree(ws, original))) {
        this.#change.write(original, source.kept);
        this.changed.add(ws.relative(original));
      }
      const before = accounts.get(source.archive.account);
      const old = before === undefined ? [] : readAccountItems(before);
      const settled = new Set(old.filter(isSettled).map(({ hash }) => hash));
      const listed = new Set(old.map(({ hash }) => hash));
      const fresh = source.items.filter((item) => {
        if (!listed.has(item.hash)) return true;
        return !settled.has(item.hash) && isSettled(this.#accountItem(item));
      });
      if (before !== undefined && fresh.length === 0) continue;
      const now = new Set(fresh.map(({ hash }) => hash));
      const items = [...old.filter(({ hash }) => !now.has(hash)), ...fresh.map((item) => this.#accountItem(item))].sort(
        (a, b) => a.line - b.line,
      );
      const at = (before === undefined ? undefined : accountTime(before)) ?? stamp(clock.now());
      const account: Account = { from: source.name, at, sha256: source.sha256, items };
      const path = `${ws.archive}/${source.archive.account}`;
      this.#change.write(path, renderAccount(account));
      this.changed.add(ws.relative(path));
    }
    return copies;
  }

  #accountItem(item: ImportItem): AccountItem {
    const { line, hash } = item;
    const report = this.reports.get(item);
    return { line, hash, fate: report?.fate ?? "skipped", id: report?.id };
  }
}
