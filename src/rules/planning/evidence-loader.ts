/** Gathers what speaks for and against entries as rules: the one place where evidence is put together. */
import { localDay } from "../../clock.js";
import type { Context } from "../../context.js";
import { type Entry, type Insight, isLearning, type Stick, stakesOf, type Tier, usesOf } from "../../entry/entry.js";
import { isPersonsWord } from "../../entry/gates/attribution.js";
import { compareTiers, isPeoples, leastTrusted } from "../../entry/gates/trust.js";
import { isApproved, isInUse } from "../../entry/gates/visible.js";
import { readHubOrigin } from "../../entry/hub-origin.js";
import { IRRELEVANT, REPLACED_BY_PERSON, writtenAt } from "../../entry/lessons.js";
import { type KeptOut, keptOutOf } from "../../entry/near/blocking.js";
import { openLinePairs, openPairs } from "../../entry/near/pairs.js";
import { inForce } from "../../entry/status.js";
import { linesInPairs } from "../../loop/due/open-pairs.js";
import { stakesRank } from "../../loop/policy/stick.js";
import { ownAgents } from "../../settings.js";
import { isInsideWorkspace } from "../../store/files/safe-path.js";
import type { Row, Store } from "../../store/open-store.js";
import type { PeoplesLine } from "../../store/records/peoples-lines.js";
import { notLookedAt } from "../../store/state/unlooked.js";
import { compareText } from "../../text/claims/canonical.js";
import { defined } from "../../text/defined.js";
import type { Evidence, OutcomeFact, SessionFact } from "../policy/evidence.js";
import { blockersOf, standingOf } from "../policy/qualify.js";
import { type Birth, isOwn, type Occasion, occasionMark, utc } from "../policy/stated-evidence.js";
import { type Lesson, lessonsIn } from "./repeated-lessons.js";

type GatheringContext = Pick<Context, "workspace" | "profile" | "clock">;

/** Computes the evidence of entries. Reads each entry once; entries are loaded by the file. */
export class EvidenceLoader {
  readonly #ctx: GatheringContext;
  readonly #tree: Store;
  readonly #heldByNow: ReadonlyMap<string, Stick>;
  readonly #entries = new Map<string, Entry>();
  readonly #lessons: ReadonlyMap<string, Lesson>;
  readonly #judging = new Map<string, Row[]>();
  /** Open pairs in which an entry gives way to the other one, by entry. */
  readonly #keptOut = new Map<string, KeptOut<Row>[]>();
  /** The other sides of all open pairs, by entry. */
  readonly #paired = new Map<string, string[]>();
  /** Lines that people wrote, where an entry is in a pair with one. */
  #lines: readonly PeoplesLine[] | undefined;
  readonly #unlooked: ReadonlySet<string>;
  /** Evidence without what blocks it. */
  readonly #facts = new Map<string, Evidence>();

