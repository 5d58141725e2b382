/** Findings of `tenet verify` about records: what they say of each other, and approvals that do not count. */
import type { FindingDraft } from "../entry/findings.js";
import { countingReview } from "../entry/status.js";
import { RELATIONS, targetsOf } from "../store/cache/relations.js";
import { entryOf } from "../store/cache/row.js";
import type { Located, Row, Store } from "../store/open-store.js";
import { isLineRef } from "../store/records/peoples-lines.js";

/** The fields of a record that name others; an answered row is one of `near`. */
const FIELDS = RELATIONS.filter((relation) => relation !== "answered");

/** Every id that a record names. Lines that people wrote have none and are left out. */
function idsNamedBy(head: Row): [field: string, id: string][] {
  return FIELDS.flatMap((field) => {
    const ids = targetsOf(entryOf(head), field).filter((target) => !isLineRef(target));
    return ids.map((id): [string, string] => [field, id]);
  });
}

/** 1-based line on which a record names an id; its heading's when it is not found there. */
function lineNaming(text: string | undefined, head: Row, id: string): number {
  const lines = text?.split("\n") ?? [];
  const at = lines.findIndex((line, index) => index >= head.line && line.includes(id));
  return at === -1 ? head.line : at + 1;
}

const BRING_BACK = "Bring the record back from git's history, or take that line away by hand.";

/** Ids that other records name and that no record of the tree has, under its own id or as an alias. */
export async function danglingReferences(
  tree: Store,
  textOf: (file: string) => Promise<string | undefined>,
): Promise<FindingDraft[]> {
  // A broken record is present; that it is broken is a separate finding.
  const brokenIds = new Set(tree.findings.flatMap(({ id }) => id ?? []));
  const names = new Set(tree.heads.flatMap(({ id, aliases = [] }) => [id, ...aliases]));
  const findings: FindingDraft[] = [];
  for (const head of tree.heads) {
    for (const [field, id] of idsNamedBy(head)) {
      const self = id === head.id;
      if (!self && (names.has(id) || brokenIds.has(id))) continue;
      const { file } = head;
      const [code, what, next] = self
        ? ["self-reference", "the entry itself", "Take that line away by hand."]
        : ["dangling-reference", `${id}, which no record has`, BRING_BACK];
      const line = lineNaming(await textOf(file), head, id);
      const message = `${field} of ${head.id} names ${what}`;
      findings.push({ id: head.id, severity: "error", code, file, line, message, next });
    }
  }
  return findings;
}

/** Copies for bare eyes that no record speaks for: they are never read. */
export async function copyFindings(
  tree: Store,
  textOf: (file: string) => Promise<string | undefined>,
): Promise<FindingDraft[]> {
  const unfounded = tree.heads.filter(({ finding }) => finding !== undefined);
  return await Promise.all(
    unfounded.map(async (head): Promise<FindingDraft> => {
      const { id, file, finding = "" } = head;
      const [field] = finding.split(" ", 1);
      const line = lineNaming(await textOf(file), head, `${field}:`);
      const next = "Take that line away by hand: what replaces or judges an entry says so itself.";
      return { id, severity: "warning", code: "copy-unfounded", file, line, message: `${id}: ${finding}`, next };
    }),
  );
}

/** Approvals that do not count. */
export function reviewFindings(entries: readonly Located[]): FindingDraft[] {
  return entries.flatMap(({ entry, file, line }): FindingDraft[] => {
    const { id } = entry;
    const place = { id, file, line };
    if (entry.review?.state !== "approved_for_reuse" || countingReview(entry) !== undefined) return [];
    if (entry.review.by !== undefined && entry.review.hash !== undefined) {
      const message = `${id} was approved with other words than it holds now: the approval no longer counts`;
      const next = "Take the change back, or let a person look at it again: tenet review";
      return [{ ...place, severity: "error", code: "approval-lapsed", message, next }];
    }
    const message = `${id} says that it is approved, but not by whom and for which words: it stays closed`;
    const next = "Bring the record back from git's history, or let a person decide: tenet review";
    return [{ ...place, severity: "error", code: "approval-forged", message, next }];
  });
}
