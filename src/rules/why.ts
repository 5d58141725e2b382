/** `tenet why`: a rule or an entry with everything that speaks for it, who decided, and where it came in. */
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { next } from "../steps.js";
import { countsOnceMerged } from "../store/base/policy/base-state.js";
import { readBytes } from "../store/files/safe-path.js";
import type { Store } from "../store/open-store.js";
import { unreadNote } from "../store/unread.js";
import { openShown } from "../store/viewer.js";
import { defined } from "../text/defined.js";
import { fieldLine, standingLines } from "./check/rules.js";
import { commitOfLine } from "./git-history.js";
import { EvidenceLoader } from "./planning/evidence-loader.js";
import { planVersions } from "./planning/plan-versions.js";
import { type Rulebook, readRulebook } from "./planning/rulebook.js";
import { generalOf } from "./policy/exceptions.js";
import { waitsForMerge } from "./policy/merged.js";
import { isTheirs, isUnproven, type Rule, sameWords, saysSame, sharesId, type Target } from "./policy/rule.js";
import { isOpen } from "./policy/version.js";
import type { Why, WhyDecision, WhyEntry, WhyRule, WhyVersion } from "./text/why-schemas.js";
import { revertedProposals } from "./versions/reverted.js";
import { besideLines } from "./why-beside.js";
import { whyEntry, whyVersions } from "./why-entry.js";
import { askedAbout, standingAt } from "./why-place.js";

/** The data for one answer, read once. */
interface Asking {
  ctx: Context;
  tree: Store;
  book: Rulebook;
  loader: EvidenceLoader;
}

/** `ref`: an id, `FILE:LINE` or a core file. `from`: the folder the caller stands in, for files. Reads only. */
export async function why(ctx: Context, ref: string, from: string = ctx.workspace.root): Promise<Why> {
  const book = await readRulebook(ctx);
  const paths = book.files.map(({ target }) => target);
  const asked = await askedAbout(ctx, ref, from, paths);
  const tree = await openShown(ctx);
  const asking: Asking = { ctx, tree, book, loader: new EvidenceLoader(ctx, tree) };
  if (asked.kind === "id") return await whyId(asking, asked.ref);
  if (asked.kind === "file") {
    const linesBeside = await besideLines(ctx, tree, { file: asked.target });
    return { ...whyFile(asking, asked.target), ...defined({ beside: linesBeside }) };
  }
  const standing = await standingAt(ctx, tree, asked.file, asked.line, paths);
  const place = { file: asked.file, line: asked.line };
  if (standing.rule !== undefined) return await whyLine(asking, standing.rule, place);
  if (standing.entry !== undefined) return await whyId(asking, standing.entry);
  const commit = await commitOfLine(ctx.workspace, asked.file, asked.line);
  const linesBeside = await besideLines(ctx, tree, place);
  return {
    about: "line",
    says: standing.says ?? "",
    ...place,
    entries: [],
    versions: [],
    ...defined({ commit, beside: linesBeside }),
  };
}

async function whyId(asking: Asking, ref: string): Promise<Why> {
  const { tree, book, loader } = asking;
  const { id } = await resolved(asking.ctx, tree, ref);
  await loader.load([id]);
  const chain = [id, ...tree.chainOf(id).map((one) => one.id)];
  const rule =
    book.active.find(({ ids }) => ids.includes(id)) ??
    book.active.find(({ ids }) => ids.some((one) => chain.includes(one)));
  if (rule !== undefined) return await whyRule(asking, rule, {});
  const declined = [...book.chain.declined, ...(await revertedProposals(asking.ctx.workspace, book.chain))];
  const entry = whyEntry(asking.ctx, tree, loader, id, declined);
  const versions = whyVersions(book.chain, { ids: chain });
  if ("missing" in entry) return { about: "entry", says: `No record has ${id}.`, entries: [entry], versions };
  const says = await whyNot(asking, entry, versions);
  return { about: "entry", says, file: entry.file, line: entry.line, entries: [entry], versions };
}

async function resolved(ctx: Context, tree: Store, ref: string): Promise<{ id: string }> {
  try {
    return tree.resolve(ref);
  } catch (error) {
    if (!(error instanceof TenetError) || error.code !== "not-found") throw error;
    throw new TenetError(error.message, {
      failure: error.failure,
      code: error.code,
      hint: unreadNote(ctx, [{ tree }]) ?? next("Name an entry, or the line of a rule:", "why", { what: "SOUL.md:12" }),
      details: error.details,
    });
  }
}

/** Why an entry is no rule, or not yet one. */
async function whyNot({ ctx, tree, book }: Asking, entry: WhyEntry, versions: readonly WhyVersion[]): Promise<string> {
  const waits = versions.find((version) => isOpen(version) && version.op !== "delete");
  if (waits !== undefined) return `It is no rule yet: it waits for a person in version ${waits.id}.`;
  const [blocked] = entry.blocked;
  if (entry.qualifies !== undefined && blocked === undefined) {
    const { left, now } = await planVersions(ctx, tree, book, { only: entry.id });
    const out = left.find(({ id }) => id === entry.id || entry.repeated?.includes(id));
    const because = entry.qualifies.because;
    if (out !== undefined) return `It is no rule, although it qualifies. ${out.because}`;
    const isNow = now?.operations.some(({ ids }) => ids.includes(entry.id)) === true;
    return `It is no rule yet: the next digest ${isNow ? "makes it one" : "proposes it to a person"}. ${because}`;
  }
  const turned = entry.declined.find(({ op }) => op === "add");
  const turnText = turned === undefined ? "" : ` It was ${turned.how.replace("-", " ")} in ${turned.version}.`;
  if (blocked !== undefined) {
    const although = entry.qualifies === undefined ? "" : `, although it would qualify: ${entry.qualifies.because}`;
    return `It is no rule${although.replace(/\.$/, "")}. ${blocked}${turnText}`;
  }
  if (entry.near.length > 0) return `It is no rule yet: ${entry.near.join(", ")}.${turnText}`;
  return `It is no rule: none of the five reasons holds so far.${turnText}`;
}

