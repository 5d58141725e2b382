/** Plans a digest as data: hand edits, changes in force and waiting, omitted entries with reasons. Writes nothing. */
import type { Context } from "../../context.js";
import { isLive } from "../../entry/gates/visible.js";
import type { Store } from "../../store/open-store.js";
import { passing } from "../policy/apply-mode.js";
import { evictedIn, remembered } from "../policy/declined.js";
import type { Evidence } from "../policy/evidence.js";
import { isRefused } from "../policy/expiry.js";
import { applied, keeping } from "../policy/operations.js";
import { planRules } from "../policy/plan-rules.js";
import { BLOCK_CHARACTERS, type Rule } from "../policy/rule.js";
import type { Candidate, PlanInput, Remembered } from "../policy/rule-candidates.js";
import type { Declined, Operation, VersionDecision } from "../policy/version.js";
import type { LeftOut } from "../text/digest-schemas.js";
import { revertedProposals } from "../versions/reverted.js";
import { newVersionId } from "../versions/version-writer.js";
import { type Adoption, adoptionOf } from "./adoption.js";
import {
  candidatesOf,
  type DigestOptions,
  decisionOf,
  isDecidedHere,
  possible,
  withOptions,
  wordingsOf,
} from "./candidates.js";
import { capsOf } from "./caps.js";
import { EvidenceLoader } from "./evidence-loader.js";
import { linesBeside } from "./rule-files.js";
import { closedFile, type Rulebook } from "./rulebook.js";

/** A set of operations and the rules after them. */
export interface Step {
  /** The id that its version gets. */
  id: string;
  operations: readonly Operation[];
  rules: readonly Rule[];
  /** Rules before. */
  before: readonly Rule[];
  /** The person who decided on it at a terminal; otherwise the mode lets it pass. */
  decided?: VersionDecision | undefined;
}

export interface RulesPlan {
  book: Rulebook;
  adoption?: Adoption | undefined;
  /** Changes that take effect by themselves. */
  now?: Step | undefined;
  /** Changes that wait for a person. */
  waiting?: Step | undefined;
  /** False: only what people did is taken over, and what waits stays as it is. */
  digested: boolean;
  kept: number;
  left: readonly LeftOut[];
  candidates: readonly Candidate[];
  declined: readonly Remembered[];
  /** Everything known about the entries behind rules and candidates, by id. */
  behind: ReadonlyMap<string, Evidence>;
}

/** Plans versions on the current tree. Writes nothing. */
export async function planVersions(
  ctx: Context,
  tree: Store,
  book: Rulebook,
  wanted: DigestOptions = {},
): Promise<RulesPlan> {
  const { only } = wanted;
  const loader = new EvidenceLoader(ctx, tree);
  const { pending } = book.chain;
  const waitingNow = pending?.operations.flatMap(({ ids }) => ids) ?? [];
  const candidateIds = only === undefined ? possible(tree) : [only, ...waitingNow];
  const ruleIds = [...book.active, ...book.returned].flatMap(({ ids }) => ids);
  await loader.load([...candidateIds, ...ruleIds]);
  const { adoption, drawId } = await adoptEdits(ctx, book, loader);
  const base = adoption?.rules ?? book.active;
  // Entries of rules are looked at too: a rule may gain entries, or stand by a stronger reason.
  const candidates = candidatesOf(ctx, loader, [...candidateIds, ...base.flatMap((rule) => rule.ids)])
    .filter(({ evidence }) => isLive(evidence.stands))
    .map((one) => withOptions(one, wanted, ctx.profile.files));
  // A revert in git leaves no trace in the tree: git is asked, and people's lines are read, only where rules may be added.
  const mayAdd = candidates.some((one) => mayBeNew(one, base));
  const reverted = mayAdd ? await revertedProposals(ctx.workspace, book.chain) : [];
  const declined = remembered([...stillNamed(book, tree), ...reverted, ...(adoption?.declined ?? [])], book.chain);
  const refused = declined.filter(({ byPeople, op }) => byPeople === true && op === "add").flatMap(({ ids }) => ids);
  await loader.load(refused);
  const looked = candidates.flatMap(({ evidence: { id, chain }, standing }) => [
    ...[id, ...chain],
    ...(standing.qualified?.lesson === undefined ? [] : [standing.qualified.lesson.id]),
  ]);
  const behind = loader.evidenceFor([...base.flatMap((rule) => rule.ids), ...looked, ...refused]);
  const input: Omit<PlanInput, "rules"> = {
    behind,
    candidates,
    declined:
      wanted.forced === undefined ? declined : declined.filter(({ ids: of }) => !of.includes(wanted.only ?? "")),
    wordings: [...(wanted.wordings ?? []), ...wordingsOf(pending)],
    beside: mayAdd ? (await Promise.all(book.files.map(linesBeside))).flat() : [],
    caps: capsOf(ctx),
    fileChars: BLOCK_CHARACTERS,
    now: ctx.clock.now(),
  };
  const { apply_mode: mode } = ctx.profile;
  let anyWaits = false;
  const waits: PlanInput["waits"] = (op, stake) => {
    // While the base cannot be read, nothing new takes effect.
    const isDecided = isDecidedHere(op, wanted) || (op.op === "delete" && isRefused(op.ids, behind));
    const waiting = book.unread === true || !(isDecided || passing(mode, op.tier, stake).passes);
    anyWaits ||= waiting;
    return waiting;
  };
  // A file that cannot be written keeps its rules; the others go on.
  const closedTo = (op: Operation) =>
    op.op === "keep" ? undefined : (closedFile(book, op.target) ?? (op.from && closedFile(book, op.from)));
  const open = (operations: readonly Operation[]) => operations.filter((op) => closedTo(op) === undefined);
  const first = planRules({ ...input, rules: base, waits });
  const now = stepOf(open(first.operations), base, drawId, (op) => isDecidedHere(op, wanted), decisionOf(ctx, wanted));
  const after = now?.rules ?? base;
  // Rules evicted now for lack of room do not return in the waiting version.
  const evicted = now === undefined ? [] : evictedIn(now.id, now.operations);
  const settled = { operations: after.map((rule) => keeping(rule, input)), left: first.left };
  const rest = { ...input, declined: [...input.declined, ...evicted], rules: after };
  const second = anyWaits ? planRules(rest) : settled;
  const waiting = stepOf(open(second.operations), after, drawId);
  const evictedIds = new Set(evicted.flatMap((one) => one.ids));
  const shut = (anyWaits ? second : first).operations.flatMap((op) => {
    const because = closedTo(op);
    return because === undefined ? [] : [{ id: op.ids[0] ?? "", because }];
  });
  const leftOut = [...second.left.filter(({ id }) => !evictedIds.has(id)), ...shut];
  const standing = second.operations.filter(({ op }) => op === "keep").length;
  return {
    book,
    adoption,
    now,
    waiting,
    digested: true,
    kept: standing,
    left: leftOut,
    candidates,
    declined,
    behind,
  };
}

