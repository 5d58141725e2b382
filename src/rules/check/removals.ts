/** What is gone: versions that git held, and rules of people that a later version has no more. */

import type { FindingDraft } from "../../text/findings.js";
import type { Proof } from "../../trust/proof.js";
import { isMove } from "../policy/move-rules.js";
import { isDecided, type Rule, sameWords, UNPROVEN } from "../policy/rule.js";
import { type Chain, declinedKey } from "../versions/chain.js";
import { isByMode, type Version, wasInForce } from "../versions/version.js";
import { type DecisionFacts, isSaidByFile, proofOf } from "./decisions.js";
import type { Removed } from "./provenance.js";

export interface RemovalFacts extends Pick<DecisionFacts, "workspace" | "mode" | "people" | "chain" | "provenance"> {
  /** The chain at HEAD. */
  head: Chain | undefined;
  /** The tree has a record of that id. */
  exists(id: string): boolean;
}

const BRING_BACK = "Bring it back from git's history, or let a person listed under people commit that it goes.";

/** Everything that went without a person whom git can name. */
export async function removalFindings(facts: RemovalFacts): Promise<FindingDraft[]> {
  const { provenance, chain } = facts;
  const removed = (await provenance.removed()).filter(({ id }) => chain.version(id) === undefined);
  const known = new Map(chain.versions.map((version) => [version.id, version]));
  for (const id of provenance.everCommitted) {
    const then = (await provenance.decidedIn(id))?.version;
    if (then !== undefined && !known.has(id)) known.set(id, then);
  }
  const all = [...known.values()].sort((a, b) => a.version - b.version);
  return [
    ...(await removedVersions(removed, all, facts)),
    ...missingVersions(removed, all, facts),
    ...(await removedRules(all, known, facts)),
  ];
}

async function removedVersions(
  removed: readonly Removed[],
  all: readonly Version[],
  facts: RemovalFacts,
): Promise<FindingDraft[]> {
  const { decisions } = facts.provenance;
  await decisions.ofAll(removed.flatMap(({ removers }) => removers));
  const found: FindingDraft[] = [];
  for (const { id, version, stood, removers } of removed) {
    if (stood && version !== undefined && wasPruned(version, all, facts)) continue;
    const proofs = await Promise.all(removers.map((commit) => decisions.of(commit)));
    if (proofs.some(({ state }) => state === "proven" || state === "unknown")) continue;
    const then = (await facts.provenance.decidedIn(id))?.version;
    const isPersons =
      then?.decided !== undefined &&
      then.decided.how !== "mode" &&
      (await proofOf(then, then.decided, facts)).state === "proven";
    // A branch may drop what only it had made.
    if (!stood && !isPersons) continue;
    const gone = `version ${id} is gone, and nobody is proven to have removed it.`;
    found.push(removal(id, `${gone} ${proofs[0]?.because ?? ""}`.trimEnd(), isPersons, facts));
  }
  return found;
}

/** Gone from the working copy, while HEAD still has it. */
function missingVersions(removed: readonly Removed[], all: readonly Version[], facts: RemovalFacts): FindingDraft[] {
  const told = new Set(removed.map(({ id }) => id));
  return (facts.head?.versions ?? []).flatMap((version): FindingDraft[] => {
    const { id } = version;
    if (facts.chain.version(id) !== undefined || told.has(id) || wasPruned(version, all, facts)) return [];
    return [removal(id, `version ${id} is gone, and that is not committed.`, version.decided?.how !== "mode", facts)];
  });
}

function removal(id: string, message: string, isPersons: boolean, { mode, chain }: RemovalFacts): FindingDraft {
  const rests = chain.rules.some(({ since }) => since === id);
  const severity = mode === "auto" && !rests && !isPersons ? "warning" : "error";
  const file = `memory/versions/${id}.md`;
  return { id, severity, code: "version-removed", file, message, next: BRING_BACK };
}

/** tenet prunes what has ended: another version took its place, and what it declined is remembered elsewhere. */
function wasPruned(version: Version, all: readonly Version[], { chain, exists }: RemovalFacts): boolean {
  if (version.status !== "superseded" && version.status !== "rejected") return false;
  const follows = ({ id, previous, joins = [] }: Version) =>
    id !== version.id && (previous === version.id || joins.includes(version.id));
  if (wasInForce(version) && !all.some((other) => wasInForce(other) && follows(other))) return false;
  const remembered = new Set(chain.declined.map(declinedKey));
  return (version.declined ?? []).every((one) => !one.ids.some(exists) || remembered.has(declinedKey(one)));
}

/** Rules of people that a version took out or worded anew, and nobody is proven to have decided on that version. */
async function removedRules(
  all: readonly Version[],
  known: ReadonlyMap<string, Version>,
  facts: RemovalFacts,
): Promise<FindingDraft[]> {
  const found: FindingDraft[] = [];
  for (const version of all) {
    const { decided, previous, joins = [] } = version;
    if (decided === undefined || !wasInForce(version)) continue;
    const before = known.get(previous ?? "")?.rules ?? [];
    const moved = version.operations.flatMap((op) => (isMove(op, before) ? { ...op, target: op.from } : []));
    const stays = (rule: Rule) =>
      version.rules.some((one) => sameWords(one, rule)) || moved.some((op) => sameWords(op, rule));
    // What joins two branches goes by what each of them decided.
    const left = (rule: Rule) => joins.some((id) => known.get(id)?.rules.some((one) => sameWords(one, rule)) === false);
    const lost = before.filter((rule) => isDecided(rule) && !stays(rule) && !left(rule));
    if (lost.length === 0) continue;
    const proof = await proofOf(version, decided, facts);
    const byMode = isByMode(decided);
    if (!byMode && (proof.state === "proven" || proof.state === "unknown" || isSaidByFile(proof, decided, facts)))
      continue;
    for (const rule of lost)
      if (await isPersons(rule, known, facts)) found.push(ruleRemoved(rule, version, byMode, proof));
  }
  return found;
}

/** Let in by a person, as far as git can tell. */
async function isPersons({ decided_by, since }: Rule, known: ReadonlyMap<string, Version>, facts: RemovalFacts) {
  const version = known.get(since);
  if (decided_by === undefined || decided_by.by === UNPROVEN || version?.decided === undefined) return false;
  const proof = await proofOf(version, version.decided, facts);
  return proof.state === "proven" || isSaidByFile(proof, version.decided, facts);
}

function ruleRemoved(rule: Rule, version: Version, byMode: boolean, proof: Proof): FindingDraft {
  const because = byMode ? "The mode let that version in." : proof.because;
  return {
    id: version.id,
    severity: "error",
    code: "rule-removed",
    file: `memory/versions/${version.id}.md`,
    message: `version ${version.id} took out "${rule.text}" of ${rule.target}, which ${rule.decided_by?.by} had decided, and nobody is proven to have decided that. ${because}`,
    next: "Bring the line back by hand, or let a person listed under people commit that it goes.",
  };
}
