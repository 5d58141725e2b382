/** Gathers what speaks for and against entries as rules: the one place where evidence is put together. */
import { localDay } from "../../clock.js";
import type { Context } from "../../context.js";
import { type Entry, isApproved, isLive, type Outcome, type Tier } from "../../memory/entry.js";
import { approvalLapsed } from "../../memory/review.js";
import { distilled } from "../../memory/rules/distil.js";
import type { Evidence, OutcomeFact, SessionFact } from "../../memory/rules/evidence.js";
import { originsOf } from "../../memory/rules/origins.js";
import { standingOf } from "../../memory/rules/qualify.js";
import type { Candidate } from "../../memory/rules/reconcile.js";
import { lessonsOf } from "../../memory/stick.js";
import { contestBlocks, leastTrusted } from "../../memory/tiers.js";
import { isInsideWorkspace } from "../../tree/origin.js";
import type { Head, Tree } from "../../tree/tree.js";

/** Answers for any entry what is known about it. Reads each entry once; entries are loaded by the file. */
export class Gathering {
  readonly #ctx: Pick<Context, "workspace" | "profile">;
  readonly #tree: Tree;
  readonly #entries = new Map<string, Entry>();
  readonly #chains = new Map<string, readonly string[]>();
  readonly #judging = new Map<string, Head[]>();
  readonly #against = new Map<string, Head[]>();

