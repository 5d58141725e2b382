/**
 * Findings of `tenet verify` about who did what to records: words of an owner, reviews, answers and removals that no
 * person is proven to have let in. What is committed is asked of git's history; what is not, of the last commit.
 */
import type { Profile } from "../config.js";
import { type Entry, isLearning } from "../entry/entry.js";
import { contentHash, DECISIONS } from "../entry/status.js";
import type { RecordChange } from "../store/git/record-history.js";
import type { Store } from "../store/open-store.js";
import { parseRecordFile } from "../store/records/record-parse.js";
import { defined } from "../text/defined.js";
import type { FindingDraft } from "../text/findings.js";
import { counted } from "../text/paint.js";
import type { Proof } from "../trust/proof.js";

export interface HistoryFacts {
  mode: Profile["apply_mode"];
  /** Some person is listed with an address: without one git can prove nobody's decision. */
  isAnyoneListed: boolean;
  /** Stands in where a record names no agent. */
  agent: string;
  tree: Store;
  /** Entries of the tree that say something a person has to stand behind. */
  claimed: readonly { entry: Entry; file: string; line: number }[];
  /** Entries that a rule in force rests on. */
  behindRules: ReadonlySet<string>;
  /** Records of the last commit whose files differ from it now. */
  atHead: ReadonlyMap<string, Entry>;
  /** The same of the branch a change goes into, and whether that has a commit; absent where none was named. */
  base?: { entries: ReadonlyMap<string, Entry>; has(commit: string): boolean } | undefined;
  changes(): AsyncIterable<RecordChange>;
  proofsOf(commits: readonly string[]): Promise<ReadonlyMap<string, Proof>>;
}

/** What a person has to stand behind, as one text: the same text is the same claim. */
const CLAIMS = {
  words: (entry: Entry): string | undefined => (entry.tier === "owner" ? contentHash(entry) : undefined),
  review: ({ review }: Entry): string | undefined =>
    review !== undefined && DECISIONS.includes(review.state)
      ? JSON.stringify([review.state, review.by, review.at, review.hash])
      : undefined,
  answer: (entry: Entry): string | undefined => {
    const stick = isLearning(entry) ? entry.stick : undefined;
    return stick?.by === undefined ? undefined : JSON.stringify([stick.verdict, stick.by, stick.at]);
  },
  // What an agent recorded by itself it may forget.
  forgetting: ({ tier, status, erased, redacted }: Entry): string | undefined =>
    ["owner", "relayed"].includes(tier) && (status === "forgotten" || erased !== undefined || redacted !== undefined)
      ? "forgotten"
      : undefined,
} as const;
type Claim = keyof typeof CLAIMS;
const EVERY_CLAIM = Object.keys(CLAIMS) as Claim[];

/** It says something that a person has to stand behind. */
export const isClaimed = (entry: Entry): boolean => EVERY_CLAIM.some((claim) => CLAIMS[claim](entry) !== undefined);

const SAYS: Readonly<Record<Claim, (entry: Entry) => string>> = {
  words: ({ id }) => `nobody is proven to have said ${id} as an owner's own words`,
  review: ({ id, review }) =>
    `nobody is proven to have decided the review of ${id} (${review?.state.replaceAll("_", " ")})`,
  answer: ({ id }) => `nobody is proven to have answered whether ${id} held, and it says that a person did`,
  forgetting: ({ id, tier }) => `nobody is proven to have forgotten ${id}, which has tier ${tier}`,
};

/** Commits by what they did. */
interface Traces {
  /** By claim and id: the commits that brought what the tree says now. */
  brought: Record<Claim, Map<string, Set<string>>>;
  /** By id: the commits that took a record which the tree does not have, with the file it stood in. */
  removed: Map<string, { commits: Set<string>; file: string }>;
}

async function tracesOf(facts: HistoryFacts): Promise<Traces> {
  const brought = { words: new Map(), review: new Map(), answer: new Map(), forgetting: new Map() };
  const traces: Traces = { brought, removed: new Map() };
  const claimed = new Map(facts.claimed.map(({ entry }) => [entry.id, entry]));
  const known = new Map<string, Entry | undefined>();
  const read = (file: string, body: string | undefined): Entry | undefined => {
    if (body === undefined) return undefined;
    if (!known.has(body)) known.set(body, entryIn(file, body, facts.agent));
    return known.get(body);
  };
  for await (const { commit, file, before, after } of facts.changes()) {
    for (const id of before.keys()) {
      if (after.has(id) || isThere(facts.tree, id)) continue;
      const removed = traces.removed.get(id) ?? { commits: new Set(), file };
      traces.removed.set(id, removed);
      removed.commits.add(commit);
    }
    for (const [id, body] of after) {
      const now = claimed.get(id);
      if (now === undefined || before.get(id) === body) continue;
      const [was, is] = [read(file, before.get(id)), read(file, body)];
      for (const claim of EVERY_CLAIM) {
        const wanted = CLAIMS[claim](now);
        if (wanted === undefined || is === undefined || CLAIMS[claim](is) !== wanted) continue;
        if (was !== undefined && CLAIMS[claim](was) === wanted) continue;
        const commits = traces.brought[claim].get(id) ?? new Set();
        traces.brought[claim].set(id, commits.add(commit));
      }
    }
  }
  return traces;
}

/** A fence longer than any that a record holds. */
const FENCE = "`".repeat(40);

function entryIn(file: string, body: string, agent: string): Entry | undefined {
  return parseRecordFile(`${FENCE}yaml\n${body}\n${FENCE}\n`, file, { agent }).records[0]?.entry;
}