  /** `heldByNow`: unwritten verdicts of corrections that hold by now. */
  constructor(ctx: GatheringContext, tree: Store, heldByNow: ReadonlyMap<string, Stick> = new Map()) {
    this.#ctx = ctx;
    this.#tree = tree;
    this.#heldByNow = heldByNow;
    this.#lessons = lessonsIn(tree);
    this.#unlooked = notLookedAt(ctx.workspace, tree.database);
    // Of a chain the one that carries it speaks.
    const tierOf = (one: Row) => tree.head(this.carrierOf(one.id))?.tier ?? one.tier;
    for (const pair of openPairs(tree)) {
      const keptOut = keptOutOf(pair, tierOf);
      listUnder(this.#keptOut, keptOut.side.id, keptOut);
      listUnder(this.#paired, pair.newer.id, pair.older.id);
      listUnder(this.#paired, pair.older.id, pair.newer.id);
    }
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
    const lessons = [...ids].flatMap((id) => this.#lessonOf(id));
    this.#lines ??= await linesInPairs(this.#ctx, this.#tree);
    // Between equals it depends on what the other side would be.
    const equals = lessons.flatMap((id) => this.#keptOut.get(id) ?? []).filter(({ always }) => !always);
    const all = [...lessons, ...equals.flatMap(({ other }) => this.#lessonOf(other.id))];
    const missingIds = new Set(all.filter((id) => !this.#entries.has(id)));
    if (missingIds.size === 0) return;
    const judging = this.#tree.naming(missingIds, "references");
    for (const head of judging)
      for (const id of head.references ?? []) if (missingIds.has(id)) listUnder(this.#judging, id, head);
    const missing = [...missingIds, ...judging.map(({ id }) => id)].filter((id) => !this.#entries.has(id));
    this.#facts.clear();
    for (const { entry } of await this.#tree.load(missing)) {
      const { review } = this.#tree.head(entry.id) ?? {};
      this.#entries.set(entry.id, inForce(entry, this.#ctx.profile.apply_mode, review?.state));
    }
  }

  /** Evidence of an entry: for a repeated correction of the whole chain. Undefined when the tree does not have it. */
  evidenceOf(id: string): Evidence | undefined {
    const facts = this.#factsOf(id);
    if (facts === undefined) return undefined;
    const { chain } = facts;
    const members = [...new Set([id, ...chain])];
    const keptOut = members
      .flatMap((member) => this.#keptOut.get(member) ?? [])
      .filter(({ other, always }) => !chain.includes(other.id) && (always || this.#wouldBeRule(other)))
      .map(({ other }) => other.id);
    const heads = members.flatMap((member) => this.#tree.head(member) ?? []);
    const besideLines = openLinePairs(heads, this.#lines ?? []).map(({ line }) => line.ref);
    return { ...facts, blockedBy: [...new Set([...keptOut, ...besideLines])] };
  }

  #factsOf(id: string): Evidence | undefined {
    const facts = this.#facts.get(id) ?? this.#gathered(id);
    if (facts !== undefined) this.#facts.set(id, facts);
    return facts;
  }

  /** Is an entry in a rule in force, or would it be one if no question were open about it? */
  #wouldBeRule({ id, status }: Row): boolean {
    if (status === "promoted") return true;
    const facts = this.#factsOf(this.carrierOf(id));
    if (facts === undefined) return false;
    const { qualified } = standingOf(facts);
    return qualified !== undefined && blockersOf(facts, qualified.reason).length === 0;
  }

  /** The entry, what carries its lesson, and everything that repeats it. */
  #lessonOf(id: string): string[] {
    const carrier = this.carrierOf(id);
    return [id, carrier, ...this.chainOf(id), ...this.chainOf(carrier)];
  }

  /** Evidence of those of some entries that the tree has, by id. */
  evidenceFor(ids: Iterable<string>): Map<string, Evidence> {
    const evidenceById = new Map<string, Evidence>();
    for (const id of ids) {
      const evidence = evidenceById.get(id) ?? this.evidenceOf(id);
      if (evidence !== undefined) evidenceById.set(id, evidence);
    }
    return evidenceById;
  }

  #gathered(id: string): Evidence | undefined {
    const entry = this.#entries.get(id);
    if (entry === undefined) return undefined;
    const chain = this.chainOf(id);
    const members = chain.flatMap((member) => this.#entries.get(member) ?? []);
    const sayings = members.length === 0 ? [entry] : members;
    const born = sayings.map((member) => this.#sessionOf(member));
    const birth: Birth = { sessions: born, days: sayings.map((member) => this.#dayOf(writtenAt(member))) };
    const outcomes = sayings.flatMap((member) => this.#outcomesOf(member.id, birth));
    const sessions = this.#sessionsOf(sayings, birth);
    const sticks = sayings.flatMap((one) => this.#heldByNow.get(one.id) ?? (isLearning(one) ? (one.stick ?? []) : []));
    const holding = sticks.filter(({ verdict }) => verdict === "held");
    const heldAt = latest(holding.map(({ at }) => utc(at)));
    const failed = latest([
      ...sticks.filter(({ verdict }) => verdict === "failed").map(({ at }) => utc(at)),
      ...sayings.flatMap((one) => usesOf(one).flatMap(({ result, at }) => (result === "failed" ? utc(at) : []))),
    ]);
    const good = outcomes.filter(({ counts, verdict }) => counts && (verdict === "validated" || verdict === "mixed"));
    const useful = sessions.filter(({ result }) => result !== "failed");
    const saidAt = latest(sayings.flatMap(statementsOf)) ?? utc(entry.timestamp);
    return {
      id,
      entry,
      chain,
      tier: leastTrusted(sayings.map((member) => this.#tierOf(member))),
      approvedByPerson: isApproved(entry) && entry.review?.by !== undefined,
      stakes: sayings.map((one) => stakesOf(one) ?? "medium").reduce((a, b) => (stakesRank(b) < stakesRank(a) ? b : a)),
      sessions,
      born,
      outcomes,
      held: heldAt,
      heldOwn: holding.length > 0 && holding.every((one) => this.#isOwnWord(one, birth)),
      failed,
      blockedBy: [],
      saidInLines: sayings.flatMap((one) => this.#linesSaying(one.id)),
      unlooked: sayings.some((one) => this.#unlooked.has(one.id)),
      near: sayings.flatMap((one) => [...(one.linked ?? []), ...(this.#paired.get(one.id) ?? [])]),
      open: sayings.flatMap((one) => this.#paired.get(one.id) ?? []),
      ...defined({ successor: this.#successorTier(entry), paths: pathsOf([entry, ...sayings]) }),
      irrelevant: sayings.some(({ flags }) => flags?.includes(IRRELEVANT) === true),
      peoples: [
        ...sayings.flatMap((one) => this.#peoplesSayings(one)),
        ...good.flatMap((one) => (isPeoples(one.tier) ? `outcome ${one.id} ${one.verdict}` : [])),
        ...holding.flatMap(({ at, by }) => (isPersonsWord(this.#ctx.profile.people, by) ? `held ${utc(at)}` : [])),
      ],
      said: saidAt,
      newest: latest([saidAt, heldAt, ...[...useful, ...good].map(({ at }) => at)]) ?? saidAt,
    };
  }

  /** That it held is known from its own session or day alone, and by no person's word. */
  #isOwnWord({ at, came_up = at, session, by }: Stick, birth: Birth): boolean {
    return !isPersonsWord(this.#ctx.profile.people, by) && isOwn({ at: came_up, session }, birth, this.#dayOf);
  }

  /** Each time that a person said it: the entry itself, in equal words again, and with more evidence. */
  #peoplesSayings({ id, tier, imported, ...entry }: Entry): string[] {
    const { seen_by = [], evolution = [] } = entry as Partial<Insight>;
    const isTheirs = ({ source }: { source?: string | undefined }) =>
      source !== "self" && isPersonsWord(this.#ctx.profile.people, source);
    const again = [...seen_by, ...evolution].filter(isTheirs).map((one) => `again ${id} ${JSON.stringify(one)}`);
    return isPeoples(tier) && imported === undefined ? [`said ${id}`, ...again] : again;
  }

  /** How far what took its place is trusted; as far as the entry itself where a person put it there. */
  #successorTier({ superseded_by = "", flags, tier }: Entry): Tier | undefined {
    const tierOfSuccessor = this.#tree.head(superseded_by)?.tier;
    return flags?.includes(REPLACED_BY_PERSON) &&
      tierOfSuccessor !== undefined &&
      compareTiers(tierOfSuccessor, tier) < 0
      ? tier
      : tierOfSuccessor;
  }

  readonly #dayOf = (at: string): string => localDay(new Date(at), this.#ctx.profile.timezone);

  #markOf(occasion: Occasion): string {
    return occasionMark(occasion, this.#dayOf, ownAgents(this.#ctx.profile));
  }

  #outcomesOf(id: string, birth: Birth): OutcomeFact[] {
    const facts = (this.#judging.get(id) ?? []).flatMap((head): OutcomeFact[] => {
      const outcome = this.#entries.get(head.id);
      if (outcome?.type !== "outcome") return [];
      const { verdict, score, timestamp } = outcome;
      // A lesson about some files gives no words to a rule for all files.
      const { lesson, rule } = outcome.paths === undefined ? outcome : {};
      const counts = isInUse(outcome);
      const [tier, session] = [this.#tierOf(outcome), this.#sessionOf(outcome)];
      const occasion = { at: writtenAt(outcome), session, agent: outcome.agent, host: outcome.host };
      const own = tier !== "owner" && isOwn(occasion, birth, this.#dayOf);
      const mark = this.#markOf(occasion);
      return [{ id: outcome.id, verdict, score, lesson, rule, tier, at: utc(timestamp), session, mark, own, counts }];
    });
    return facts.sort((a, b) => compareText(a.at, b.at) || compareText(a.id, b.id));
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
      const sessionFact = byMark.get(mark);
      if (sessionFact !== undefined && rank[sessionFact.result] >= rank[result]) continue;
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
  #ancestors({ id: own, derived_from = [] }: Pick<Entry, "id" | "derived_from">): Row[] {
    const metaById = new Map<string, Row>();
    const open = [...derived_from];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const head = id === own || metaById.has(id) ? undefined : this.#tree.head(id);
      if (head === undefined) continue;
      metaById.set(id, head);
      open.push(...(head.derived_from ?? []));
    }
    return [...metaById.values()];
  }

  /** Lines that people wrote and that were answered to say the same. */
  #linesSaying(id: string): PeoplesLine[] {
    const { near = [], claims } = this.#tree.head(id) ?? { claims: [] };
    return near.flatMap(({ with: ref, answered, hashes: [claim = claims[0]] = [] }) => {
      const line = answered === "same" && claim === claims[0] && this.#lines?.find((one) => one.ref === ref);
      return line || [];
    });
  }
}

function pathsOf(entries: readonly Entry[]): string[] | undefined {
  const paths = [...new Set(entries.flatMap(({ paths = [] }) => paths))];
  return paths.length === 0 ? undefined : paths;
}

/** The instants at which an entry was stated: its own, and those at which it grew. */
function statementsOf(entry: Entry): string[] {
  const grown = entry.type === "insight" ? (entry.evolution ?? []).filter(({ restated }) => restated !== true) : [];
  return [entry.timestamp, ...grown.map(({ at }) => at)].map(utc);
}

function latest(moments: readonly (string | undefined)[]): string | undefined {
  return moments
    .filter((one) => one !== undefined)
    .sort(compareText)
    .at(-1);
}

const byTime = (a: Pick<SessionFact, "at" | "session">, b: Pick<SessionFact, "at" | "session">): number =>
  compareText(a.at, b.at) || compareText(a.session, b.session);

function listUnder<T>(lists: Map<string, T[]>, key: string, one: T): void {
  lists.set(key, [...(lists.get(key) ?? []), one]);
}
