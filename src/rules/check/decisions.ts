/** Every rule in force against the decision that let it in: by the mode, or by a person whom git can name. */
import type { Person } from "../../config.js";
import type { Tier } from "../../entry/entry.js";
import { leastTrusted } from "../../entry/trust.js";
import { blobsOf } from "../../store/git/git-snapshot.js";
import { blockIn } from "../../store/records/marked-blocks.js";
import type { Workspace } from "../../store/workspace.js";
import { defined } from "../../text/defined.js";
import type { FindingDraft } from "../../text/findings.js";
import { isListed } from "../../trust/policy/person-of.js";
import type { Proof } from "../../trust/proof.js";
import { rulesIn } from "../files/block.js";
import { type ApplyMode, passing } from "../policy/apply-mode.js";
import { isMove } from "../policy/move-rules.js";
import { isDecided, type Rule, sameWords, saysSame, sharesId, UNPROVEN } from "../policy/rule.js";
import type { Chain } from "../versions/chain.js";
import { isByMode, type Operation, type Version, type VersionDecision } from "../versions/version.js";
import type { Provenance } from "./provenance.js";
import { fieldLine } from "./versions.js";

export interface DecisionFacts {
  workspace: Workspace;
  mode: ApplyMode;
  people: readonly Person[];
  chain: Chain;
  provenance: Provenance;
  textOf(file: string): string | undefined;
  /** Where a rule stands: `SOUL.md` and its line; undefined when it is not in its file. */
  lineOf(rule: Rule): number | undefined;
  /** The trust of an entry with all it is made of; undefined when the tree does not have it. */
  tierOf(id: string): Tier | undefined;
  /** Versions that the branch this change goes into does not have: their merge is still to come. */
  isProposed(id: string): boolean;
}

/** One version that rules in force came with. */
interface Source {
  id: string;
  version: Version | undefined;
  rules: Rule[];
  /** It is the one in force: what it took away was decided with it. */
  current: boolean;
}

/** One finding for each version whose decision is missing or not proven, with the rules it let in. */
export async function decisionFindings(facts: DecisionFacts): Promise<FindingDraft[]> {
  const found: FindingDraft[] = [];
  for (const source of sourcesOf(facts.chain)) {
    const { version } = source;
    if (version === undefined) found.push(...(await pruned(source, facts)));
    else if (version.decided !== undefined) {
      const { decided } = version;
      const some = isByMode(decided) ? byMode(source, version, facts) : byPerson(source, version, decided, facts);
      found.push(...(await some));
    }
  }
  return found;
}

function sourcesOf(chain: Chain): Source[] {
  const { active } = chain;
  if (active === undefined) return [];
  const ids = [...new Set([active.id, ...active.rules.map(({ since }) => since)])];
  return ids.map((id) => ({
    id,
    version: chain.version(id),
    rules: active.rules.filter(({ since }) => since === id),
    current: id === active.id,
  }));
}

/** `SOUL.md:12, SOUL.md:13`. */
function placesOf(rules: readonly Rule[], { lineOf }: DecisionFacts): string {
  return rules.map((rule) => [rule.target, lineOf(rule)].filter((part) => part !== undefined).join(":")).join(", ");
}

/** Where a finding about a version points: at its first rule, else at its own file where it says who decided. */
function placeOf({ id, rules: [rule] }: Pick<Source, "id" | "rules">, facts: DecisionFacts) {
  if (rule !== undefined) return { file: rule.target, ...defined({ line: facts.lineOf(rule) }) };
  const link = facts.chain.link(id);
  return link === undefined ? {} : { file: link.file, line: fieldLine(facts.textOf(link.file), "decided") };
}

