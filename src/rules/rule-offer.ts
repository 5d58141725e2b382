/** An owner's own high-stakes correction, just typed: its rule is offered at once, and their answer is kept. */
import type { Context } from "../context.js";
import { requireTyped } from "../review/people-only.js";
import { changeTree } from "../store/change.js";
import { openStore } from "../store/open-store.js";
import { candidatesOf } from "./candidates.js";
import { type Digested, digest } from "./digest.js";
import { EvidenceLoader } from "./evidence-loader.js";
import { NOT_BY_WORD, standingOf } from "./policy/qualify.js";
import type { Target } from "./policy/rule.js";

/** The rule that a correction would be. */
export interface RuleOffer {
  id: string;
  target: Target;
  /** The line that would be added. */
  text: string;
}

/** What is offered for a correction; undefined when nothing is: not its owner's own, not high, blocked, a rule already. */
export async function ruleOffer(ctx: Context, id: string): Promise<RuleOffer | undefined> {
  if (!ctx.actor.atTerminal || ctx.actor.run !== undefined) return undefined;
  const tree = await openStore(ctx);
  const head = tree.head(id);
  if (head?.type !== "correction" || head.tier !== "owner" || head.stakes !== "high" || head.status !== "active") {
    return undefined;
  }
  const gathering = new EvidenceLoader(ctx, tree);
  await gathering.load([id]);
  const [candidate] = candidatesOf(ctx, gathering, [id]);
  if (candidate === undefined || candidate.evidence.id !== id || candidate.text === undefined) return undefined;
  const { qualified, blocked } = standingOf(candidate.evidence, ctx.profile.promotion);
  const isRule = candidate.evidence.chain.some((one) => tree.head(one)?.status === "promoted");
  if (qualified?.reason !== "told" || blocked.length > 0 || isRule) return undefined;
  return { id, target: qualified.target, text: candidate.text };
}

/** The owner said yes to the line they were shown: it takes effect, and they stand behind it. */
export async function takeOffer(ctx: Context, { id }: RuleOffer): Promise<Digested> {
  const { by } = await requireTyped(ctx, "making a rule of a correction", true, `It is kept: tenet show ${id}`);
  return digest(ctx, { proposedBy: "promote", wanted: { only: id, approved: { by } } });
}

/** The owner said no: their word alone makes no rule of it any more; that it held still does. */
export async function leaveOffer(ctx: Context, { id }: RuleOffer): Promise<void> {
  await changeTree(ctx, { op: "correct", reason: `correct: ${id} shall be no rule yet` }, async (change) => {
    const entry = await change.entry(id);
    await change.update(id, { flags: [...new Set([...(entry.flags ?? []), NOT_BY_WORD])] });
  });
}
