/** What a person did to the rules becomes a version of its own, once: theirs from now on. */
import { stamp } from "../../clock.js";
import type { Context } from "../../context.js";
import { GitFailed, run } from "../../store/git/git.js";
import { gitFolder } from "../../store/git/git-state.js";
import { defined } from "../../text/defined.js";
import { personOf } from "../check/provenance.js";
import type { EvidenceLoader } from "../evidence-loader.js";
import { passing } from "../policy/apply-mode.js";
import { blockedBecause } from "../policy/declined.js";
import { evidenceHash } from "../policy/evidence.js";
import { expiryOf } from "../policy/expiry.js";
import { lineChange } from "../policy/operations.js";
import { standingOf } from "../policy/qualify.js";
import { isDecided, isTheirs, type Rule, type RuleDecision, saysSame, sharesId } from "../policy/rule.js";
import type { Proposal } from "../policy/rule-candidates.js";
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
  const edits = await ofPeople(ctx, book, gathering);
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
    const operation = operationOf(edit, by);
    operations.push(operation);
    if (before !== undefined) rules = rules.filter((rule) => rule !== before);
    if (after === undefined) {
      // A rule that a person took out stays out until something new speaks for it.
      for (const evidence of gathering.known(before?.ids ?? []).values()) {
        const { target } = operation;
        const facts = evidenceHash(evidence);
        declined.push({ op: "add", target, ids: evidence.chain, evidence: facts, version: id, how: "removed" });
      }
      continue;
    }
    const decided_by: RuleDecision = { by, how: "edited", at, ...defined({ commit }) };
    rules.push({ target: after.target, text: after.text, ids: operation.ids, since: id, decided_by });
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

/** The edits that are a person's, each with who made it. */
async function ofPeople(ctx: Context, book: Rulebook, gathering: EvidenceLoader): Promise<AdoptedEdit[]> {
  if (book.edits.length === 0) return [];
  await gathering.load(book.edits.flatMap(({ before, after }) => [...(before?.ids ?? []), ...(after?.ids ?? [])]));
  const { unfitLine } = await import("../versions/revalidate.js");
  const found: AdoptedEdit[] = [];
  for (const edit of book.edits) {
    if (isUnfinished(ctx, edit, book, gathering)) continue;
    const unfit = edit.after === undefined ? undefined : await unfitLine(edit.after.text);
    if (unfit !== undefined)
      ctx.warn(`${edit.after?.target}:${edit.after?.line} is not taken over as a rule. ${unfit}`);
    else {
      const known = await authorOf(ctx, edit);
      found.push({ ...edit, by: known?.person ?? "unproven", author: known?.person, commit: known?.author.commit });
    }
  }
  return found;
}

/**
 * A digest that was cut short and whose journal is lost: the file says already what the digest is about to do. It is
 * left to the digest, which does it again in full.
 */
function isUnfinished(ctx: Context, edit: HandEdit, { chain }: Rulebook, gathering: EvidenceLoader): boolean {
  const { apply_mode: mode, promotion } = ctx.profile;
  const { before, after } = edit;
  if (before !== undefined && isTheirs(before)) return false;
  // What was turned down before no digest is about to do.
  const isDue = (op: Proposal, evidence: string): boolean =>
    blockedBecause(chain, op, () => evidence) === undefined &&
    passing(mode, op.tier, before !== undefined && isDecided(before)).passes;
  if (after === undefined) {
    const { ids = [] } = before ?? {};
    const verdict = before && ids.length > 0 ? expiryOf(before, gathering.known(ids), promotion) : undefined;
    if (verdict?.kind !== "leaves") return false;
    const { tier, evidence } = verdict.leaving;
    return isDue({ op: "delete", ids, tier }, evidence);
  }
  if (after.ids.length === 0 || (before !== undefined && !sharesId(before, after))) return false;
  return [...gathering.known(after.ids)].some(([id, evidence]) => {
    const { qualified, blocked } = standingOf(evidence, promotion);
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

/** Who changed a line, and which listed person that is. Undefined without git, and while it is not committed. */
export async function authorOf(
  { workspace, profile }: Pick<Context, "workspace" | "profile">,
  { before, after }: HandEdit,
): Promise<{ author: LineAuthor; person: string | undefined } | undefined> {
  const author = await authorOfLine(workspace.root, after, before);
  return author && { author, person: personOf(profile.people, author.email)?.name };
}

interface LineAuthor {
  email: string;
  commit: string;
}

/** The author of a line that stands there, or of the commit that took a line away. */
async function authorOfLine(
  root: string,
  line: StandingRule | undefined,
  gone: Rule | undefined,
): Promise<LineAuthor | undefined> {
  if (gitFolder(root) === undefined) return undefined;
  try {
    if (line !== undefined) return await blamed(root, line.target, line.line);
    return gone === undefined ? undefined : await removedBy(root, gone.target, gone.ids[0] ?? gone.text);
  } catch (error) {
    if (error instanceof GitFailed) return undefined;
    throw error;
  }
}

async function blamed(root: string, file: string, line: number): Promise<LineAuthor | undefined> {
  const told = await run(root, ["blame", "--porcelain", "-L", `${line},${line}`, "--", file]);
  const commit = told.slice(0, told.indexOf(" "));
  const email = /^author-mail <(.*)>$/m.exec(told)?.[1];
  // A line that is not committed is blamed on a commit of zeros.
  return email === undefined || /^0+$/.test(commit) ? undefined : { email, commit };
}

/** `text`: its id where it has one, since a formatter may have wrapped the words. */
async function removedBy(root: string, file: string, text: string): Promise<LineAuthor | undefined> {
  const dirty = await run(root, ["status", "--porcelain", "--", file]);
  if (dirty !== "") return undefined;
  const told = await run(root, ["log", "-1", "--format=%H %ae", `-S${text}`, "--", file]);
  const [commit, email] = told.trim().split(" ");
  return commit === undefined || email === undefined || commit === "" ? undefined : { email, commit };
}
