/** Gathers what speaks for and against entries as rules: the one place where evidence is put together. */
import { localDay, stamp } from "../clock.js";
import { ownAgents } from "../config.js";
import type { Context } from "../context.js";
import { type Entry, isApproved, isLearning, isLive, stakesOf, type Tier, usesOf } from "../entry/entry.js";
import { readHubOrigin } from "../entry/hub-origin.js";
import { IRRELEVANT, repeatedLessons, writtenAt } from "../entry/lessons.js";
import { openPairsOf } from "../entry/pairs.js";
import { inForce } from "../entry/status.js";
import { compareTiers, contestBlocks, leastTrusted } from "../entry/trust.js";
import { stakesRank } from "../loop/stick.js";
import { isInsideWorkspace } from "../store/files/safe-path.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import { isPersonsWord } from "../trust/policy/person-of.js";
import { type Evidence, type OutcomeFact, originsOf, type Said, type SessionFact } from "./policy/evidence.js";
import { type Birth, isOwn, type Occasion, occasionMark } from "./policy/stated-evidence.js";

/** Answers for any entry what is known about it. Reads each entry once; entries are loaded by the file. */
export class EvidenceLoader {
  readonly #ctx: Pick<Context, "workspace" | "profile">;
  readonly #tree: Store;
  readonly #entries = new Map<string, Entry>();
  readonly #lessons: ReadonlyMap<string, Lesson>;
  readonly #judging = new Map<string, EntryMeta[]>();
  /** Live, approved entries that contest others. */
  readonly #contesting: readonly EntryMeta[];
  readonly #found = new Map<string, Evidence>();

  constructor(ctx: Pick<Context, "workspace" | "profile">, tree: Store) {
    this.#ctx = ctx;
    this.#tree = tree;
    this.#lessons = lessonsIn(tree);
    this.#contesting = tree.withAny("contests").filter((head) => isLive(head) && isApproved(head));
  }

  /** The members of a chain of repeats that count, oldest first, for one of them; any other entry alone. */
  chainOf(id: string): readonly string[] {
    const lesson = this.#lessons.get(id);
    return lesson?.members.includes(id) === true ? lesson.members : [id];
  }

  /** The entry that stands for a lesson: of those trusted most the newest. The entry itself when nothing repeats it. */
  carrierOf(id: string): string {
    return this.#lessons.get(id)?.carrier ?? id;
  }

