import { type EntryType, isLive } from "../entry/entry.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import type { FindingDraft } from "../text/findings.js";

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