const COMMIT_IT = "A person listed under people in tenet.yaml, with their address, commits or merges it.";
const BRING_BACK = "Bring it back from git's history, or let a person listed under people commit the change.";
const MERGE_IT = "A person decides by merging it, or not.";

const NEW: Readonly<Record<Claim, (id: string) => string>> = {
  words: (id) => `merging this says that ${id} is an owner's own words`,
  review: (id) => `merging this says that a person decided the review of ${id}`,
  answer: (id) => `merging this says that a person answered whether ${id} held`,
  forgetting: (id) => `merging this takes ${id} out of use`,
};

/** One finding for each record that says, or lacks, what no person is proven to have let in. */
export async function historyFindings(facts: HistoryFacts): Promise<FindingDraft[]> {
  const traces = await tracesOf(facts);
  const { brought, removed } = traces;
  const commits = [
    ...Object.values(brought).flatMap((one) => [...one.values()]),
    ...[...removed.values()].map((one) => one.commits),
  ];
  const proofs = await facts.proofsOf([...new Set(commits.flatMap((some) => [...some]))]);
  if (!facts.isAnyoneListed) return [...unlisted(facts, traces), ...removals(facts, traces, proofs)];
  return [
    ...facts.claimed.flatMap((located) =>
      EVERY_CLAIM.flatMap((claim) => claimFinding(facts, traces, proofs, claim, located) ?? []),
    ),
    ...removals(facts, traces, proofs),
  ];
}

/** One finding for all of them: where nobody is listed, each would say the same. */
function unlisted({ mode }: HistoryFacts, { brought }: Traces): FindingDraft[] {
  const count = Object.values(brought).reduce((sum, { size }) => sum + size, 0);
  if (count === 0) return [];
  const what = counted(count, "owner's word or review", "owner's words and reviews");
  const message = `nobody under people has an address, so nobody can be proven to stand behind ${what}`;
  const next = "A person names themselves: tenet init --owner NAME";
  const severity = mode === "auto" ? "warning" : "error";
  return [{ severity, code: "nobody-listed", file: "tenet.yaml", message, next }];
}

type Proofs = ReadonlyMap<string, Proof>;

/** In `auto` nobody had to decide on what no rule rests on. */
function severityOf({ mode, behindRules }: HistoryFacts, id: string): "warning" | "error" {
  return mode === "auto" && !behindRules.has(id) ? "warning" : "error";
}

/** Why nobody is proven to stand behind what these commits did; undefined when somebody is, or git cannot say. */
function unproven(commits: ReadonlySet<string>, proofs: Proofs): string | undefined {
  const found = [...commits].map((commit) => proofs.get(commit));
  return found.every((proof) => proof?.state === "unproven") ? found.at(-1)?.because : undefined;
}

function claimFinding(
  facts: HistoryFacts,
  traces: Traces,
  proofs: Proofs,
  claim: Claim,
  { entry, file, line }: HistoryFacts["claimed"][number],
): FindingDraft | undefined {
  const { id } = entry;
  const wanted = CLAIMS[claim](entry);
  if (wanted === undefined) return undefined;
  const says = (because: string, next: string): FindingDraft => ({
    ...{ id, file, line, severity: severityOf(facts, id), code: `unproven-${claim}`, next },
    message: `${SAYS[claim](entry)}. ${because}`,
  });
  const then = facts.atHead.get(id);
  const said = then === undefined ? undefined : CLAIMS[claim](then);
  // An answer is given anew as time goes by.
  if (claim !== "answer" && said !== undefined && said !== wanted)
    return says("It was changed, and that is not committed.", BRING_BACK);
  // What no commit has yet is not asked about: the commit will show who it was.
  const commits = traces.brought[claim].get(id);
  const because = commits === undefined ? undefined : unproven(commits, proofs);
  if (commits === undefined || because === undefined) return undefined;
  const before = facts.base?.entries.get(id);
  const isKnown = before !== undefined && (claim === "forgetting" || CLAIMS[claim](before) !== undefined);
  // What the base says nothing of is let in by whoever merges it.
  if (facts.base !== undefined && !isKnown && [...commits].every((commit) => facts.base?.has(commit) === false)) {
    return { id, file, line, severity: "info", code: "proposed", message: NEW[claim](id), next: MERGE_IT };
  }
  return says(because, isKnown ? BRING_BACK : COMMIT_IT);
}

function removals(facts: HistoryFacts, { removed }: Traces, proofs: Proofs): FindingDraft[] {
  const gone = (id: string, because: string, file?: string): FindingDraft => ({
    ...{ id, severity: severityOf(facts, id), code: "removed-record", ...defined({ file }) },
    message: `${id} was taken out of the tree, and nobody is proven to have decided that. ${because}`,
    next: "Bring it back from git's history; `tenet forget` takes an entry out and leaves its id.",
  });
  const uncommitted = [...facts.atHead.keys()].filter((id) => !isThere(facts.tree, id));
  const committed = [...removed].flatMap(([id, { commits, file }]) => {
    const because = facts.atHead.has(id) ? undefined : unproven(commits, proofs);
    return because === undefined ? [] : [gone(id, because, file)];
  });
  return [...uncommitted.map((id) => gone(id, "That is not committed.")), ...committed];
}

/** A record that cannot be read is there. */
function isThere(tree: Store, id: string): boolean {
  return tree.head(id) !== undefined || tree.findings.some((finding) => finding.id === id);
}
