/** Gathers what speaks for and against entries as rules: the one place where evidence is put together. */
import { localDay } from "../../clock.js";
import type { Context } from "../../context.js";
import type { EvolutionItem, Tier } from "../../entry/entry.js";
import { isPersonsWord } from "../../entry/gates/attribution.js";
import { compareTiers, isPeoples, leastTrusted } from "../../entry/gates/trust.js";
import { isApproved, isInUse } from "../../entry/gates/visible.js";
import { STAKES } from "../../entry/words.js";
import { cutsOf } from "../../search/near-cuts.js";
import { entryOf } from "../../store/cache/row.js";
import { isInsideWorkspace } from "../../store/files/safe-path.js";
import { readHubOrigin } from "../../store/hub-origin.js";
import { openPairsIn, type TreePair } from "../../store/open-pairs.js";
import type { Row, Store } from "../../store/open-store.js";
import { coreLines, isLineRef, type PeoplesLine } from "../../store/records/peoples-lines.js";
import { notLookedAt } from "../../store/state/unlooked.js";
import { compareText } from "../../text/claims/canonical.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import type { Evidence, OutcomeFact, SessionFact } from "../policy/evidence.js";
import { blockersOf, standingOf } from "../policy/qualify.js";

type GatheringContext = Pick<Context, "workspace" | "profile">;

/** The other side of an open pair, as far as rules ask. `always`: it keeps the entry out whatever it is itself. */
interface Beside {
  /** An id, or `FILE:LINE` of a people's line. */
  name: string;
  /** Of the pair. */
  key: string;
  entry?: Row | undefined;
  keepsOut: boolean;
  always: boolean;
}

/** Computes the evidence of entries. */
export class EvidenceLoader {
  readonly #ctx: GatheringContext;
  readonly #tree: Store;
  readonly #loaded = new Set<string>();
  readonly #chains = new Map<string, readonly Row[]>();
  readonly #judging = new Map<string, Row[]>();
  /** Open pairs by the chain of each of their sides. */
  readonly #beside = new Map<string, Beside[]>();
  /** Lines that people wrote, where a row names one. */
  #lines: readonly PeoplesLine[] | undefined;
  readonly #unlooked: ReadonlySet<string>;
  /** Evidence without what blocks it. */
  readonly #facts = new Map<string, Evidence>();

  constructor(ctx: GatheringContext, tree: Store) {
    this.#ctx = ctx;
    this.#tree = tree;
    this.#unlooked = notLookedAt(ctx.workspace, tree.database);
  }

  async #readPairs(): Promise<void> {
    if (this.#lines !== undefined) return;
    const isPaired = this.#tree.where({ near: true }).some(({ near }) => near?.some((row) => isLineRef(row.with)));
    this.#lines = isPaired ? await coreLines(this.#ctx) : [];
    for (const pair of openPairsIn(this.#tree, cutsOf(this.#ctx.profile).close, this.#lines)) this.#keepPair(pair);
  }

  #keepPair({ key, newer, older, line, keptOut: { side, always } }: TreePair): void {
    const list = (one: Row, other: Row | undefined) =>
      listUnder(this.#beside, one.chain, {
        name: other?.id ?? `${line?.file}:${line?.line}`,
        key,
        entry: other,
        keepsOut: one === side,
        always,
      });
    list(newer, older);
    if (older !== undefined) list(older, newer);
  }

