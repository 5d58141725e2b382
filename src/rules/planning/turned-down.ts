/** Lessons that a person does not want as rules, for whoever teaches what is no rule yet. */
import type { Context } from "../../context.js";
import type { Store } from "../../store/open-store.js";
import { isLifted, remembered } from "../policy/declined.js";
import { EvidenceLoader } from "./evidence-loader.js";
import { type Rulebook, readRulebook } from "./rulebook.js";

/**
 * Ids of the lessons that a person took out of the rules, turned down or took back, and that no person said anew since:
 * nobody is taught them unasked. A line that is gone counts before a digest has written that down.
 */
export async function turnedDown(
  ctx: Pick<Context, "workspace" | "profile" | "base" | "clock">,
  tree: Store,
  book?: Rulebook,
): Promise<ReadonlySet<string>> {
  const { chain, active, edits } = book ?? (await readRulebook(ctx));
  const gone = edits.flatMap(({ kind, before }) => (kind === "removed" ? (before ?? []) : []));
  const inForce = active.flatMap((rule) => (gone.includes(rule) ? [] : rule.ids));
  const noes = remembered(chain.declined, chain).filter(
    ({ op, byPeople, ids }) => op === "add" && byPeople === true && !ids.some((id) => inForce.includes(id)),
  );
  const named = noes.flatMap((one) => one.ids);
  if (gone.length + named.length === 0) return new Set();
  const loader = new EvidenceLoader(ctx, tree);
  await loader.load(named);
  const lasting = noes.filter((one) => !isLifted(one, one.ids, loader.evidenceFor(one.ids)));
  const ids = [...gone, ...lasting].flatMap((one) => one.ids);
  return new Set(ids.flatMap((id) => [id, ...tree.chainOf(id).map((row) => row.id)]));
}
