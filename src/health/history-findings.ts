/**
 * Findings of `tenet verify` about who did what to records: words of an owner, reviews, answers and removals that no
 * person is proven to have let in. What is committed is asked of git's history; what is not, of the last commit.
 */
import type { AutoReview, Profile } from "../config.js";
import { BY_RULE, letInBy } from "../entry/auto-review.js";
import { closingInForce } from "../entry/closings.js";
import { type Entry, isLearning, isLive } from "../entry/entry.js";
import { isPinned } from "../entry/pins.js";
import { approvalVoid, contentHash, DECISIONS } from "../entry/status.js";
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
  /** The standing rules (`review.auto`) that counted where a commit came in. */
  rulesAt(commit: string): readonly AutoReview[];
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
  pin: (entry: Entry): string | undefined =>
    entry.type === "memory" && isPinned(entry) ? JSON.stringify([entry.pinned?.by, entry.pinned?.hash]) : undefined,
  // An answer that an agent hands on closes a question as well; that it is there is another finding.
  closing: (entry: Entry): string | undefined => {
    const closed = entry.type === "question" ? closingInForce(entry) : undefined;
    return closed?.how === "unanswered" ? JSON.stringify([closed.by, closed.at, closed.hash]) : undefined;
  },
  // What an agent recorded by itself it may forget, and replace, unless a person pinned it.
  forgetting: (entry: Entry): string | undefined => {
    const { tier, status, erased, redacted } = entry;
    const gone = status === "forgotten" || erased !== undefined || redacted !== undefined;
    if (isPinned(entry) && (gone || status === "superseded")) return "ended";
    return ["owner", "relayed"].includes(tier) && gone ? "forgotten" : undefined;
  },
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
  pin: ({ id }) => `nobody is proven to have pinned ${id}`,
  closing: ({ id }) => `nobody is proven to have closed the question ${id}`,
  forgetting: (entry) =>
    isPinned(entry)
      ? `nobody is proven to have taken ${entry.id} out of use, which is pinned`
      : `nobody is proven to have forgotten ${entry.id}, which has tier ${entry.tier}`,
};

/** Commits by what they did. */
interface Traces {
  /** By claim and id: the commits that brought what the tree says now. */
  brought: Record<Claim, Map<string, Set<string>>>;
  /** By id: the commits that took the pin of a record which has none now. */
  unpinned: Map<string, Set<string>>;
  /** By id: the commits that took a record which the tree does not have, with the file it stood in. */
  removed: Map<string, { commits: Set<string>; file: string }>;
}

async function tracesOf(facts: HistoryFacts): Promise<Traces> {
  const brought = Object.fromEntries(EVERY_CLAIM.map((claim) => [claim, new Map()])) as Traces["brought"];
  const traces: Traces = { brought, unpinned: new Map(), removed: new Map() };
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
      if (isUnpinned(facts.tree, id) && isPinnedIn(read(file, before.get(id))) && !isPinnedIn(read(file, body)))
        traces.unpinned.set(id, (traces.unpinned.get(id) ?? new Set()).add(commit));
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
  pin: (id) => `merging this says that a person pinned ${id}`,
  closing: (id) => `merging this says that a person closed the question ${id}`,
  forgetting: (id) => `merging this takes ${id} out of use`,
};

/** One finding for each record that says, or lacks, what no person is proven to have let in. */
export async function historyFindings(facts: HistoryFacts): Promise<FindingDraft[]> {
  const traces = await tracesOf(facts);
  const { brought, removed, unpinned } = traces;
  const commits = [
    ...unpinned.values(),
    ...Object.values(brought).flatMap((one) => [...one.values()]),
    ...[...removed.values()].map((one) => one.commits),
  ];
  const proofs = await facts.proofsOf([...new Set(commits.flatMap((some) => [...some]))]);
  if (!facts.isAnyoneListed) return [...unlisted(facts, traces), ...removals(facts, traces, proofs)];
  return [
    ...facts.claimed.flatMap((located) =>
      EVERY_CLAIM.flatMap((claim) => claimFinding(facts, traces, proofs, claim, located) ?? []),
    ),
    ...unpinnings(facts, traces, proofs),
    ...removals(facts, traces, proofs),
  ];
}

const isPinnedIn = (entry: Entry | undefined): boolean => entry !== undefined && isPinned(entry);

/** A record that is there, counts and has no pin that counts. */
function isUnpinned(tree: Store, id: string): boolean {
  const head = tree.head(id);
  return head?.type === "memory" && head.pinned !== true && isLive(head);
}

/** Pins that somebody took away, or made void, whom nobody is proven to be. */
function unpinnings(facts: HistoryFacts, { unpinned }: Traces, proofs: Proofs): FindingDraft[] {
  const taken = (id: string, because: string): FindingDraft => ({
    ...{ id, severity: severityOf(facts, id), code: "removed-pin", ...defined({ file: facts.tree.head(id)?.file }) },
    message: `${id} was pinned and is not any more, and nobody is proven to have decided that. ${because}`,
    next: BRING_BACK,
  });
  const here = [...facts.atHead.values()].filter((entry) => isPinned(entry) && isUnpinned(facts.tree, entry.id));
  const committed = [...unpinned].flatMap(([id, commits]) => {
    const because = isPinnedIn(facts.atHead.get(id)) ? undefined : unproven(commits, proofs);
    return because === undefined ? [] : [taken(id, because)];
  });
  return [...here.map(({ id }) => taken(id, "That is not committed.")), ...committed];
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
  if (claim === "review" && isLetInByRule(facts, entry, commits)) return undefined;
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

/** A standing rule of a person let it in, and counted where that came in. */
function isLetInByRule({ rulesAt }: HistoryFacts, entry: Entry, commits: ReadonlySet<string> | undefined): boolean {
  if (entry.review?.by !== BY_RULE || approvalVoid(entry) !== undefined) return false;
  const { type, tier, tags } = entry;
  const entities = entry.type === "reflexion" ? entry.entities : undefined;
  return [...(commits ?? [])].some((commit) => letInBy(rulesAt(commit), { type, tier, tags, entities }) !== undefined);
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
