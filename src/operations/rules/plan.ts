/** What a digest would do, as data: what people did, what takes effect, what waits, what stays out and why. */
import { stamp } from "../../clock.js";
import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import { applied } from "../../memory/rules/apply.js";
import { passing } from "../../memory/rules/apply-mode.js";
import { lossOf } from "../../memory/rules/losses.js";
import { type Candidate, type LeftOut, type ReconcileInput, reconcile } from "../../memory/rules/reconcile.js";
import type { Rule, RuleDecision, Target } from "../../memory/rules/rule.js";
import type { Declined, Operation } from "../../memory/rules/version.js";
import type { Tree } from "../../tree/tree.js";
import { type Adoption, adoptionOf } from "./adopt.js";
import { candidatesOf, Gathering, possible } from "./gather.js";
import type { Rulebook } from "./rulebook.js";
import { newVersionId } from "./stage.js";

/** What is asked for besides what is due by itself. */
export interface Wanted {
  /** One entry: only its lesson, and what waits already. */
  only?: string | undefined;
  /** Where its rule shall stand. */
  to?: Target | undefined;
  /** Its wording. */
  text?: string | undefined;
  /** A person wants it although no reason of the table holds. */
  forced?: { by: string; reason: string } | undefined;
}

/** A set of operations and the rules after them. */
export interface Step {
  /** The id that its version gets. */
  id: string;
  operations: readonly Operation[];
  rules: readonly Rule[];
  /** Rules before. */
  before: readonly Rule[];
}

export interface RulesPlan {
  book: Rulebook;
  adoption?: (Adoption & { id: string }) | undefined;
  /** What takes effect by itself. */
  now?: Step | undefined;
  /** What waits for a person. */
  waiting?: Step | undefined;
  kept: number;
  left: readonly LeftOut[];
  candidates: readonly Candidate[];
  declined: readonly Declined[];
}

/** Most rules and characters of each file, from the profile. */
export function capsOf({ profile }: Pick<Context, "profile">): Readonly<Record<Target, number>> {
  const { soul, memory, procedures } = profile.caps;
  return { "SOUL.md": soul, "MEMORY.md": memory, "memory/core/procedures.md": procedures };
}

/** Plans on what is there now. Writes nothing; asks git only who edited a rule. */
export async function planRules(ctx: Context, tree: Tree, book: Rulebook, wanted: Wanted = {}): Promise<RulesPlan> {
  const gathering = new Gathering(ctx, tree);
  const waitingNow = book.chain.pending?.operations.flatMap(({ ids }) => ids) ?? [];
  const asked = wanted.only === undefined ? possible(tree, ctx.profile.promotion) : [wanted.only, ...waitingNow];
  const behindIds = [...book.active, ...book.returned].flatMap(({ ids }) => ids);
  await gathering.load([...asked, ...behindIds]);
  const ids: string[] = [];
  const drawn = () => {
    const id = newVersionId(ctx, book.chain, ids);
    ids.push(id);
    return id;
  };
  const adopted = await adoptionOf(ctx, book, gathering, drawn());
  const adoption = adopted === undefined ? undefined : { ...adopted, id: ids[0] as string };
  if (adoption === undefined) ids.pop();
  const declined: Declined[] = [
    ...book.chain.declined,
    ...(adoption?.declined.map((one) => ({ ...one, version: adoption.id })) ?? []),
  ];
  const base = adoption?.rules ?? book.active;
  const candidates = candidatesOf(ctx, gathering, asked).map((one) => asWanted(one, wanted));
  const behind = new Map(
    base
      .flatMap((rule) => rule.ids)
      .flatMap((id) => {
        const evidence = gathering.evidenceOf(id);
        return evidence === undefined ? [] : [[id, evidence] as const];
      }),
  );
  for (const { evidence } of candidates)
    for (const id of evidence.chain) if (!behind.has(id)) behind.set(id, gathering.evidenceOf(id) ?? evidence);
  const input: Omit<ReconcileInput, "rules"> = {
    behind,
    candidates,
    declined: wanted.forced === undefined ? declined : [],
    caps: capsOf(ctx),
    fileChars: ctx.profile.caps.file_chars,
    now: ctx.clock.now(),
  };
  const { apply_mode: mode } = ctx.profile;
  const forcedId =
    wanted.forced === undefined
      ? undefined
      : candidates.find(({ standing }) => standing.qualified?.reason === "forced")?.evidence.id;
  const waits = (op: Operation, decided: boolean) =>
    !op.ids.some((id) => id === forcedId) && !passing(mode, op.tier, decided).passes;
  const first = reconcile({ ...input, rules: base, waits });
  const now = stepOf(first.operations, base, drawn, decisionFor(ctx, wanted));
  const after = now?.rules ?? base;
  const second = reconcile({ ...input, rules: after });
  const waiting = stepOf(second.operations, after, drawn);
  const left = second.left;
  const kept = second.operations.filter(({ op }) => op === "keep").length;
  return { book, adoption, now, waiting, kept, left, candidates, declined };
}

/** Only what people did by hand: nothing is digested. */
export async function planAdoption(ctx: Context, tree: Tree, book: Rulebook): Promise<RulesPlan> {
  const gathering = new Gathering(ctx, tree);
  await gathering.load([...book.active, ...book.returned].flatMap(({ ids }) => ids));
  const id = newVersionId(ctx, book.chain);
  const adopted = await adoptionOf(ctx, book, gathering, id);
  const declined = [...book.chain.declined, ...(adopted?.declined.map((one) => ({ ...one, version: id })) ?? [])];
  const adoption = adopted === undefined ? undefined : { ...adopted, id };
  return { book, adoption, kept: 0, left: [], candidates: [], declined };
}

function asWanted(candidate: Candidate, { only, to, text, forced }: Wanted): Candidate {
  if (only === undefined || !candidate.evidence.chain.includes(only)) return candidate;
  const { standing } = candidate;
  const target =
    to ?? standing.qualified?.target ?? (candidate.evidence.entry.type === "correction" ? "SOUL.md" : "MEMORY.md");
  const qualified =
    forced === undefined
      ? standing.qualified && { ...standing.qualified, target }
      : { reason: "forced" as const, target, because: `${forced.by} wants it: ${forced.reason}` };
  return {
    ...candidate,
    text: text ?? candidate.text,
    standing: { ...standing, qualified, ...(forced === undefined ? {} : { blocked: [] }) },
  };
}

function decisionFor(ctx: Context, { forced }: Wanted): RuleDecision | undefined {
  return forced === undefined ? undefined : { by: forced.by, how: "forced", at: stamp(ctx.clock.now()) };
}

function stepOf(
  operations: readonly Operation[],
  before: readonly Rule[],
  drawn: () => string,
  decided?: RuleDecision,
): Step | undefined {
  const changing = operations.filter(({ op }) => op !== "keep");
  if (changing.length === 0) return undefined;
  const id = drawn();
  const plain = changing.filter(({ reason }) => reason !== "forced");
  const forced = changing.filter(({ reason }) => reason === "forced");
  const rules = applied(applied(before, plain, id), forced, id, decided);
  const loss = lossOf(before, rules, changing);
  if (loss !== undefined)
    throw new TenetError(`${loss} Nothing was changed.`, { failure: "refused", code: "lost-rules" });
  return { id, operations: changing, rules, before };
}
