/** What a person did to the rules becomes a version of its own, once: theirs from now on. */
import { stamp } from "../../clock.js";
import type { Context } from "../../context.js";
import { commitOfLine } from "../../store/git/git-blame.js";
import type { Workspace } from "../../store/workspace.js";
import { defined } from "../../text/defined.js";
import { Decisions } from "../../trust/decisions.js";
import type { Proof } from "../../trust/proof.js";
import { removersOf } from "../../trust/removers.js";
import type { EvidenceLoader } from "../evidence-loader.js";
import { passing } from "../policy/apply-mode.js";
import { blockedBecause, remembered } from "../policy/declined.js";
import { evidenceHash } from "../policy/evidence.js";
import { expiryOf } from "../policy/expiry.js";
import { lineChange } from "../policy/operations.js";
import { standingOf } from "../policy/qualify.js";
import {
  isDecided,
  isTheirs,
  isUnproven,
  placeIn,
  type Rule,
  type RuleDecision,
  sameWords,
  saysSame,
  sharesId,
  UNPROVEN,
} from "../policy/rule.js";
import type { PlanInput, Proposal } from "../policy/rule-candidates.js";
import { distilled } from "../policy/rule-line.js";
import { between } from "../versions/three-way.js";
import type { Declined, Operation } from "../versions/version.js";
import type { StandingRule } from "./rule-files.js";
import type { HandEdit, Rulebook } from "./rulebook.js";

/** One edit with who made it. */
export interface AdoptedEdit extends HandEdit {
  /** A listed person, or `unproven`. */
  by: string;
  /** That person; the commit tells of anybody else. */
  author?: string | undefined;
  commit?: string | undefined;
}

/** Rules after adoption, and the operations that say what people did. */
export interface Adoption {
  /** The id that its version gets. */
  id: string;
  rules: Rule[];
  operations: Operation[];
  edits: AdoptedEdit[];
  declined: Declined[];
  /** Who did it; `unproven` as soon as git does not say it of one of them. Each rule names its own. */
  by: string;
  commit?: string | undefined;
}

const shared = { evidence: "", tier: "owner", support: 0, reason: "edited" } as const;

function operationOf({ kind, before, after }: HandEdit, by: string): Operation {
  const who = by === "unproven" ? "Somebody" : by;
  const did = { added: "wrote", changed: "changed", moved: "moved", removed: "took" }[kind];
  const because = `${who} ${did} it ${kind === "removed" ? "out " : ""}by hand.`;
  const ids = after === undefined || after.ids.length > 0 ? after?.ids : before?.ids;
  return { ...lineChange(before, after && { ...after, ids: ids ?? [] }), ...shared, because };
}

/** What adopting the edits of a rulebook gives; undefined when there is nothing to adopt. Asks git who did it. */
export async function adoptionOf(
  ctx: Context,
  book: Rulebook,
  gathering: EvidenceLoader,
  id: string,
): Promise<Adoption | undefined> {
  const { returned, insteadOf, active } = book;
  const edits = [...(await ofPeople(ctx, book, gathering)), ...(await provenSince(ctx, book))];
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
    const { by, commit, before, after } = edit;
    if (before !== undefined) rules = rules.filter((rule) => rule !== before);
    const held = new Set(rules.flatMap(({ ids }) => ids));
    const told = operationOf(edit, by);
    // One entry is one rule: a second line for it, as a merge of two wordings leaves it, stands by itself.
    const operation = after === undefined ? told : { ...told, ids: told.ids.filter((id) => !held.has(id)) };
    operations.push(operation);
    if (after === undefined) {
      // A rule that a person took out stays out until something new speaks for it.
      for (const evidence of gathering.known(before?.ids ?? []).values()) {
        const { target } = operation;
        const facts = evidenceHash(evidence);
        declined.push({ op: "add", target, ids: evidence.chain, evidence: facts, version: id, how: "removed" });
      }
      continue;
    }
    const instead_of = by === UNPROVEN ? (before?.decided_by?.instead_of ?? personBehind(before)) : undefined;
    const decided_by: RuleDecision = { by, how: "edited", at, ...defined({ commit, instead_of }) };
    const place = before?.target === after.target ? before : placeIn(after.target, ctx.profile.files);
    const { text, target } = after;
    const exception_to = before?.exception_to;
    rules.push(defined({ target, role: place.role, text, ids: operation.ids, since: id, decided_by, exception_to }));
  }
  const unproven =
    edits.some(({ by }) => by === "unproven") || (edits.length === 0 && ctx.profile.apply_mode !== "auto");
  const first = edits.find(({ by }) => !unproven || by === "unproven");
  return {
    id,
    rules: inFileOrder(rules, book.lines),
    operations,
    edits,
    declined,
    by: unproven ? "unproven" : (first?.by ?? "auto"),
    commit: first?.commit,
  };
}