  /** Loads entries with everything they are judged by. */
  async load(ids: Iterable<string>): Promise<void> {
    const wanted = new Set<string>();
    for (const id of ids) {
      for (const member of [id, this.carrierOf(id), ...this.chainOf(id), ...this.chainOf(this.carrierOf(id))]) {
        if (!this.#entries.has(member)) wanted.add(member);
      }
    }
    if (wanted.size === 0) return;
    const judging = this.#tree.naming(wanted, "references");
    for (const head of judging) {
      for (const id of head.references ?? [])
        if (wanted.has(id)) this.#judging.set(id, [...(this.#judging.get(id) ?? []), head]);
    }
    const missing = [...wanted, ...judging.map(({ id }) => id)].filter((id) => !this.#entries.has(id));
    if (missing.length > 0) this.#found.clear();
    for (const { entry } of await this.#tree.load(missing)) {
      const known = this.#tree.head(entry.id)?.review?.state;
      this.#entries.set(entry.id, inForce(entry, this.#ctx.profile.apply_mode, known));
    }
  }

  /** Evidence of an entry: for a repeated correction of the whole chain. Undefined when the tree does not have it. */
  evidenceOf(id: string): Evidence | undefined {
    const known = this.#found.get(id) ?? this.#gathered(id);
    if (known !== undefined) this.#found.set(id, known);
    return known;
  }

  /** Evidence of those of some entries that the tree has, by id. */
  known(ids: Iterable<string>): Map<string, Evidence> {
    const found = [...new Set(ids)].flatMap((id) => {
      const evidence = this.evidenceOf(id);
      return evidence === undefined ? [] : [[id, evidence] as const];
    });
    return new Map(found);
  }

  #gathered(id: string): Evidence | undefined {
    const entry = this.#entries.get(id);
    if (entry === undefined) return undefined;
    const chain = this.chainOf(id);
    const members = chain.flatMap((member) => this.#entries.get(member) ?? []);
    const told = members.length === 0 ? [entry] : members;
    const born = told.map((member) => this.#sessionOf(member));
    const birth: Birth = { sessions: born, days: told.map((member) => this.#dayOf(writtenAt(member))) };
    const outcomes = told.flatMap((member) => this.#outcomesOf(member.id, birth));
    const sessions = this.#sessionsOf(told, birth);
    const sticks = told.flatMap((one) => (isLearning(one) ? (one.stick ?? []) : []));
    const holding = sticks.filter(({ verdict }) => verdict === "held");
    const held = latest(holding.map(({ at }) => utc(at)));
    const failed = latest([
      ...sticks.filter(({ verdict }) => verdict === "failed").map(({ at }) => utc(at)),
      ...told.flatMap((one) => usesOf(one).flatMap(({ result, at }) => (result === "failed" ? utc(at) : []))),
    ]);
    const good = outcomes.filter(({ counts, verdict }) => counts && (verdict === "validated" || verdict === "mixed"));
    const useful = sessions.filter(({ result }) => result !== "failed");
    const said = latest(told.flatMap(statementsOf)) ?? utc(entry.timestamp);
    return {
      id,
      entry,
      chain,
      tier: leastTrusted(told.map((member) => this.#tierOf(member))),
      approvedByPerson: isApproved(entry) && entry.review?.by !== undefined,
      stakes:
        told.map((member) => stakesOf(member) ?? "medium").sort((a, b) => stakesRank(a) - stakesRank(b))[0] ?? "medium",
      sessions,
      born,
      outcomes,
      held,
      heldOwn:
        holding.length > 0 &&
        holding.every(
          ({ at, came_up = at, session, by }) =>
            !isPersonsWord(this.#ctx.profile.people, by) && isOwn({ at: came_up, session }, birth, this.#dayOf),
        ),
      failed,
      contested: [...new Set(told.flatMap((member) => this.#contestedBy(member)))].filter(
        (other) => !chain.includes(other),
      ),
      near: told.flatMap((one) => [...(one.linked ?? []), ...openPairsOf(one).map(({ other }) => other)]),
      ...defined({ successor: this.#tree.head(entry.superseded_by ?? "")?.tier }),
      irrelevant: told.some(({ flags }) => flags?.includes(IRRELEVANT) === true),
      origins: originsOf(told.flatMap((member) => this.#sayingsOf(member))),
      said,
      newest:
        latest([said, ...[...useful, ...good].map(({ at }) => at), ...(held === undefined ? [] : [held])]) ?? said,
    };
  }

  readonly #dayOf = (at: string): string => localDay(new Date(at), this.#ctx.profile.timezone);

  #markOf(occasion: Occasion): string {
    return occasionMark(occasion, this.#dayOf, ownAgents(this.#ctx.profile));
  }

  #outcomesOf(id: string, birth: Birth): OutcomeFact[] {
    const facts = (this.#judging.get(id) ?? []).flatMap((head): OutcomeFact[] => {
      const outcome = this.#entries.get(head.id);
      if (outcome?.type !== "outcome") return [];
      const { verdict, score, lesson, rule, timestamp } = outcome;
      const counts = isLive(outcome) && isApproved(outcome);
      const [tier, session] = [this.#tierOf(outcome), this.#sessionOf(outcome)];
      const occasion = { at: writtenAt(outcome), session, agent: outcome.agent, host: outcome.host };
      const own = tier !== "owner" && isOwn(occasion, birth, this.#dayOf);
      const mark = this.#markOf(occasion);
      return [{ id: outcome.id, verdict, score, lesson, rule, tier, at: utc(timestamp), session, mark, own, counts }];
    });
    return facts.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : 1));
  }

  /** Sessions that count, those that wrote a member of the chain apart. */
  #sessionsOf(members: readonly Entry[], birth: Birth): SessionFact[] {
    const rank = { cited: 0, worked: 1, failed: 2 } as const;
    const byMark = new Map<string, SessionFact>();
    const uses = members.flatMap(usesOf).map((use) => ({ ...use, at: utc(use.at) }));
    for (const use of uses.sort(byTime)) {
      const { session, at, result, agent } = use;
      if (birth.sessions.includes(session)) continue;
      const mark = this.#markOf(use);
      const known = byMark.get(mark);
      if (known !== undefined && rank[known.result] >= rank[result]) continue;
      byMark.set(mark, { session, at, result, agent, mark, own: isOwn(use, birth, this.#dayOf) });
    }
    return [...byMark.values()].sort(byTime);
  }

  /** An entry without a session was written in the ad-hoc one of its agent and day. */
  #sessionOf(entry: Entry): string {
    const { timezone } = this.#ctx.profile;
    return entry.session ?? `adhoc-${entry.agent}-${localDay(new Date(entry.timestamp), timezone)}`;
  }

  /** The least trusted of the entry, of everything it derives from, and of what grew into it. */
  #tierOf(entry: Entry): Tier {
    const outside = (origin: string | undefined): Tier[] => {
      if (readHubOrigin(origin) !== undefined) return ["peer"];
      return origin === undefined || isInsideWorkspace(this.#ctx.workspace, origin) ? [] : ["external"];
    };
    const grown = entry.type === "insight" ? (entry.evolution ?? []).flatMap(({ origin }) => outside(origin)) : [];
    return leastTrusted([entry.tier, ...this.#ancestors(entry).map(({ tier }) => tier), ...grown]);
  }

  /** Everything an entry derives from, as far as the tree has it. */
  #ancestors({ id: own, derived_from = [] }: Pick<Entry, "id" | "derived_from">): EntryMeta[] {
    const found = new Map<string, EntryMeta>();
    const open = [...derived_from];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const head = id === own || found.has(id) ? undefined : this.#tree.head(id);
      if (head === undefined) continue;
      found.set(id, head);
      open.push(...(head.derived_from ?? []));
    }
    return [...found.values()];
  }

  /** Who says it. What is derived says what its first sources say: whoever passes it on is no second witness. */
  #sayingsOf(entry: Entry): Said[] {
    const sources = this.#ancestors(entry).filter(({ derived_from }) => (derived_from ?? []).length === 0);
    const evolution = entry.type === "insight" ? (entry.evolution ?? []) : [];
    return [...(sources.length > 0 ? sources : [entry]), ...evolution.map((item) => ({ agent: entry.agent, ...item }))];
  }

  #contestedBy(entry: Entry): string[] {
    const own = (entry.contests ?? []).filter((id) => {
      const other = this.#tree.head(id);
      return other !== undefined && isLive(other);
    });
    const others = this.#contesting.filter(
      ({ contests, tier }) => contests?.includes(entry.id) === true && contestBlocks(tier, entry.tier),
    );
    return [...own, ...others.map(({ id }) => id)];
  }
}

/** A chain of repeats as far as it counts. */
interface Lesson {
  members: readonly string[];
  carrier: string;
}

/** Nobody knows better than the agent itself: what strangers repeat neither words its lesson nor holds it back. */
const isTrusted = ({ tier }: EntryMeta): boolean => compareTiers(tier, "self") >= 0;

/** Every chain of repeats, by each of its live entries. Only corrections that repeat, or are repeated, are looked at. */
function lessonsIn(tree: Store): Map<string, Lesson> {
  const lessons = new Map<string, Lesson>();
  for (const { members } of repeatedLessons(tree)) {
    const live = members.filter(isLive);
    const [approved, trusted] = [live.filter(isApproved), live.filter((one) => isApproved(one) && isTrusted(one))];
    const counting = trusted.length > 0 ? trusted : approved.length > 0 ? approved : live;
    const carrier = counting.reduce((best, one) => (compareTiers(one.tier, best.tier) >= 0 ? one : best));
    const lesson = { members: counting.map(({ id }) => id), carrier: carrier.id };
    for (const { id } of live) lessons.set(id, lesson);
  }
  return lessons;
}

/** When an entry said what it says: its own moment, and those at which it grew. */
function statementsOf(entry: Entry): string[] {
  const grown = entry.type === "insight" ? (entry.evolution ?? []).filter(({ restated }) => restated !== true) : [];
  return [entry.timestamp, ...grown.map(({ at }) => at)].map(utc);
}

/** Moments are compared as text, so all are written as tenet writes them. */
function utc(at: string): string {
  if (at.length === 20 && at.endsWith("Z")) return at;
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? at : stamp(date);
}

function latest(moments: readonly string[]): string | undefined {
  return moments.reduce<string | undefined>((last, one) => (last === undefined || one > last ? one : last), undefined);
}

const byTime = (a: Pick<SessionFact, "at" | "session">, b: Pick<SessionFact, "at" | "session">): number =>
  a.at < b.at ? -1 : a.at > b.at ? 1 : a.session < b.session ? -1 : 1;
