/** Records hand edits of rule blocks as a version, once. Called before anything else is decided on the rules. */

import type { Context } from "../../context.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import { evidenceHash } from "../policy/evidence.js";
import { isMerged } from "../policy/merged.js";
import { lineChange } from "../policy/operations.js";
import {
  isDecided,
  isUnproven,
  PEOPLE,
  placeIn,
  type Rule,
  type RuleDecision,
  sameWords,
  saysSame,
  sharesId,
  UNPROVEN,
} from "../policy/rule.js";
import type { Declined, Operation } from "../policy/version.js";
import { between } from "../versions/three-way.js";
import type { EvidenceLoader } from "./evidence-loader.js";
import type { StandingRule } from "./rule-files.js";
import type { HandEdit, Rulebook } from "./rulebook.js";

/** One edit with who stands behind it. */
export interface AdoptedEdit extends HandEdit {
  by: typeof PEOPLE | typeof UNPROVEN;
}

/** Rules after adoption, and the operations that say what people did. */
export interface Adoption {
  /** The id that its version gets. */
  id: string;
  rules: Rule[];
  operations: Operation[];
  edits: AdoptedEdit[];
  declined: Declined[];
  /** `unproven` as soon as people merged one of them not. Each rule names its own. */
  by: AdoptedEdit["by"] | "auto";
  /** The commit of the base that has all of them. */
  commit?: string | undefined;
}

const shared = { evidence: "", tier: "owner", support: 0, reason: "edited" } as const;

function operationOf({ kind, before, after, by }: AdoptedEdit): Operation {
  const peopleText = by === UNPROVEN ? "Somebody" : "People";
  const did = { added: "wrote", changed: "changed", moved: "moved", removed: "took" }[kind];
  const because = `${peopleText} ${did} it ${kind === "removed" ? "out " : ""}by hand.`;
  const ids = after === undefined || after.ids.length > 0 ? after?.ids : before?.ids;
  return { ...lineChange(before, after && { ...after, ids: ids ?? [] }), ...shared, because };
}

/**
 * Adopts the hand edits of a rulebook; undefined without edits, and where the base cannot be read. With a base an edit is
 * people's once the base has it.
 */
export async function adoptionOf(
  ctx: Context,
  book: Rulebook,
  loader: EvidenceLoader,
  id: string,
): Promise<Adoption | undefined> {
  const { returned, insteadOf, active, unread } = book;
  if (unread === true) return undefined;
  const edits = [...(await editsToAdopt(ctx, book, loader)), ...mergedSince(book)];
  if (edits.length === 0 && returned.length === 0) return undefined;
  const at = stamp(ctx.clock.now());
  const replaced = new Set(insteadOf.values());
  let rules: Rule[] = [...active.filter((rule) => !replaced.has(rule)), ...returned];
  const back = between(active, rules, book.chain.versions).map(
    (op): Operation => ({
      ...op,
      reason: "returned",
      because: "Its line stands in the file again, as an earlier version had it.",
    }),
  );
  const operations: Operation[] = [...back];
  const declined: Adoption["declined"] = [];
  for (const edit of edits) {
    const { by, before, after } = edit;
    if (before !== undefined) rules = rules.filter((rule) => rule !== before);
    const ruleIds = new Set(rules.flatMap(({ ids }) => ids));
    const editOperation = operationOf(edit);
    // One entry is one rule: a second line for it, as a merge of two wordings leaves it, stands by itself.
    const operation =
      after === undefined
        ? editOperation
        : { ...editOperation, ids: editOperation.ids.filter((id) => !ruleIds.has(id)) };
    operations.push(operation);
    if (after === undefined) {
      // A rule that a person took out stays out until a person says it anew.
      for (const evidence of loader.evidenceFor(before?.ids ?? []).values()) {
        const { target } = operation;
        const facts = evidenceHash(evidence);
        declined.push({ op: "add", target, ids: evidence.chain, evidence: facts, version: id, how: "removed" });
      }
      continue;
    }
    const instead_of = by === UNPROVEN ? (before?.decided_by?.instead_of ?? personBehind(before)) : undefined;
    const decided_by: RuleDecision = { by, how: "edited", at, ...defined({ commit: commitFor(ctx, by), instead_of }) };
    const place = before?.target === after.target ? before : placeIn(after.target, ctx.profile.files);
    const { text, target } = after;
    const exception_to = before?.exception_to;
    rules.push(defined({ target, role: place.role, text, ids: operation.ids, since: id, decided_by, exception_to }));
  }
  const isUndecided =
    edits.some((edit) => edit.by === UNPROVEN) || (edits.length === 0 && ctx.profile.apply_mode !== "auto");
  const by = isUndecided ? UNPROVEN : edits.length === 0 ? "auto" : PEOPLE;
  const commit = commitFor(ctx, by);
  return { id, rules: inFileOrder(rules, book.lines), operations, edits, declined, by, commit };
}

