/** Findings of `tenet verify` about records: what they say of each other, tiers too high or raised, lapsed approvals. */

import type { Context } from "../context.js";
import type { EntryType } from "../entry/entry.js";
import type { FindingDraft } from "../entry/findings.js";
import { contactOf } from "../entry/gates/contact-scope.js";
import { pinVoid } from "../entry/gates/pins.js";
import { isTombstone } from "../entry/gates/redaction.js";
import { isPeoples, overclaimed } from "../entry/gates/trust.js";
import { isLive } from "../entry/gates/visible.js";
import { closingVoid } from "../entry/near/closings.js";
import { openPairsOf } from "../entry/near/pairs.js";
import { approvalVoid } from "../entry/status.js";
import { ownAgents } from "../settings.js";
import { RELATIONS, targetsOf } from "../store/cache/relations.js";
import { isFact } from "../store/contacts/asked-facts.js";
import { overlap } from "../store/contacts/policy/validity.js";
import { isInsideWorkspace } from "../store/files/safe-path.js";
import type { Located, Row, Store } from "../store/open-store.js";
import { readLineRef } from "../store/records/peoples-lines.js";

/** Every id that a record names. References to hand-written lines have none and are left out. */
function idsNamedBy(head: Row): [field: string, id: string][] {
  return RELATIONS.flatMap((field) => {
    const ids = targetsOf(head, field).filter((target) => readLineRef(target) === undefined);
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

const related = (a: Row, b: Row): boolean =>
  [a.linked, a.supersedes, a.recurrence_of].flat().includes(b.id) || openPairsOf(a).some((row) => row.with === b.id);

/** How such a pair is decided. Outcomes, decisions and the like say the same of different things all the time. */
const WAYS: { readonly [type in EntryType]?: string } = {
  correction: "--same",
  insight: "--same",
  memory: "--same",
};

const sessionOf = ({ scope, session }: Row): string => (scope === "conversation" ? (session ?? "") : "");

/** Live entries with the same claim and an undecided pair: two branches learned it, or it was copied by hand. */
export function sameClaims(tree: Store): FindingDraft[] {
  const first = new Map<string, Row>();
  const findings: FindingDraft[] = [];
  for (const head of tree.heads) {
    const way = WAYS[head.type];
    if (!isLive(head) || way === undefined) continue;
    // What two people or two conversations remember is not one claim, nor what two keys name.
    const holder = head.type === "memory" ? `${head.user ?? ""}|${sessionOf(head)}|${head.key ?? ""}` : "";
    const key = `${head.type}|${head.scope ?? "project"}|${holder}|${head.claims[0]}`;
    const firstHead = first.get(key);
    if (firstHead === undefined) {
      first.set(key, head);
      continue;
    }
    if (related(head, firstHead) || related(firstHead, head)) continue;
    if (isFact(head) && !overlap(head, firstHead)) continue;
    const { id, file, line } = head;
    const message = `${id} says the same as ${firstHead.id} (${firstHead.file}:${firstHead.line})`;
    const next = `tenet resolve ${id} ${firstHead.id} ${way}${contactFlag(head)}`;
    findings.push({ id, severity: "warning", code: "same-claim", file, line, message, next });
  }
  return findings;
}

/** The option in a command that decides about an entry: entries about a contact need the contact's name. */
function contactFlag(head: Row): string {
  const contact = contactOf(head);
  return contact === undefined ? "" : ` --contact ${contact}`;
}

const LOWER =
  "A tier is lowered by hand, never raised: write the lower one, or name the source under people in tenet.yaml.";

/** Tiers that are more than the record's own facts can carry: where it comes from, who said it, what it was made of. */
export function overclaimedTiers(
  { workspace, profile }: Pick<Context, "workspace" | "profile">,
  tree: Store,
  entries: readonly Located[],
): FindingDraft[] {
  const around = {
    people: profile.people,
    ownAgents: ownAgents(profile),
    isInside: (origin: string) => isInsideWorkspace(workspace, origin),
    tierOf: (id: string) => tree.head(id)?.tier,
  };
  return entries.flatMap(({ entry, file, line }): FindingDraft[] => {
    // A tombstone has neither speaker nor words.
    const claim = isTombstone(entry) ? undefined : overclaimed(entry, around);
    if (claim === undefined) return [];
    const { id, tier } = entry;
    const message = `${id} says tier ${tier}, but can be ${claim.most} at most. ${claim.because}`;
    return [{ id, severity: "error", code: "raised-tier", file, line, message, next: LOWER }];
  });
}

const PIN_VOID = {
  forged: ["pin-forged", "says that it is pinned, but not by whom and for which words"],
  outdated: ["pin-lapsed", "was pinned with other words than it holds now"],
} as const;

/** Pins that do not count. */
export function pinFindings(entries: readonly Located[]): FindingDraft[] {
  return entries.flatMap(({ entry, file, line }): FindingDraft[] => {
    const why = pinVoid(entry);
    if (why === undefined) return [];
    const [code, says] = PIN_VOID[why];
    const message = `${entry.id} ${says}: it is not pinned`;
    const next = "Bring the record back from git's history, or let a person say it again with --pin.";
    return [{ id: entry.id, severity: "error", code, file, line, message, next }];
  });
}

const CLOSING_VOID = {
  forged: ["closing-forged", "says that it is closed, but not with which words"],
  outdated: ["closing-lapsed", "was closed with other words than it holds now"],
} as const;

/** Questions that say they are closed and are not, or say that they were answered where no person's answer is there. */
export function closingFindings(entries: readonly Located[]): FindingDraft[] {
  const memories = entries.flatMap(({ entry }) => (entry.type === "memory" ? [entry] : []));
  const answeredQuestions = new Set(
    memories.flatMap(({ tier, derived_from = [] }) => (isPeoples(tier) ? derived_from : [])),
  );
  // What is left of an erased answer names no question any more.
  const erased = new Set(memories.filter(isTombstone).map(({ timestamp }) => timestamp));
  return entries.flatMap(({ entry, file, line }): FindingDraft[] => {
    if (entry.type !== "question" || entry.closed === undefined || isTombstone(entry)) return [];
    const { id, closed } = entry;
    const why = closingVoid(entry);
    const findingOf = (code: string, message: string): FindingDraft[] => [
      { id, severity: "error", code, file, line, message, next: REOPEN },
    ];
    if (why !== undefined) {
      const [code, says] = CLOSING_VOID[why];
      return findingOf(code, `${id} ${says}: it is open`);
    }
    if (closed.how !== "answered" || answeredQuestions.has(id) || erased.has(closed.at)) return [];
    // An answer that was known already is counted there.
    if (memories.some(({ tier, content }) => isPeoples(tier) && content.startsWith(entry.question))) return [];
    return findingOf("closing-forged", `${id} says that ${closed.by} answered it, and no answer of a person is there`);
  });
}

const REOPEN = "Bring the record back from git's history; a person answers or closes it: tenet answer";

/** Approvals that do not count, and reviews that are missing where every entry is born with one. */
export function reviewFindings(entries: readonly Located[]): FindingDraft[] {
  return entries.flatMap(({ entry, file, line }): FindingDraft[] => {
    const { id, tier, review } = entry;
    const place = { id, file, line };
    const why = approvalVoid(entry);
    if (why === "outdated") {
      const message = `${id} was approved with other words than it holds now: the approval no longer counts`;
      const next = "Take the change back, or let a person look at it again: tenet review";
      return [{ ...place, severity: "error", code: "approval-lapsed", message, next }];
    }
    if (why === "forged") {
      const message = `${id} says that it is approved, but not by whom and for which words: it stays closed`;
      const next = "Bring the record back from git's history, or let a person decide: tenet review";
      return [{ ...place, severity: "error", code: "approval-forged", message, next }];
    }
    if (tier !== "external" || review !== undefined || entry.redacted !== undefined || entry.erased !== undefined)
      return [];
    const message = `${id} comes from outside and holds no review: it stays closed until a person decides`;
    const next = "Bring the review back from git's history, or let a person decide: tenet review";
    return [{ ...place, severity: "warning", code: "review-missing", message, next }];
  });
}
