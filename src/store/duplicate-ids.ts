import type { Finding } from "../entry/finding.js";
import type { EntryMeta } from "./cache/entry-meta.js";
import { HeadList } from "./cache/head-columns.js";
import type { OpenColumns } from "./cache/open-columns.js";

/** True when no two heads have one id. */
export function areDistinct(heads: readonly EntryMeta[]): boolean {
  return new Set(heads.map((head) => head.id)).size === heads.length;
}

/** True when fresh heads share no id with each other, nor with any row but those that are gone. */
export function staysDistinct(columns: OpenColumns, gone: readonly number[], fresh: readonly EntryMeta[]): boolean {
  if (!areDistinct(fresh)) return false;
  const left = new Set(gone.map(columns.id));
  return fresh.every(({ id }) => left.has(id) || columns.rowOf(id) === -1);
}

/** Heads with each id once; of two records with one id the first by file and line counts. */
export function withoutDuplicates(list: HeadList): { heads: HeadList; duplicates: Finding[] } {
  const { all } = list;
  const byId = new Map<string, EntryMeta>();
  const twins: EntryMeta[] = [];
  for (const head of all) {
    const first = byId.get(head.id);
    if (first === undefined) byId.set(head.id, head);
    else if (head.file < first.file || (head.file === first.file && head.line < first.line)) {
      byId.set(head.id, head);
      twins.push(first);
    } else twins.push(head);
  }
  if (twins.length === 0) return { heads: list, duplicates: [] };
  const duplicates = twins.map((head): Finding => {
    const first = byId.get(head.id) ?? head;
    const message = `${head.id} stands twice, first at ${first.file}:${first.line}; only that one counts`;
    const next = "Give one of them another id, or remove it, by hand.";
    return { code: "duplicate-id", severity: "error", file: head.file, line: head.line, id: head.id, message, next };
  });
  const dropped = new Set(twins);
  return { heads: HeadList.of(all.filter((head) => !dropped.has(head))), duplicates };
}
