/** `tenet promote`: the digest for one entry, or for everything that qualifies. */
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { standingOf } from "../memory/rules/qualify.js";
import { MAX_RULE, type Target } from "../memory/rules/rule.js";
import { openTree } from "../tree/tree.js";
import { type Digested, digest } from "./digest.js";
import { personHere } from "./people-only.js";
import { Gathering } from "./rules/gather.js";

export interface PromoteInput {
  ref?: string | undefined;
  to?: Target | undefined;
  rule?: string | undefined;
  dryRun: boolean;
}

/**
 * Promotes one entry, or what qualifies. An entry without a reason of the table needs a person at a terminal;
 * `whyForced` asks them, and answers nothing where nobody can be asked.
 */
export async function promote(
  ctx: Context,
  { ref, to, rule, dryRun }: PromoteInput,
  whyForced: () => Promise<string | undefined>,
): Promise<Digested> {
  if (ref === undefined) {
    if (to !== undefined || rule !== undefined) {
      throw new TenetError("--to and --rule speak of one entry, and none is named", { failure: "usage" });
    }
    return digest(ctx, { dryRun, proposedBy: "promote" });
  }
  const text = rule === undefined ? undefined : worded(rule);
  const tree = await openTree(ctx);
  const { id } = tree.resolve(ref);
  const gathering = new Gathering(ctx, tree);
  await gathering.load([id]);
  const only = gathering.chainOf(id).at(-1) ?? id;
  const evidence = gathering.evidenceOf(only);
  const standing = evidence === undefined ? undefined : standingOf(evidence, ctx.profile.promotion);
  const wordings = text === undefined ? [] : [{ ids: [only], text, because: "Worded by hand." }];
  const unfit = standing?.qualified === undefined || standing.blocked.length > 0 || to !== undefined;
  if (!unfit) return digest(ctx, { dryRun, proposedBy: "promote", wanted: { only, wordings } });
  const because = standing?.blocked[0] ?? missing(standing?.near ?? []);
  const by = await personHere(ctx);
  const reason = by === undefined ? undefined : await whyForced();
  if (by === undefined || reason === undefined) {
    throw new TenetError(`${only} does not become a rule by itself: ${because}`, {
      failure: "refused",
      code: "needs-person",
      hint: `What speaks for it so far: tenet why ${only}`,
    });
  }
  return digest(ctx, { dryRun, proposedBy: "person", wanted: { only, to, wordings, forced: { by, reason } } });
}

function missing(near: readonly string[]): string {
  return near.length === 0 ? "no reason of the table holds" : `no reason of the table holds yet (${near.join(", ")})`;
}

/** A wording as it is stated: one line, no structure. Throws `usage` otherwise. */
function worded(rule: string): string {
  const text = rule.trim();
  const wrong =
    text === ""
      ? "it is empty"
      : text.length > MAX_RULE
        ? `it has ${text.length} characters, ${MAX_RULE} at most`
        : /[\n\r]/.test(text)
          ? "it has several lines"
          : /<!--|-->/.test(text)
            ? "it holds a comment mark"
            : undefined;
  if (wrong === undefined) return text;
  throw new TenetError(`--rule: a rule is one plain line; ${wrong}`, { failure: "usage", code: "bad-rule" });
}
