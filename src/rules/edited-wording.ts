/** A version that waits in a person's own words: what they made of the proposed lines, checked like any input. */
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import type { Store } from "../store/open-store.js";
import { declinedOf } from "./policy/declined.js";
import { wordedBy } from "./policy/proposal-text.js";
import type { RuleDecision } from "./policy/rule.js";
import { saysSame } from "./policy/rule.js";
import type { Chain } from "./versions/chain.js";
import { evidenceBehind, withOnly } from "./versions/revalidate.js";
import type { Declined, Operation, Version, VersionDecision } from "./versions/version.js";

interface WordedVersion {
  version: Version;
  /** What the person took out: turned down with it. */
  dropped: Declined[];
}

/** `wording`: what came back from the editor; undefined leaves the version as it is. Throws `usage` on what is no rule. */
export async function withWording(
  ctx: Context,
  tree: Store,
  chain: Chain,
  version: Version,
  wording: string | undefined,
  decided: VersionDecision,
): Promise<WordedVersion> {
  if (wording === undefined) return { version, dropped: [] };
  const worded = wordedBy(version.operations, wording);
  if ("wrong" in worded) {
    const lines = worded.wrong.map(({ line, message }) => `  line ${line}: ${message}`);
    throw new TenetError(`what came back from the editor cannot be taken:\n${lines.join("\n")}`, {
      failure: "usage",
      code: "bad-wording",
      hint: "A rule is one plain line, with the ids it was proposed with. Nothing was changed.",
      details: { wrong: worded.wrong },
    });
  }
  if (worded.operations.length === 0) {
    throw new TenetError("every proposed line was taken out; nothing was approved", {
      failure: "usage",
      code: "bad-wording",
      hint: "What is not wanted at all is rejected, with a reason: see tenet reject --help",
    });
  }
  const own = new Set(worded.reworded);
  const operations: Operation[] = [];
  const theirs: Operation[] = [];
  for (const op of worded.operations) {
    const next = own.has(op) ? { ...op, text: await screened(ctx, op.text) } : op;
    operations.push(next);
    if (own.has(op)) theirs.push(next);
  }
  const base = version.previous === null ? [] : (chain.version(version.previous)?.rules ?? chain.rules);
  const by: RuleDecision = { by: decided.by, how: "edited", at: decided.at };
  const only = withOnly(version, base, operations);
  const rules = only.rules.map((rule) => {
    const said = theirs.some(({ target, text }) => target === rule.target && saysSame(text, rule.text));
    return said && rule.since === version.id ? { ...rule, decided_by: by } : rule;
  });
  const behind = await evidenceBehind(ctx, tree, worded.dropped);
  return {
    version: { ...version, operations, rules },
    dropped: declinedOf(worded.dropped, behind, version.id, "rejected"),
  };
}

async function screened(ctx: Context, text: string): Promise<string> {
  const { screenText } = await import("../screening/screen.js");
  const { value, warnings } = await screenText(text, "the line", { mode: ctx.profile.secrets, bidi: "refuse" });
  for (const warning of warnings) ctx.warn(warning);
  return value;
}