/** Whether an entry qualifies that stands behind no rule in force. */
function mayBeNew({ evidence, standing: { qualified, blocked } }: Candidate, rules: readonly Rule[]): boolean {
  const ids = [evidence.id, ...evidence.chain];
  return (
    qualified !== undefined && blocked.length === 0 && !rules.some((rule) => ids.some((id) => rule.ids.includes(id)))
  );
}

/** Declined operations, without those that name only entries that are gone. */
function stillNamed({ chain }: Rulebook, tree: Store): Declined[] {
  return chain.declined.filter(({ ids }) => ids.length === 0 || ids.some((id) => tree.head(id) !== undefined));
}

/** Adopts hand edits as the first of the coming versions; draws ids for the others. */
async function adoptEdits(ctx: Context, book: Rulebook, loader: EvidenceLoader) {
  const ids: string[] = [];
  const drawId = () => {
    const id = newVersionId(ctx, book.chain, ids);
    ids.push(id);
    return id;
  };
  const adoption = await adoptionOf(ctx, book, loader, drawId());
  if (adoption === undefined) ids.pop();
  return { adoption, drawId };
}

/** Only what people did by hand: nothing is digested. */
export async function planAdoption(ctx: Context, tree: Store, book: Rulebook): Promise<RulesPlan> {
  const loader = new EvidenceLoader(ctx, tree);
  await loader.load([...book.active, ...book.returned].flatMap(({ ids }) => ids));
  const { adoption } = await adoptEdits(ctx, book, loader);
  const declined = [...stillNamed(book, tree), ...(adoption?.declined ?? [])];
  return { book, adoption, digested: false, kept: 0, left: [], candidates: [], declined, behind: new Map() };
}

/** The rules in force before anything is digested: with what people did. */
export function rulesBeforeDigest({ adoption, book }: RulesPlan): readonly Rule[] {
  return adoption?.rules ?? book.active;
}

/** A version in the making; undefined when nothing changes. */
function stepOf(
  operations: readonly Operation[],
  before: readonly Rule[],
  drawId: () => string,
  isTheirs: (op: Operation) => boolean = () => false,
  decision?: ReturnType<typeof decisionOf>,
): Step | undefined {
  const changing = operations.filter(({ op }) => op !== "keep");
  if (changing.length === 0) return undefined;
  const id = drawId();
  const theirs = changing.filter(isTheirs);
  const plain = changing.filter((op) => !theirs.includes(op));
  const rules = applied(applied(before, plain, id), theirs, id, decision?.rule);
  return { id, operations: changing, rules, before, decided: theirs.length === 0 ? undefined : decision?.version };
}
