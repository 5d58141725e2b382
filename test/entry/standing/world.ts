/** A workspace in memory: records as data, what is done to them, and what standing makes of it. */
import { expect } from "vitest";
import {
  claimOf,
  type Entry,
  type Near,
  type PairAnswer,
  type RowAnswer,
  type Tier,
} from "../../../src/entry/entry.js";
import { leastTrusted } from "../../../src/entry/gates/trust.js";
import { isFor } from "../../../src/entry/gates/visible.js";
import { type Copies, copiesOf } from "../../../src/entry/standing/copies.js";
import { standing } from "../../../src/entry/standing/pass.js";
import type { Standing, StandingInput } from "../../../src/entry/standing/standing.js";
import { isExpired, type StickWord, stickAt } from "../../../src/entry/standing/standing.js";
import { contentHash } from "../../../src/entry/status.js";
import type { Profile } from "../../../src/settings.js";
import { openPairsOf } from "../../../src/store/open-pairs.js";
import type { PeoplesLine } from "../../../src/store/records/peoples-lines.js";
import { claimHash } from "../../../src/text/claims/canonical.js";
import { DAY_MS } from "../../../src/text/durations.js";

/** How something is said; an answer names the other by its words. */
export interface Tells extends Partial<Record<RowAnswer, string>> {
  type?: "correction" | "insight" | "memory";
  tier?: Tier;
  near?: readonly [other: string, score: number, found?: Near["found"] | undefined];
  [field: string]: unknown;
}
export type Answer = readonly [answer: RowAnswer, tier: Tier];
type State = NonNullable<Entry["review"]>["state"];
type By = Tier | "session";

export const LINE = "#0123456789ab";
const FORM = { correction: ["COR", "corrected_to"], insight: ["INS", "insight"], memory: ["MEM", "content"] } as const;
const ANSWERS: readonly RowAnswer[] = ["same", "replaces", "exception"];

export class World {
  mode: Profile["apply_mode"] = "auto";
  readonly lines = new Set<string>();
  records: Entry[] = [];
  copies = new Map<string, Copies>();
  now = "2026-01-01T09:00:00.000Z";
  /** The newest record that says so. */
  readonly named = new Map<string, string>();

  id = (name: string): string => this.named.get(name) ?? name;
  get = (name: string): Entry => this.records.find(({ id }) => id === this.id(name))!;

  days(days: number): void {
    this.now = new Date(Date.parse(this.now) + days * DAY_MS).toISOString();
  }

  change(name: string, patch: Record<string, unknown>): void {
    const place = this.records.indexOf(this.get(name));
    this.records = this.records.with(place, { ...this.get(name), ...patch } as Entry);
    this.writeCopies();
  }

  private put(name: string, prefix: string, fields: Record<string, unknown>): void {
    const tail = `${String(this.records.length).padStart(4, "0")}A`;
    const id = `${prefix}-${this.now.slice(0, 10).replaceAll("-", "")}-${tail}`;
    this.records.push({ id, agent: "ada", timestamp: this.now, ...fields } as unknown as Entry);
    this.named.set(name, id);
    this.writeCopies();
  }

  say(text: string, { type = "correction", tier = "relayed", near, ...fields }: Tells = {}): void {
    const at = this.now;
    const stated = ANSWERS.flatMap((answer) =>
      fields[answer] === undefined ? [] : [{ with: this.id(String(fields[answer])), answer, at, tier, by: "tenet" }],
    );
    const open = near && { with: this.id(near[0]), score: near[1], found: near[2] ?? "claim", at };
    const session = `s${this.records.length}`;
    const [prefix, claim] = FORM[type];
    const rows = [...stated, ...(open ? [open] : [])];
    this.put(text, prefix, { type, tier, [claim]: text, stakes: "medium", session, ...fields, near: rows });
  }