  constructor(ctx: Pick<Context, "workspace" | "profile">, tree: Tree) {
    this.#ctx = ctx;
    this.#tree = tree;
    if (tree.withAny("recurrence_of").length > 0) {
      for (const { members } of lessonsOf(tree.heads)) {
        const ids = members.filter(isLive).map(({ id }) => id);
        for (const { id } of members) this.#chains.set(id, ids);
      }
    }
    for (const head of tree.withAny("references")) {
      for (const id of head.references ?? []) push(this.#judging, id, head);
    }
    for (const head of tree.withAny("contests")) {
      if (!isLive(head) || !isApproved(head)) continue;
      for (const id of head.contests ?? []) push(this.#against, id, head);
    }
  }

  /** Live members of the chain of repeats an entry belongs to, oldest first; the entry alone when it is in none. */
  chainOf(id: string): readonly string[] {
    const chain = this.#chains.get(id);
    return chain === undefined || chain.length === 0 ? [id] : chain;
  }

  /** Loads entries with everything they are judged by. */
  async load(ids: Iterable<string>): Promise<void> {
    const wanted = new Set<string>();
    for (const id of ids) {
      for (const member of [id, ...this.chainOf(id)]) {
        wanted.add(member);
        for (const { id: outcome } of this.#judging.get(member) ?? []) wanted.add(outcome);
      }
    }
    const missing = [...wanted].filter((id) => !this.#entries.has(id));
    for (const { entry } of await this.#tree.load(missing)) this.#entries.set(entry.id, entry);
  }

  /** Evidence of an entry: for a repeated correction of the whole chain. Undefined when the tree does not have it. */
  evidenceOf(id: string): Evidence | undefined {
    const entry = this.#entries.get(id);
    if (entry === undefined) return undefined;
    const chain = this.chainOf(id);
    const members = chain.flatMap((member) => this.#entries.get(member) ?? []);
    const told = members.length === 0 ? [entry] : members;
    const outcomes = told.flatMap((member) => this.#outcomesOf(member.id));
    const sessions = this.#sessionsOf(told);
    const held = latest(told.flatMap((one) => stickAt(one, "held")));
    const failed = latest([
      ...told.flatMap((one) => stickAt(one, "failed")),
      ...sessions.filter(({ result }) => result === "failed").map(({ at }) => at),
    ]);
    const good = outcomes.filter(({ counts, verdict }) => counts && verdict !== "invalidated");
    const useful = sessions.filter(({ result }) => result !== "failed");
    const newest = latest(
      [...told, ...useful, ...good].map((fact) => ("at" in fact ? String(fact.at) : fact.timestamp)),
    );
    return {
      id,
      entry,
      chain,
      tier: this.#tierOf(entry),
      approvedByPerson: isApproved(entry) && entry.review?.by !== undefined && !approvalLapsed(entry),
      review: entry.review?.state,
      status: entry.status,
      stakes: entry.stakes ?? "medium",
      sessions,
      outcomes,
      held,
      failed,
      contested: this.#contestedBy(entry),
      origins: originsOf(told),
      newest: held !== undefined && held > (newest ?? "") ? held : (newest ?? entry.timestamp),
    };
  }

  #outcomesOf(id: string): OutcomeFact[] {
    const facts = (this.#judging.get(id) ?? []).flatMap((head): OutcomeFact[] => {
      const outcome = this.#entries.get(head.id) as Outcome | undefined;
      if (outcome === undefined) return [];
      const { verdict, score, lesson, rule, timestamp: at } = outcome;
      const counts = isLive(outcome) && isApproved(outcome);
      return [{ id: outcome.id, verdict, score, lesson, rule, tier: this.#tierOf(outcome), at, counts }];
    });
    return facts.sort((a, b) => (a.at < b.at ? -1 : 1));
  }

  /** Distinct sessions, those that wrote a member of the chain apart. */
  #sessionsOf(members: readonly Entry[]): SessionFact[] {
    const born = new Set(members.map((member) => this.#birthSession(member)));
    const rank = { cited: 0, worked: 1, failed: 2 } as const;
    const bySession = new Map<string, SessionFact>();
    for (const member of members) {
      for (const { session, at, result, agent } of member.type === "outcome" ? [] : (member.uses ?? [])) {
        const known = bySession.get(session);
        if (born.has(session) || (known !== undefined && rank[known.result] >= rank[result])) continue;
        bySession.set(session, { session, at, result, agent });
      }
    }
    return [...bySession.values()].sort((a, b) =>
      a.at < b.at ? -1 : a.at > b.at ? 1 : a.session < b.session ? -1 : 1,
    );
  }

  #birthSession(entry: Entry): string {
    const { timezone } = this.#ctx.profile;
    return entry.session ?? `adhoc-${entry.agent}-${localDay(new Date(entry.timestamp), timezone)}`;
  }

  /** The least trusted of the entry, of everything it derives from, and of what grew into it. */
  #tierOf(entry: Entry): Tier {
    const tiers: Tier[] = [entry.tier];
    const met = new Set<string>();
    const parents = [...(entry.derived_from ?? [])];
    for (let id = parents.pop(); id !== undefined; id = parents.pop()) {
      const head = met.has(id) ? undefined : this.#tree.head(id);
      met.add(id);
      if (head === undefined) continue;
      tiers.push(head.tier);
      parents.push(...(head.derived_from ?? []));
    }
    const outside = (origin: string | undefined) =>
      origin !== undefined && !isInsideWorkspace(this.#ctx.workspace, origin);
    if (entry.type === "insight" && entry.evolution?.some(({ origin }) => outside(origin)) === true)
      tiers.push("external");
    return leastTrusted(tiers);
  }

  #contestedBy(entry: Entry): string[] {
    const own = (entry.contests ?? []).filter((id) => {
      const other = this.#tree.head(id);
      return other !== undefined && isLive(other);
    });
    const others = (this.#against.get(entry.id) ?? [])
      .filter((head) => contestBlocks(head.tier, entry.tier))
      .map(({ id }) => id);
    return [...new Set([...own, ...others])];
  }
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function latest(moments: readonly string[]): string | undefined {
  return [...moments].sort().at(-1);
}

function stickAt(entry: Entry, verdict: "held" | "failed"): string[] {
  return entry.type !== "outcome" && entry.stick?.verdict === verdict ? [entry.stick.at] : [];
}

/** Ids of entries that may qualify, by heads alone: nothing else can have one of the five reasons. */
export function possible(tree: Tree, limits: { sessions: number; score: number }): string[] {
  const outcomes = tree.where({
    score: (score) => (score ?? 0) >= limits.score,
    verdict: (verdict) => verdict === "validated" || verdict === "mixed",
  });
  const ids = [
    ...tree.where({ stick: (stick) => stick?.verdict === "held" }).map(({ id }) => id),
    ...tree.where({ uses: (uses) => (uses ?? 0) > 0 }).map(({ id }) => id),
    ...outcomes.flatMap(({ references }) => references ?? []),
    ...tree
      .where({ outcome: (outcome) => outcome === "validated", uses: (uses) => (uses ?? 0) > 0 })
      .map(({ id }) => id),
    ...tree
      .where({
        tier: (tier) => tier === "owner",
        type: (type) => type === "correction",
        stakes: (stakes) => stakes === "high",
      })
      .map(({ id }) => id),
  ];
  return [...new Set(ids)].filter((id) => {
    const head = tree.head(id);
    return head !== undefined && isLive(head);
  });
}

/** One candidate a lesson: the newest live entry of each chain stands for it. */
export function candidatesOf(ctx: Pick<Context, "profile">, gathering: Gathering, ids: Iterable<string>): Candidate[] {
  const carriers = new Set([...ids].map((id) => gathering.chainOf(id).at(-1) ?? id));
  return [...carriers].flatMap((id): Candidate[] => {
    const evidence = gathering.evidenceOf(id);
    if (evidence === undefined) return [];
    const standing = standingOf(evidence, ctx.profile.promotion);
    return [{ evidence, standing, text: distilled(evidence.entry, standing.qualified?.lesson?.text) }];
  });
}
