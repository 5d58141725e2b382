/** Checks which operations of a waiting version still hold, with new evidence and screening. Called by `activate`. */
import type { Context } from "../../context.js";
import type { ScreenFinding } from "../../screening/screen.js";
import type { Store } from "../../store/open-store.js";
import { capsOf } from "../planning/caps.js";
import { EvidenceLoader } from "../planning/evidence-loader.js";
import { checkApproval, type Fallen } from "../policy/approval-check.js";
import type { Evidence } from "../policy/evidence.js";
import { applied } from "../policy/operations.js";
import { BLOCK_CHARACTERS, type Rule, sameWords } from "../policy/rule.js";
import type { Operation, Version } from "../policy/version.js";

/** Everything known about the entries behind some lines. */
export async function evidenceBehind(
  ctx: Context,
  tree: Store,
  lines: readonly { ids: readonly string[] }[],
): Promise<Map<string, Evidence>> {
  const loader = new EvidenceLoader(ctx, tree);
  const ids = lines.flatMap((line) => line.ids);
  await loader.load(ids);
  return loader.evidenceFor(ids);
}

/** The version with what still holds alone. `base`: the rules the version was made on. `rules`: those in force. Reads only. */
export async function revalidate(
  ctx: Context,
  tree: Store,
  version: Version,
  base: readonly Rule[],
  rules: readonly Rule[],
): Promise<{ version: Version; fallen: Fallen[] }> {
  const behind = await evidenceBehind(ctx, tree, version.operations);
  const clean: Operation[] = [];
  const fallen: Fallen[] = [];
  for (const op of version.operations) {
    const because = op.op === "delete" ? undefined : await unfitLine(op.text);
    if (because === undefined) clean.push(op);
    else fallen.push({ op, because });
  }
  const bound = checkApproval({
    operations: clean,
    behind,
    contents: version.contents ?? {},
    rules,
    caps: capsOf(ctx),
    fileChars: BLOCK_CHARACTERS,
  });
  fallen.push(...bound.fallen);
  if (fallen.length === 0) return { version, fallen };
  return { version: { ...version, ...withOnly(version, base, bound.holding) }, fallen };
}

/** A version's operations and rules when only some operations are made; a person's own wording stays a person's. */
export function withOnly(
  version: Pick<Version, "id" | "rules">,
  base: readonly Rule[],
  operations: readonly Operation[],
): Pick<Version, "operations" | "rules"> {
  const rules = applied(base, operations, version.id).map((rule) => {
    if (rule.since !== version.id) return rule;
    const madeRule = version.rules.find((one) => one.since === version.id && sameWords(one, rule));
    return madeRule?.decided_by === undefined ? rule : { ...rule, decided_by: madeRule.decided_by };
  });
  return { operations, rules };
}

/** Forbidden content of a line, by kind alone: secrets, hidden characters. */
export async function hiddenIn(text: string, field: string): Promise<Pick<ScreenFinding, "what" | "kind">[]> {
  const { screenText } = await import("../../screening/screen.js");
  return (await screenText(text, field)).findings;
}

/** Why a line may not be written, after another look at what it holds; undefined when it may. */
export async function unfitLine(text: string): Promise<string | undefined> {
  const [first] = await hiddenIn(text, "the line");
  if (first === undefined) return undefined;
  return first.what === "secret" ? `Its line holds a secret (${first.kind}).` : "Its line holds hidden characters.";
}
