import type { EntryMeta, Store } from "../store/open-store.js";
import type { FindingDraft } from "../text/findings.js";

const RELATIONS = [
  "references",
  "linked",
  "supersedes",
  "superseded_by",
  "recurrence_of",
  "maybe_recurrence_of",
  "contests",
  "derived_from",
] as const;

function named(head: EntryMeta): [field: string, id: string][] {
  return RELATIONS.flatMap((field) => {
    const value = head[field];
    const ids = value === undefined ? [] : typeof value === "string" ? [value] : value;
    return ids.map((id): [string, string] => [field, id]);
  });
}

/** 1-based line on which a record names an id; its heading's when it is not found there. */
function lineNaming(text: string | undefined, head: EntryMeta, id: string): number {
  const lines = text?.split("\n") ?? [];
  const at = lines.findIndex((line, index) => index >= head.line && line.includes(id));
  return at === -1 ? head.line : at + 1;
}

/** Ids that other records name and that no record of the tree has, under its own id or as an alias. */
export async function danglingReferences(
  tree: Store,
  textOf: (file: string) => Promise<string | undefined>,
): Promise<FindingDraft[]> {
  // A broken record is there: that it is broken is a finding of its own.
  const broken = new Set(tree.findings.flatMap(({ id }) => id ?? []));
  const aliases = new Set(tree.heads.flatMap(({ aliases: known }) => known ?? []));
  const found: FindingDraft[] = [];
  for (const head of tree.heads) {
    for (const [field, id] of named(head)) {
      const self = id === head.id;
      if (!self && (tree.head(id) !== undefined || broken.has(id) || aliases.has(id))) continue;
      const { file } = head;
      found.push({
        id: head.id,
        severity: "error",
        code: self ? "self-reference" : "dangling-reference",
        file,
        line: lineNaming(await textOf(file), head, id),
        message: self
          ? `${field} of ${head.id} names the entry itself`
          : `${field} of ${head.id} names ${id}, which no record has`,
        next: self
          ? "Take that line away by hand."
          : "Bring the record back from git's history, or take that line away by hand.",
      });
    }
  }
  return found;
}
