/** The layer `rules`: lines of the core files with the entries behind them. Called by `make-context.ts`. */
import type { Context } from "../context.js";
import { leastTrusted } from "../entry/gates/trust.js";
import { isSensitive, SENSITIVE } from "../entry/gates/visible.js";
import { doubtsOf } from "../entry/states.js";
import type { RuleFile, StandingRule } from "../rules/planning/rule-files.js";
import { generalOf } from "../rules/policy/exceptions.js";
import { paired } from "../rules/policy/merge-rules.js";
import { isMerged, waitsForMerge } from "../rules/policy/merged.js";
import {
  isDecided,
  isOwners,
  isTheirs,
  isUnproven,
  type Rule,
  type RuleDecision,
  saysSame,
  UNPROVEN,
} from "../rules/policy/rule.js";
import { next } from "../steps.js";
import type { Row } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import { counted } from "../text/paint.js";
import { chosenRules, MOST_RULES, type WeighedLine, weighedBy } from "./policy/choose-rules.js";
import { type ContextItem, isWithheld, type Layer } from "./policy/layer.js";
import { isLeftOut, type Sources } from "./sources.js";

/** At most as many rules as the profile states; one line without a number stands for the rest. */
export async function rulesLayer(sources: Sources): Promise<Layer> {
  const { ctx, book } = sources;
  const notes: string[] = [];
  const weighedLines: WeighedLine[] = [];
  const ruleOf = ruleOfLine(book.active, book.files);
  let unmerged = 0;
  for (const file of book.files) {
    const { target, trouble, rules } = file;
    if (trouble !== undefined) {
      notes.push(unreadFile(file));
      continue;
    }
    for (const line of rules.filter((one) => !isLeftOut(sources, target, one.line))) {
      const weighedLine = weighLine(line, ruleOf(line), sources);
      if (weighedLine === "not merged") unmerged++;
      else if (weighedLine !== undefined) weighedLines.push(weighedLine);
    }
  }
  if (unmerged > 0) notes.push(unmergedNote(unmerged, ctx.base));
  const { chosen, rest } = chosenRules(weighedLines, MOST_RULES);
  const items = chosen.map(ruleItem);
  return {
    name: "rules",
    title: "Rules",
    items:
      rest.length === 0
        ? items
        : [
            ...items,
            { text: await sources.input.say(next("More rules are in force:", "list", { status: "promoted" })) },
          ],
    notes,
    rest: rest.flatMap(({ ids }) => ids),
  };
}

function ruleOfLine(active: readonly Rule[], files: readonly RuleFile[]): (line: StandingRule) => Rule | undefined {
  const lines = files.flatMap(({ rules }) => rules);
  const ruleByLine = new Map(
    paired(active, lines).flatMap(([rule, line]) => (rule && line ? [[line, rule] as const] : [])),
  );
  return (line) => ruleByLine.get(line);
}

/** The note about a file that cannot be read: conflict markers, damaged blocks, bad bytes. */
function unreadFile({ target, trouble }: RuleFile): string {
  const line = trouble?.line === undefined ? "" : `:${trouble.line}`;
  return `${target}${line} is not printed: ${trouble?.message}.`;
}

/** Has no ids: the entries of unmerged rules are printed in the layer `taught`. */
function unmergedNote(count: number, base: Context["base"]): string {
  const where = base.state === "readable" ? base.branch : "the base";
  return `${counted(count, "rule")} not printed: not merged into ${where}, and without effect before that.`;
}

function weighLine(
  line: StandingRule,
  rule: Rule | undefined,
  { ctx, book, tree }: Sources,
): WeighedLine | "not merged" | undefined {
  const { text, ids, target } = line;
  const { merged } = book;
  const isSaid = rule !== undefined && saysSame(rule.text, text);
  const versionOfLine = isSaid ? undefined : book.chain.known(line);
  // It stands in a version that is not in force.
  if (versionOfLine !== undefined && book.edits.some(({ after }) => after === line)) return undefined;
  const standingRule = isSaid ? rule : versionOfLine?.rule;
  const facts = { merged, mode: ctx.profile.apply_mode, tierOf: (id: string) => tree.head(id)?.tier };
  if (waitsForMerge({ ...line, decided_by: standingRule === undefined ? BY_HAND : standingRule.decided_by }, facts))
    return "not merged";
  const isIn = merged !== undefined && isMerged(line, merged);
  const isUndecided = standingRule === undefined || isUnproven(standingRule);
  // A version's statement that people decided counts with a base that has the line, and without a base.
  const mayBeTheirs = merged === undefined || isIn;
  const theirs = mayBeTheirs && (isUndecided ? isIn : isTheirs(standingRule));
  const isPeoples =
    theirs ||
    (standingRule !== undefined &&
      ((mayBeTheirs && isDecided(standingRule)) || isOwners(standingRule, (id) => tree.head(id))));
  const byNobody = isUndecided && !isIn;
  const heads = ids.flatMap((id) => tree.head(id) ?? []);
  if (heads.some((head) => isWithheld(head, theirs))) return undefined;
  return {
    text: heads.some(isSensitive) ? SENSITIVE : text,
    ids,
    target,
    role: standingRule?.target === target ? standingRule.role : undefined,
    theirs,
    isPeoples,
    ...(heads.length === 0 ? {} : { tier: leastTrusted(heads.map(({ tier }) => tier)) }),
    ...weighedBy(ids, heads),
    note: noteOf(ids, heads, byNobody, standingRule && generalOf(standingRule, book.active)),
  };
}

/** The decision for a line that no version has. */
const BY_HAND: RuleDecision = { by: UNPROVEN, how: "edited", at: "" };

function noteOf(
  ids: readonly string[],
  heads: readonly Row[],
  byNobody: boolean,
  general: Rule | undefined,
): string | undefined {
  const exception = general?.ids[0] === undefined ? [] : [`exception to ${general.ids[0]}`];
  const missing = ids.length > 0 && heads.length === 0 ? ["its entry is missing"] : [];
  const states = heads.flatMap((head) => [
    ...(head.review?.state === "needs_review" ? ["waits for review"] : []),
    ...(doubtsOf(head) ?? []),
  ]);
  const notes = [...exception, ...(byNobody ? [UNPROVEN] : []), ...missing, ...new Set(states)];
  return notes.length === 0 ? undefined : notes.join(", ");
}

function ruleItem({ text, ids, target, theirs, isPeoples, tier, note }: WeighedLine): ContextItem {
  const [id] = ids;
  return defined({
    id,
    place: id === undefined ? target : undefined,
    ids: ids.length > 1 ? [...ids] : undefined,
    who: theirs ? "people" : undefined,
    tier,
    text,
    note,
    firm: theirs || isPeoples ? (true as const) : undefined,
  });
}