function commitFor({ base }: Context, by: Adoption["by"]): string | undefined {
  return by === PEOPLE && base.state === "readable" ? base.commit : undefined;
}

/** Lines that were adopted without a known decider and merged by people since. */
function mergedSince({ active, lines, merged = [] }: Rulebook): AdoptedEdit[] {
  return active.filter(isUnproven).flatMap((before): AdoptedEdit[] => {
    const after = lines.find((line) => sameWords(line, before) && isMerged(line, merged));
    return after === undefined ? [] : [{ kind: "changed", before, after, by: PEOPLE }];
  });
}

/** Who let an edit in: people where the base has the line as it stands, and has it not where it was taken out. */
function decidedBy({ before, after }: HandEdit, { merged }: Rulebook): AdoptedEdit["by"] {
  if (merged === undefined) return PEOPLE;
  const isDone = after === undefined ? before !== undefined && !isMerged(before, merged) : isMerged(after, merged);
  return isDone ? PEOPLE : UNPROVEN;
}

/** A line of tenet's own that stands there again although a person turned it down. */
function isDeclined({ kind, after }: HandEdit, { chain }: Rulebook): boolean {
  return kind === "added" && after !== undefined && chain.known(after) !== undefined;
}

function personBehind(rule: Rule | undefined): string | undefined {
  return rule !== undefined && isDecided(rule) ? rule.decided_by?.by : undefined;
}

/** The edits that may be taken over, each with who stands behind it. */
async function editsToAdopt(ctx: Context, book: Rulebook, loader: EvidenceLoader): Promise<AdoptedEdit[]> {
  if (book.edits.length === 0) return [];
  await loader.load(book.edits.flatMap(({ before, after }) => [...(before?.ids ?? []), ...(after?.ids ?? [])]));
  const { unfitLine } = await import("../versions/revalidate.js");
  const adoptedEdits: AdoptedEdit[] = [];
  for (const edit of book.edits) {
    const unfit = edit.after === undefined ? undefined : await unfitLine(edit.after.text);
    if (unfit !== undefined)
      ctx.warn(`${edit.after?.target}:${edit.after?.line} is not taken over as a rule. ${unfit}`);
    else {
      const by = decidedBy(edit, book);
      if (by === UNPROVEN && isDeclined(edit, book)) {
        const place = `${edit.after?.target}:${edit.after?.line}`;
        ctx.warn(`${place} is not taken over as a rule: a person turned it down, and a person lets it in again.`);
        continue;
      }
      adoptedEdits.push({ ...edit, by });
    }
  }
  return adoptedEdits;
}

/** Rules in the order in which the files print them. */
function inFileOrder(rules: readonly Rule[], lines: readonly StandingRule[]): Rule[] {
  const placeOf = (rule: Rule) => {
    const at = lines.findIndex(
      (line) => line.target === rule.target && (sharesId(line, rule) || saysSame(line.text, rule.text)),
    );
    return at === -1 ? lines.length : at;
  };
  return rules
    .map((rule) => ({ rule, place: placeOf(rule) }))
    .sort((a, b) => a.place - b.place)
    .map(({ rule }) => rule);
}