  #chainRows({ chain, id }: Row): readonly Row[] {
    const rows = this.#chains.get(chain) ?? this.#tree.chainOf(id);
    this.#chains.set(chain, rows);
    return rows;
  }

  /** The members of its chain that count, oldest first; an entry that does not count alone. */
  #membersOf(row: Row): readonly Row[] {
    return row.voice === undefined ? [row] : this.#chainRows(row).filter(({ voice }) => voice !== undefined);
  }

  /** The entry that speaks for a chain; the entry itself where none does. */
  carrierOf(id: string): string {
    const row = this.#tree.head(id);
    return row === undefined ? id : this.#carrier(row).id;
  }

  #carrier(row: Row): Row {
    return this.#tree.speaker(row.id) ?? row;
  }

  /** Loads what entries are judged by. */
  async load(ids: Iterable<string>): Promise<void> {
    await this.#readPairs();
    const lessons = [...ids].flatMap((id) => this.#lessonOf(id));
    // Between equals it depends on what the other side would be.
    const equals = lessons.flatMap((id) => this.#pairsOf(id)).filter(({ keepsOut, always }) => keepsOut && !always);
    const all = [...lessons, ...equals.flatMap(({ name }) => this.#lessonOf(name))];
    const missingIds = new Set(all.filter((id) => !this.#loaded.has(id)));
    if (missingIds.size === 0) return;
    this.#facts.clear();
    for (const row of this.#tree.naming(missingIds, "references"))
      for (const id of row.references ?? []) if (missingIds.has(id)) listUnder(this.#judging, id, row);
    for (const id of missingIds) this.#loaded.add(id);
  }

  /** Evidence of an entry: of all that are one with it. Undefined when the tree does not have it. */
  evidenceOf(id: string): Evidence | undefined {
    const facts = this.#factsOf(id);
    if (facts === undefined) return undefined;
    const blocking = this.#pairsOf(id).filter(
      ({ entry, keepsOut, always }) => keepsOut && (always || (entry !== undefined && this.#wouldBeRule(entry))),
    );
    return { ...facts, blockedBy: blocking.map(({ name }) => name), pairs: blocking.map(({ key }) => key) };
  }

  #factsOf(id: string): Evidence | undefined {
    const facts = this.#facts.get(id) ?? this.#gathered(id);
    if (facts !== undefined) this.#facts.set(id, facts);
    return facts;
  }

  #pairsOf(id: string): readonly Beside[] {
    return this.#beside.get(this.#tree.head(id)?.chain ?? id) ?? [];
  }

  /** Is an entry in a rule in force, or would it be one if no question were open about it? */
  #wouldBeRule({ id, status }: Row): boolean {
    if (status === "promoted") return true;
    const facts = this.#factsOf(id);
    if (facts === undefined) return false;
    const { qualified } = standingOf(facts);
    return qualified !== undefined && blockersOf(facts, qualified.reason).length === 0;
  }

  /** An entry with all of its chain. */
  #lessonOf(id: string): string[] {
    const row = this.#tree.head(id);
    return row === undefined ? [] : this.#chainRows(row).map((one) => one.id);
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
    const row = this.#tree.head(id);
    if (row === undefined) return undefined;
    const sayings = this.#membersOf(row);
    const chain = sayings.map((one) => one.id);
    const born = sayings.map((one) => this.#sessionOf(one));
    const outcomes = this.#outcomesOf(chain);
    const sessions = this.#sessionsOf(sayings, born);
    const { kept, stuck } = row;
    const heldAt = kept === "held" ? stuck?.held?.at : kept === "not repeated" ? stuck?.cameUp : undefined;
    const good = outcomes.filter(({ counts, verdict }) => counts && (verdict === "validated" || verdict === "mixed"));
    const useful = sessions.filter(({ result }) => result !== "failed");
    const failures = sayings.flatMap(({ uses = [] }) => uses.filter(({ result }) => result === "failed"));
    const saidAt = latest(sayings.flatMap(statementsOf)) ?? utc(row.timestamp);
    const open = this.#pairsOf(id).flatMap(({ entry: other }) => other?.id ?? []);
    const isHeldByPerson = kept === "held" && stuck?.held?.byPerson === true;
    return {
      id,
      entry: entryOf(row),
      stands: row,
      chain,
      tier: this.#tierOf(row.voice === undefined ? row : this.#carrier(row)),
      approvedByPerson: isApproved(row) && row.review?.by !== undefined,
      stakes: mostAtStake(sayings),
      sessions,
      born,
      outcomes,
      ...defined({
        held: heldAt && utc(heldAt),
        failed: latest([stuck?.failed, ...failures.map(({ at }) => at)].map(utc)),
      }),
      ...(kept === "held" && !isHeldByPerson && { heldOwn: true }),
      blockedBy: [],
      unlooked: sayings.some((one) => this.#unlooked.has(one.id)),
      near: [...sayings.flatMap((one) => one.linked ?? []), ...open],
      open,
      ...defined({ successor: this.#successorTier(row), paths: pathsOf(sayings), saidInLine: this.#lineSaying(row) }),
      ...defined({ exceptionTo: this.#generalOf(row) }),
      peoples: [
        ...sayings.flatMap((one) => this.#peoplesSayings(one)),
        ...good.flatMap((one) => (isPeoples(one.tier) ? `outcome ${one.id} ${one.verdict}` : [])),
        ...(isHeldByPerson ? [`held ${heldAt}`] : []),
      ],
      said: saidAt,
      newest: latest([saidAt, heldAt && utc(heldAt), ...[...useful, ...good].map(({ at }) => at)]) ?? saidAt,
    };
  }

  /** Each time that a person said it: the entry itself, in equal words again, and with more evidence. */
  #peoplesSayings({ id, tier, imported, said = [], evolution = [] }: Row): string[] {
    const isTheirs = ({ source }: EvolutionItem) =>
      source !== "self" && isPersonsWord(this.#ctx.profile.people, source);
    const again = [...said.filter((one) => isPeoples(one.tier)), ...evolution.filter(isTheirs)];
    return [
      ...(isPeoples(tier) && imported === undefined ? [`said ${id}`] : []),
      ...again.map((one) => `again ${id} ${JSON.stringify(one)}`),
    ];
  }

  /** Who says what holds instead is trusted as much at least as what it replaces. */
  #successorTier({ status, superseded_by = "", trust }: Row): Tier | undefined {
    if (status !== "superseded") return undefined;
    const tier = this.#tree.head(superseded_by)?.tier ?? trust;
    return compareTiers(tier, trust) < 0 ? trust : tier;
  }

  readonly #dayOf = (at: string): string => localDay(new Date(at), this.#ctx.profile.timezone);

  #outcomesOf(chain: readonly string[]): OutcomeFact[] {
    const judging = new Map(chain.flatMap((id) => this.#judging.get(id) ?? []).map((row) => [row.id, row]));
    const facts = [...judging.values()].flatMap((row): OutcomeFact[] => {
      const { id, verdict, score, timestamp } = row;
      if (verdict === undefined) return [];
      // A lesson about some files gives no words to a rule for all files.
      const { lesson, rule } = row.paths === undefined ? row : {};
      const [tier, session, day] = [this.#tierOf(row), this.#sessionOf(row), this.#dayOf(timestamp)];
      return [{ id, verdict, score, lesson, rule, tier, at: utc(timestamp), session, day, counts: isInUse(row) }];
    });
    return facts.sort((a, b) => compareText(a.at, b.at) || compareText(a.id, b.id));
  }

  /** Sessions that count, those that wrote a member of the chain apart. */
  #sessionsOf(members: readonly Row[], born: readonly string[]): SessionFact[] {
    const rank = { cited: 0, worked: 1, failed: 2 } as const;
    const factBySession = new Map<string, SessionFact>();
    const uses = members.flatMap(({ uses = [] }) => uses).map((use) => ({ ...use, at: utc(use.at) }));
    for (const { session, at, result, agent } of uses.sort(byTime)) {
      if (result === "came_up" || born.includes(session)) continue;
      const known = factBySession.get(session);
      if (known !== undefined && rank[known.result] >= rank[result]) continue;
      factBySession.set(session, { session, at, day: this.#dayOf(at), result, agent });
    }
    return [...factBySession.values()].sort(byTime);
  }

  /** An entry without a session was written in the ad-hoc one of its agent and day. */
  #sessionOf({ session, agent, timestamp }: Row): string {
    return session ?? `adhoc-${agent}-${this.#dayOf(timestamp)}`;
  }

  /** The least trusted of the entry, of everything it derives from, and of what grew into it. */
  #tierOf(row: Row): Tier {
    const outside = (origin: string | undefined): Tier[] => {
      if (readHubOrigin(origin) !== undefined) return ["peer"];
      return origin === undefined || isInsideWorkspace(this.#ctx.workspace, origin) ? [] : ["external"];
    };
    const grown = (row.evolution ?? []).flatMap(({ origin }) => outside(origin));
    return leastTrusted([row.tier, ...this.#ancestors(row).map(({ tier }) => tier), ...grown]);
  }

  /** Everything an entry derives from, as far as the tree has it. */
  #ancestors({ id: own, derived_from = [] }: Row): Row[] {
    const metaById = new Map<string, Row>();
    const open = [...derived_from];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const row = id === own || metaById.has(id) ? undefined : this.#tree.head(id);
      if (row === undefined) continue;
      metaById.set(id, row);
      open.push(...(row.derived_from ?? []));
    }
    return [...metaById.values()];
  }

  #generalOf({ exceptionTo }: Row): string[] | undefined {
    return exceptionTo === undefined ? undefined : this.#tree.chainOf(exceptionTo).map(({ id }) => id);
  }

  #lineSaying({ known }: Row): PeoplesLine | undefined {
    return known === undefined ? undefined : this.#lines?.find(({ ref }) => ref === known);
  }
}

function pathsOf(rows: readonly Row[]): string[] | undefined {
  const paths = [...new Set(rows.flatMap(({ paths = [] }) => paths))];
  return paths.length === 0 ? undefined : paths;
}

const mostAtStake = (rows: readonly Row[]): Evidence["stakes"] =>
  STAKES.find((level) => rows.some(({ stakes = "medium" }) => stakes === level)) ?? "medium";

/** The instants at which an entry was stated: its own, and those at which it was said again or grew. */
const statementsOf = ({ timestamp, said = [], evolution = [] }: Row): string[] =>
  [timestamp, ...[...said, ...evolution].map(({ at }) => at)].map(utc);

/** Moments are compared as text, so all are written as tenet writes them. */
const utc = <At extends string | undefined>(at: At): At => (at === undefined ? at : stamp(new Date(at))) as At;

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