function whyFile({ book }: Asking, target: Target): Why {
  const lineOf = standingLines(book);
  const rules = book.active
    .filter((rule) => rule.target === target)
    .map((rule) => {
      const { text, ids, since } = rule;
      const because = whyVersions(book.chain, rule).find(({ id }) => id === since)?.because ?? "";
      return defined({ line: lineOf(rule), text, ids, since, because });
    })
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  const ruleCount = rules.length === 0 ? "no rule" : rules.length === 1 ? "one rule" : `${rules.length} rules`;
  return { about: "file", says: `${target} holds ${ruleCount}.`, file: target, rules, entries: [], versions: [] };
}

type Line = Pick<Rule, "target" | "text" | "ids"> & { line: number };

/** A line of a block: its ids or its words decide which rule it is. */
async function whyLine(asking: Asking, line: Line, place: { file: string; line: number }): Promise<Why> {
  const { book } = asking;
  const same = (rule: Rule) => sameWords(rule, line);
  const inForce =
    book.active.find((rule) => same(rule) && (sharesId(rule, line) || line.ids.length === 0)) ??
    book.active.find((rule) => sharesId(rule, line)) ??
    book.active.find(same);
  if (inForce !== undefined) return await whyRule(asking, inForce, { ...place, line: line.line }, line);
  const past = [...book.chain.versions].reverse().find(({ rules }) => rules.some(same));
  const commit = await commitOfLine(asking.ctx.workspace, line.target, line.line);
  const says =
    past === undefined
      ? "It is a line that was written by hand; the next digest takes it over."
      : `It stood in version ${past.id}, and the version in force has it not; the next digest puts that right.`;
  const { target, text, ids } = line;
  const rule: WhyRule = { target, text, ids, line: line.line, state: past === undefined ? "edited" : "past" };
  const entries = await entriesBehind(asking, line);
  const versions = whyVersions(book.chain, line);
  return { about: "rule", says, ...place, rule, entries, versions, ...defined({ commit }) };
}

async function entriesBehind({ ctx, tree, book, loader }: Asking, { ids }: Pick<Rule, "ids">): Promise<Why["entries"]> {
  await loader.load(ids);
  return ids.map((id) => whyEntry(ctx, tree, loader, id, book.chain.declined));
}

async function whyRule(asking: Asking, rule: Rule, place: { file?: string; line?: number }, line?: Line): Promise<Why> {
  const { book } = asking;
  const { target, ids, since } = rule;
  const at = place.line ?? standingLines(book)(rule);
  const versions = whyVersions(book.chain, rule);
  const commit = at === undefined ? undefined : await commitOfLine(asking.ctx.workspace, target, at);
  const edited = line !== undefined && !saysSame(line.text, rule.text);
  const decided = await decisionOf(asking, rule);
  const text = edited ? line.text : rule.text;
  const state = edited ? ("edited" as const) : ("in-force" as const);
  return {
    about: "rule",
    says: `${inOneSentence(rule, generalOf(rule, book.active), versions, decided, edited)}${unmergedNote(asking, text, rule)}`,
    file: target,
    ...defined({ line: at }),
    rule: defined({ target, text, ids, line: at, state, since, decided }),
    entries: await entriesBehind(asking, rule),
    versions,
    ...defined({ commit }),
  };
}

/** Empty where the line counts as it stands. */
function unmergedNote({ ctx, tree, book: { merged } }: Asking, text: string, rule: Rule): string {
  const facts = { merged, mode: ctx.profile.apply_mode, tierOf: (id: string) => tree.head(id)?.trust };
  return waitsForMerge({ ...rule, text }, facts) ? ` ${countsOnceMerged(ctx.base)}`.trimEnd() : "";
}

function inOneSentence(
  rule: Rule,
  general: Rule | undefined,
  versions: readonly WhyVersion[],
  decided: WhyDecision | undefined,
  edited: boolean,
): string {
  if (edited) return "Somebody changed this rule by hand since; the next digest takes that over as theirs.";
  const [came] = versions.filter(({ id }) => id === rule.since);
  const because = came?.because === undefined ? "" : ` ${came.because}`;
  if (isUnproven(rule)) return `It was changed by hand, and it counts once people merged it.${because}`;
  if (isTheirs(rule)) return `It is the line of ${decided?.by ?? "a person"}; tenet leaves it as it is.${because}`;
  const place = general === undefined ? "" : ` beneath "${general.text}", as an exception to it,`;
  return `It stands in ${rule.target}${place} since version ${rule.since}.${because}`;
}

/** The rule's own decision, with the commit that wrote it down; for the mode's the version's. */
async function decisionOf(asking: Asking, rule: Rule): Promise<WhyDecision | undefined> {
  const { ctx, book } = asking;
  const link = book.chain.link(rule.since);
  const version = link?.version.decided;
  const decided = rule.decided_by ?? version;
  if (decided === undefined) return undefined;
  const { by, how, at } = decided;
  if (how === "mode" || by === "auto" || link === undefined || version === undefined) return { by, how, at };
  const bytes = await readBytes(ctx.workspace, ctx.workspace.absolute(link.file));
  const commit = await commitOfLine(ctx.workspace, link.file, fieldLine(new TextDecoder().decode(bytes), "decided"));
  return { by, how: version.how, at, ...defined({ commit }) };
}