  /** `a` replaces `b`, or is the exception to it; in the session of the capture an agent answers with the entry's own tier. */
  resolve(a: string, b: string, answer: PairAnswer | "open", by: By = "owner"): void {
    const [bearer, other] = this.bearerOf(a, b);
    const { near = [], tier: own } = this.get(bearer);
    const tier = by === "session" ? leastTrusted([own, "relayed"]) : by;
    const turned = {
      replaces: "replaced_by",
      exception: "has_exception",
      same: "same",
      unrelated: "unrelated",
    } as const;
    const before = near.find((row) => row.with === this.id(other));
    const { answer: _, by: __, tier: ___, ...row } = before ?? { with: this.id(other) };
    const stated = answer === "open" ? {} : { answer: bearer === a ? answer : turned[answer], tier, by: "somebody" };
    this.change(bearer, { near: [...near.filter((one) => one !== before), { ...row, ...stated, at: this.now }] });
  }

  private bearerOf(a: string, b: string): [bearer: string, other: string] {
    const bears = (one: string, other: string) => this.get(one)?.near?.some((row) => row.with === this.id(other));
    if (bears(a, b) || b === LINE) return [a, b];
    return bears(b, a) || a === LINE || this.get(a).timestamp < this.get(b).timestamp ? [b, a] : [a, b];
  }

  erase(name: string): void {
    const { id, type, timestamp, tier, session, near, references } = this.get(name) as Entry & {
      references?: string[];
    };
    const stone = { id, type, timestamp, tier, session, near, references, erased: { at: this.now, by: "somebody" } };
    this.records = this.records.map((record) => (record.id === id ? (stone as unknown as Entry) : record));
    this.writeCopies();
  }

  review(name: string, state: State): void {
    const hash = contentHash(this.get(name));
    this.change(name, { review: { state, by: "bridget", tier: "owner", at: this.now, hash } });
  }

  outcome(name: string, what: string, tier: Tier = "self"): void {
    const judged = what === "held" || what === "failed" ? { stick: what } : { verdict: what };
    this.put(what, "OUT", { type: "outcome", tier, references: [this.id(name)], result: "seen", ...judged });
  }

  input(records: readonly Entry[] = this.records): StandingInput {
    const stated = (entry: Entry) => ({
      entry,
      claim: claimHash(claimOf(entry) ?? ""),
      copies: this.copies.get(entry.id) ?? {},
    });
    const isHere = (id: string) => this.records.some((record) => record.id === id);
    return { records: records.map(stated), lines: this.lines, mode: this.mode, close: 0.7, isHere };
  }

  all = (): Map<string, Standing> => standing(this.input());
  of = (name: string): Standing => this.all().get(this.id(name))!;

  private writeCopies(): void {
    this.copies = new Map([...this.all()].map(([id, one]) => [id, copiesOf(one, {})]));
  }

  /** What everybody is shown: one line a chain, in the words of the first who speaks. */
  shown(): string[] {
    const found = this.all();
    const voiceOf = ({ id }: Entry) => found.get(id)?.voice ?? 0;
    const seen = this.records.filter((one) => voiceOf(one) > 0 && one.type !== "outcome" && isFor(one as object, {}));
    const first = seen.sort((a, b) => voiceOf(b) - voiceOf(a)).map((one) => [found.get(one.id)?.chain, one] as const);
    return [...new Map(first).values()].map(claimOf).sort();
  }

  pairs() {
    const found = this.all();
    const sides = this.records.map(({ id, timestamp }) => ({ ...found.get(id)!, id, timestamp }));
    const speaker = (id: string) => sides.find(({ chain, voice }) => chain === found.get(id)?.chain && voice === 1);
    const lines = [...this.lines].map((ref) => ({ ref }) as PeoplesLine);
    return openPairsOf(sides, speaker, 0.7, lines);
  }
}

/** One thing done, a day after the last, or one looked at. */
export type Step = (w: World) => void;
const next =
  (deed: Step): Step =>
  (w) => {
    w.days(1);
    deed(w);
  };

export const say =
  (tier: Tier = "relayed") =>
  (text: string, tells: Tells = {}) =>
    next((w) => w.say(text, { tier, ...tells }));
export const [owner, said, agent, peer, outsider] = [
  say("owner"),
  say(),
  say("self"),
  say("peer"),
  say("external"),
] as const;
const answering = (answer: PairAnswer | "open") => (a: string, b: string, by?: By) =>
  next((w) => w.resolve(a, b, answer, by));