function unproven(source: Source, facts: DecisionFacts, because: string, next: string): FindingDraft {
  const { id, rules } = source;
  const what = rules.length === 0 ? "what it changed" : `the rules it let in (${placesOf(rules, facts)})`;
  const message = `nobody is proven to have decided on version ${id} and ${what}. ${because}`;
  const severity = facts.mode === "auto" ? "warning" : "error";
  return { id, severity, code: "unproven", ...placeOf(source, facts), message, next };
}

const MERGE_IT = "A person listed under people in tenet.yaml, with their address, commits or merges it.";
const WHOLE = "Fetch the whole history, then look again.";

async function byPerson(
  source: Source,
  version: Version,
  decided: VersionDecision,
  facts: DecisionFacts,
): Promise<FindingDraft[]> {
  const proof = await proofOf(version, decided, facts);
  if (proof.state === "proven") return [];
  if (facts.isProposed(version.id) && decided.how === "merge") {
    const { id } = version;
    const message = `version ${id} is proposed: merging this lets in ${placesOf(source.rules, facts) || "its changes"}`;
    const next = "A person decides by merging it, or not.";
    return [{ id, severity: "info", code: "proposed", ...placeOf({ id, rules: [] }, facts), message, next }];
  }
  if (isSaidByFile(proof, decided, facts)) return [];
  const next = proof.state === "unknown" && facts.provenance.isShallow ? WHOLE : MERGE_IT;
  const named = isListed(facts.people, decided.by) || decided.by === UNPROVEN ? "" : ` It says that ${decided.by} did.`;
  return [unproven(source, facts, `${proof.because}${named}`, next)];
}

/**
 * Nothing speaks against it yet: the file names a known person, and the commit will show who it was. A merge that is in
 * no commit is none.
 */
export function isSaidByFile(
  proof: Proof,
  decided: VersionDecision,
  { people, provenance }: Pick<DecisionFacts, "people" | "provenance">,
): boolean {
  if (!isListed(people, decided.by)) return false;
  return !provenance.hasGit || (proof.state === "uncommitted" && decided.how !== "merge");
}

/** What a hand edit carries is the commit of the edit; everything else is in the commit of the version. */
export async function proofOf(
  version: Version,
  decided: VersionDecision,
  { workspace, provenance }: Pick<DecisionFacts, "workspace" | "provenance">,
): Promise<Proof> {
  if (decided.how === "edited" && decided.commit !== undefined && provenance.hasGit) {
    const commit = provenance.decisions.commit(decided.commit);
    if (commit !== undefined && (await carries(workspace, commit.commit, version.operations))) {
      const proof = await provenance.decisions.of(commit.commit);
      if (proof.state === "proven") return proof;
    }
  }
  return await provenance.proofOf(version.id);
}

/** Does a commit hold one of these edits, which the commit before it did not? */
async function carries(ws: Workspace, commit: string, operations: readonly Operation[]): Promise<boolean> {
  for (const op of operations) {
    const names = [`${commit}:./${op.target}`, `${commit}^:./${op.target}`];
    const [after, before] = (await blobsOf(ws.root, names)).map((blob) => holds(blob?.toString("utf8"), op.text));
    if (op.op === "delete" ? before && !after : after && !before) return true;
  }
  return false;
}

function holds(text: string | undefined, words: string): boolean {
  const block = blockIn(text ?? "", "rules");
  return block.state === "found" && rulesIn(block.lines).some((rule) => saysSame(rule.text, words));
}