/** Lines that were taken over as nobody's, and that a person has committed since. */
async function provenSince(ctx: Context, { active, lines }: Rulebook): Promise<AdoptedEdit[]> {
  const unproven = active.filter(isUnproven);
  if (unproven.length === 0) return [];
  const decisions = await Decisions.at(ctx);
  const found: AdoptedEdit[] = [];
  for (const before of unproven) {
    const after = lines.find((line) => sameWords(line, before));
    if (after === undefined) continue;
    const { person: by, commit } = (await authorOf(ctx.workspace, decisions, { kind: "changed", before, after })) ?? {};
    if (by !== undefined)
      found.push({ kind: "changed", before, after, by, author: by, ...defined({ commit: commit?.commit }) });
  }
  return found;
}

/** A line of tenet's own that stands there again although a person turned it down. */
function isDeclined({ kind, after }: HandEdit, { chain }: Rulebook): boolean {
  return kind === "added" && after !== undefined && chain.known(after) !== undefined;
}

function personBehind(rule: Rule | undefined): string | undefined {
  return rule !== undefined && isDecided(rule) ? rule.decided_by?.by : undefined;
}

/** The edits that are a person's, each with who made it. */
async function ofPeople(ctx: Context, book: Rulebook, gathering: EvidenceLoader): Promise<AdoptedEdit[]> {
  if (book.edits.length === 0) return [];
  await gathering.load(book.edits.flatMap(({ before, after }) => [...(before?.ids ?? []), ...(after?.ids ?? [])]));
  const { unfitLine } = await import("../versions/revalidate.js");
  const decisions = await Decisions.at(ctx);
  const found: AdoptedEdit[] = [];
  for (const edit of book.edits) {
    if (isUnfinished(ctx, edit, book, gathering)) continue;
    const unfit = edit.after === undefined ? undefined : await unfitLine(edit.after.text);
    if (unfit !== undefined)
      ctx.warn(`${edit.after?.target}:${edit.after?.line} is not taken over as a rule. ${unfit}`);
    else {
      const proof = await authorOf(ctx.workspace, decisions, edit);
      const { person } = proof ?? {};
      if (person === undefined && isDeclined(edit, book)) {
        const place = `${edit.after?.target}:${edit.after?.line}`;
        ctx.warn(`${place} is not taken over as a rule: a person turned it down, and a person lets it in again.`);
        continue;
      }
      found.push({ ...edit, by: person ?? "unproven", author: person, commit: proof?.commit?.commit });
    }
  }
  return found;
}

/**
 * A digest that was cut short and whose journal is lost: the file says already what the digest is about to do. It is
 * left to the digest, which does it again in full.
 */
function isUnfinished(ctx: Context, edit: HandEdit, { chain }: Rulebook, gathering: EvidenceLoader): boolean {
  const { apply_mode: mode, promotion, files } = ctx.profile;
  const { before, after } = edit;
  if (before !== undefined && isTheirs(before)) return false;
  // What was turned down before no digest is about to do.
  const declined = remembered(chain.declined, chain);
  const behind = gathering.known([...(before?.ids ?? []), ...(after?.ids ?? [])]);
  const waits: PlanInput["waits"] = (op, stake) => !passing(mode, op.tier, stake).passes;
  const isDue = (op: Proposal, evidence: string): boolean =>
    blockedBecause({ declined, waits, behind }, op, () => evidence, before) === undefined;
  if (after === undefined) {
    const { ids = [] } = before ?? {};
    const verdict = before && ids.length > 0 ? expiryOf(before, gathering.known(ids), promotion) : undefined;
    if (verdict?.kind !== "leaves") return false;
    const { tier, evidence, reason } = verdict.leaving;
    return isDue({ op: "delete", ids, tier, reason }, evidence);
  }
  if (after.ids.length === 0 || (before !== undefined && !sharesId(before, after))) return false;
  return [...gathering.known(after.ids)].some(([id, evidence]) => {
    const { qualified, blocked } = standingOf(evidence, promotion, files);
    const words = distilled(evidence.entry, qualified?.lesson?.text);
    if (qualified === undefined || blocked.length > 0 || words === undefined) return false;
    const there = after.target === before?.target || after.target === qualified.target;
    return (
      there &&
      saysSame(words, after.text) &&
      isDue({ op: "add", ids: [id], tier: evidence.tier }, evidenceHash(evidence))
    );
  });
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

/** Who changed a line. Undefined without git, and while it is not committed. */
export async function authorOf(
  ws: Workspace,
  decisions: Decisions,
  { before, after }: HandEdit,
): Promise<Proof | undefined> {
  const { graph } = decisions;
  if (graph === undefined) return undefined;
  const commits =
    after !== undefined
      ? [await commitOfLine(ws, after.target, after.line, { moved: false })]
      : before !== undefined
        ? await removersOf(ws, graph, before.target, namedBy(before))
        : [];
  const proofs = await decisions.ofAll(commits.filter((one) => one !== undefined));
  const [first, ...more] = commits.flatMap((one) => proofs.get(one ?? "") ?? []);
  return [first, ...more].find((proof) => proof?.state === "proven") ?? first;
}

/** By its id where it has one: a formatter may have wrapped the words. */
function namedBy({ ids, text }: Rule): (file: string) => boolean {
  const words = ids[0] ?? text;
  return (file) => file.includes(words);
}