export const same = answering("same");
export const replaces = answering("replaces");
export const exception = answering("exception");
export const unrelated = answering("unrelated");
export const open = answering("open");
export const forget = (name: string, more: { tier?: Tier; alone?: true } = {}) =>
  next((w) => w.change(name, { forgotten: { at: w.now, by: "somebody", tier: "owner", ...more } }));
export const erase = (name: string) => next((w) => w.erase(name));
export const review = (name: string, state: State) => next((w) => w.review(name, state));
export const approve = (name: string) => review(name, "approved_for_reuse");
export const outcome = (name: string, what: string, tier?: Tier) => next((w) => w.outcome(name, what, tier));
export const use = (name: string, session = "later") =>
  next((w) => w.change(name, { uses: [{ at: w.now, session, result: "came_up" }] }));

/** By hand: fields of a record, what stands in the place of copies, a record taken out. */
export const changed = (
  name: string,
  { near, ...patch }: { near?: readonly object[]; [field: string]: unknown },
): Step =>
  next((w) =>
    w.change(name, { ...patch, near: near?.map((row) => ({ with: w.id("npm"), ...row })) ?? w.get(name).near }),
  );
export const noted =
  (name: string, copies: Copies): Step =>
  (w) => {
    const { superseded_by: by } = copies;
    w.copies.set(w.id(name), { ...copies, ...(by && { superseded_by: w.id(by) }) });
  };
export const gone =
  (name: string): Step =>
  (w) => {
    w.records = w.records.filter(({ id }) => id !== w.id(name));
  };
export const days =
  (count: number): Step =>
  (w) =>
    w.days(count);
export const curated: Step = (w) => {
  w.mode = "curated";
};
export const lineStands: Step = (w) => {
  w.lines.add(LINE);
};
export const lineGone: Step = (w) => w.lines.clear();

export const shows =
  (...texts: string[]): Step =>
  (w) =>
    expect(w.shown()).toEqual(texts.sort());
export const is =
  (name: string, word: string): Step =>
  (w) =>
    expect(wordOf(w.of(name), new Date(w.now))).toBe(word);

/** The one word that is printed of an entry: the first that holds. */
function wordOf(standing: Standing, now: Date): string {
  const { status, review, invalidated } = standing;
  const refusal = review?.state === "approved_for_reuse" ? undefined : review?.state;
  if (status !== "active") return status;
  if (refusal !== undefined && refusal !== "needs_review") return refusal;
  if (isExpired(standing, now)) return "expired";
  return invalidated === "ends" ? "invalidated" : refusal === undefined ? "active" : "waits";
}
export const sticks =
  (name: string, word: StickWord | undefined): Step =>
  (w) =>
    expect(stickAt(w.of(name).stuck, new Date(w.now))).toBe(word);
/** A text that names an entry stands for its id. */
export const has =
  (name: string, part: Partial<Record<keyof Standing, unknown>>): Step =>
  (w) => {
    const found = w.of(name);
    for (const [field, value] of Object.entries(part))
      expect(found[field as keyof Standing]).toEqual(typeof value === "string" ? w.id(value) : value);
  };
export const finds =
  (name: string, finding: RegExp): Step =>
  (w) =>
    expect(w.of(name).finding).toMatch(finding);
export const copied =
  (name: string, copies: Copies): Step =>
  (w) =>
    expect(w.copies.get(w.id(name))).toEqual(copies);
/** One pair is open, with such a proposal. */
export const asked =
  (proposed: RowAnswer | undefined): Step =>
  (w) =>
    expect(w.pairs().map(({ near }) => near.proposed)).toEqual([proposed]);
/** In whose words: what becomes no rule; `!`: whatever the other side is. */
export const keptOut =
  (...sides: string[]): Step =>
  (w) =>
    expect(w.pairs().map(({ keptOut: { side, always } }) => `${claimOf(w.get(side.id))}${always ? "!" : ""}`)).toEqual(
      sides,
    );
export const closed: Step = keptOut();