/** What the mode let in must be what the mode lets in: then, and from whom it comes now. */
async function byMode(source: Source, version: Version, facts: DecisionFacts): Promise<FindingDraft[]> {
  const modes = await modesFor(version, facts);
  const previous = facts.chain.version(version.previous ?? "")?.rules ?? [];
  const standing = (op: Operation) => source.rules.some((rule) => isOf(rule, op));
  for (const op of version.operations) {
    if (
      op.op === "keep" ||
      isMove(op, previous) ||
      !(source.current || standing(op)) ||
      isJoined(op, version, facts.chain)
    )
      continue;
    const known = op.ids.flatMap((id) => facts.tierOf(id) ?? []);
    const tier = leastTrusted([op.tier, ...known]);
    const was = { target: op.from ?? op.target, text: op.before ?? op.text };
    const decided = previous.some((rule) => isDecided(rule) && sameWords(rule, was));
    const answers = modes.map((mode) => passing(mode, tier, decided ? "decided" : undefined));
    if (answers.some(({ passes }) => passes)) continue;
    const rule = source.rules.find((one) => standing(op) && saysSame(one.text, op.text));
    const stands = rule !== undefined && facts.lineOf(rule) !== undefined;
    const place = placeOf({ id: version.id, rules: stands ? [rule] : [] }, facts);
    const message = `version ${version.id} took effect by the mode with "${op.text}", which a person decides on. ${answers[0]?.because ?? ""}`;
    const next = "A person takes it back, or lets it in by committing it as theirs.";
    return [{ id: version.id, severity: "error", code: "undecided", ...place, message, next }];
  }
  return source.rules.flatMap((rule): FindingDraft[] => {
    if (!isDecided(rule) || wasDecided(rule, facts.chain)) return [];
    const place = placeOf({ id: version.id, rules: [rule] }, facts);
    const message = `version ${version.id} took effect by the mode, and says that ${rule.decided_by?.by} decided on "${rule.text}"`;
    return [{ id: version.id, severity: "error", code: "unproven", ...place, message, next: MERGE_IT }];
  });
}

/** The same line: where it has been moved to decides nothing anew. */
function isOf(rule: Rule, line: Pick<Rule, "target" | "text" | "ids">): boolean {
  return saysSame(rule.text, line.text) && (rule.target === line.target || sharesId(rule, line));
}

/** Some version that somebody decided on holds the rule as decided. */
function wasDecided(rule: Rule, chain: Chain): boolean {
  return chain.versions.some(
    ({ decided, rules }) =>
      decided !== undefined && decided.how !== "mode" && rules.some((one) => isDecided(one) && isOf(one, rule)),
  );
}

/** What joins two branches decides nothing anew: each of them holds the line, or has it not, by a decision of its own. */
function isJoined(op: Operation, { joins = [] }: Version, chain: Chain): boolean {
  return joins
    .flatMap((id) => chain.version(id) ?? [])
    .some(({ rules }) => rules.some((rule) => sameWords(rule, op)) === (op.op !== "delete"));
}

/** The modes that may have held: as committed with the version, else as they are now. */
async function modesFor(version: Version, { provenance, mode }: DecisionFacts): Promise<ApplyMode[]> {
  const then = await provenance.modesThen(version.id);
  if (then.length > 0) return then;
  // Not committed yet: the profile as it is. Without git nobody can tell what it was.
  const now = provenance.decisions.settings?.now?.apply_mode ?? mode;
  return provenance.hasGit && !provenance.isShallow ? [now] : [mode, "auto"];
}

/** A version that is no longer in the tree: its rules carry the decision, and git may still have the rest. */
async function pruned(source: Source, facts: DecisionFacts): Promise<FindingDraft[]> {
  if (!facts.provenance.wasCommitted(source.id)) {
    // Without git nothing is ever pruned; a shallow clone does not reach that far.
    if (facts.provenance.isShallow || !facts.provenance.hasGit) return [];
    const message = `version ${source.id}, which brought this rule, is neither in the tree nor in its history`;
    const next = "Bring the file back from git's history.";
    return [
      { id: source.id, severity: "error", code: "rule-without-version", ...placeOf(source, facts), message, next },
    ];
  }
  const then = (await facts.provenance.decidedIn(source.id))?.version;
  if (then?.decided === undefined || isByMode(then.decided)) return [];
  const proof = await proofOf(then, then.decided, facts);
  return proof.state === "proven" ? [] : [unproven(source, facts, proof.because, MERGE_IT)];
}
