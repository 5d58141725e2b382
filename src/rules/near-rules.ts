/** Picks the near claims of a capture that are owners' rules in force. The question to the owner names them. */
import type { Context } from "../context.js";
import { openStore } from "../store/open-store.js";
import { standingLines } from "../store/rules/check/rules.js";
import { isOwners } from "../store/rules/policy/rule.js";
import { readRulebook } from "../store/rules/rulebook.js";

/** A rule as it stands in its file. */
export interface NearRule {
  text: string;
  /** File and line. */
  where: string;
}

/** By the known entry: its rule, where an owner's word stands behind that and the new entry is an owner's word as well. */
export async function rulesNear(
  ctx: Context,
  asks: readonly { id: string; about: string }[],
): Promise<Map<string, NearRule>> {
  const tree = await openStore(ctx);
  const promoted = asks.filter(
    ({ id, about }) => tree.head(id)?.tier === "owner" && tree.head(about)?.status === "promoted",
  );
  if (promoted.length === 0) return new Map();
  const book = await readRulebook(ctx);
  const lineOf = standingLines(book);
  return new Map(
    promoted.flatMap(({ about }) => {
      const rule = book.active.find(({ ids }) => ids.includes(about));
      if (rule === undefined || !isOwners(rule, (id) => tree.head(id))) return [];
      const line = lineOf(rule);
      return [
        [about, { text: rule.text, where: line === undefined ? rule.target : `${rule.target}:${line}` }] as const,
      ];
    }),
  );
}
