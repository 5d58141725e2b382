/** Findings of `tenet verify` about what records say of each other: dangling references, same claims, contests. */
import { type EntryType, isLive } from "../entry/entry.js";
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

const related = (a: EntryMeta, b: EntryMeta): boolean =>
  [a.linked, a.supersedes, a.contests, a.recurrence_of, a.maybe_recurrence_of].some(
    (named) => named === b.id || (Array.isArray(named) && named.includes(b.id)),
  );

/** How such a pair is decided. */
const WAYS: Readonly<Record<EntryType, string>> = {
  correction: "--recurrence",
  insight: "--same",
  outcome: "--both",
  memory: "--supersedes",
};

const sessionOf = ({ scope, session }: EntryMeta): string => (scope === "conversation" ? (session ?? "") : "");

/** Live entries that say the very same and whose pair nobody has decided: two branches learned it, or a hand copied it. */
export function sameClaims(tree: Store): FindingDraft[] {
  const first = new Map<string, EntryMeta>();
  const found: FindingDraft[] = [];
  for (const head of tree.heads) {
    // Outcomes say the same of different things all the time.
    if (!isLive(head) || head.type === "outcome") continue;
    // What two people or two conversations remember is not one claim, nor what two keys name.
    const whose = head.type === "memory" ? `${head.user ?? ""}|${sessionOf(head)}|${head.key ?? ""}` : "";
    const key = `${head.type}|${head.scope ?? "project"}|${whose}|${head.claims[0]}`;
    const known = first.get(key);
    if (known === undefined) {
      first.set(key, head);
      continue;
    }
    if (related(head, known) || related(known, head)) continue;
    const { id, file, line } = head;
    const way = WAYS[head.type];
    const message = `${id} says the same as ${known.id} (${known.file}:${known.line})`;
    found.push({
      id,
      severity: "warning",
      code: "same-claim",
      file,
      line,
      message,
      next: `tenet resolve ${id} ${known.id} ${way}`,
    });
  }
  return found;
}

/** Live pairs of which one contests the other. */
export function contestedPairs(tree: Store): FindingDraft[] {
  return tree.heads.filter(isLive).flatMap((head) =>
    (head.contests ?? []).flatMap((other): FindingDraft[] => {
      const against = tree.head(other);
      if (against === undefined || !isLive(against)) return [];
      const { id, file, line } = head;
      const message = `${id} contradicts ${other} (${against.file}:${against.line})`;
      const next = `Decide: tenet resolve ${id} ${other} --supersedes, or --both`;
      return [{ id, severity: "info", code: "contested", file, line, message, next }];
    }),
  );
}
