/**
 * A month of sixty captures with what must become of each written beside it, three heartbeats a day, and somebody who
 * answers every other question: real folder, real model, a clock that is moved.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Captured } from "../../src/capture/capture-schemas.js";
import type { HeartbeatData, Question } from "../../src/loop/loop-schemas.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import type { Relation } from "./tables.js";

interface Event {
  day: number;
  name: string;
  learn?: string;
  because?: string;
  correct?: string;
  before?: string;
  so?: string;
  risk: string;
  want?: Relation[];
  of?: string;
  asks?: true;
}

const EVENTS = parse(readFileSync(join(import.meta.dirname, "month.yaml"), "utf8")) as Event[];
const LAST_DAY = 45;
const HOURS = ["08:00", "13:00", "18:00"];
const DAY_MS = 86_400_000;
/** Pairs of the days before it are left open, so that they are asked about again. */
const UNANSWERED_UNTIL = 9;

const at = (day: number, time: string): string =>
  `${new Date(Date.UTC(2026, 2, day)).toISOString().slice(0, 10)}T${time}:00Z`;

const flags = (named: Record<string, string | undefined>): string[] =>
  Object.entries(named).flatMap(([flag, value]) => (value ? [`--${flag}`, value] : []));

function commandOf({ learn, because, correct, before, so, risk }: Event): string[] {
  return learn !== undefined
    ? ["learn", learn, ...flags({ because, risk })]
    : ["correct", correct as string, ...flags({ "instead-of": before, so, risk })];
}

/** The first event of a matter: repeats and contraries belong to it. */
function rootOf(event: Event): string {
  return event.of === undefined ? event.name : rootOf(EVENTS.find(({ name }) => name === event.of) as Event);
}

/** What was printed, when, and which days of an entry's life it concerned. */
interface Printed {
  moment: string;
  key: string;
  item: Partial<Question> & { id: string };
}

const printed: Printed[] = [];

/** What was printed, by some part of it. */
function grouped(keyOf: (one: Printed) => string): [string, Printed[]][] {
  const groups = new Map<string, Printed[]>();
  for (const one of printed) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return [...groups];
}

const beats: { moment: string; items: number }[] = [];
const wrong: string[] = [];
/** By id: the event that it came from. */
const events = new Map<string, Event>();
const captured = new Map<string, Captured>();
/** A chain of repeats is one lesson: its newest is asked about. */
const repeated = new Set<string>();
let box: Sandbox;

const rootsOf = (ids: readonly (string | undefined)[] = []): string[] =>
  ids.flatMap((id) => (id === undefined ? [] : [rootOf(events.get(id) as Event)]));

/** What was done to which earlier matter. */
function relationsOf(event: Event, answer: Captured): [Relation, string][] {
  const folded = ["skipped", "evolved", "restated"].includes(answer.decision);
  const named: [Relation, (string | undefined)[]][] = [
    [answer.decision === "skipped" ? "skipped" : "same", folded ? [answer.id] : [answer.recurrence_of]],
    ["superseded", answer.superseded ?? []],
    ["contested", answer.contests ?? []],
    ["maybe", [answer.maybe_recurrence_of, answer.maybe_same_as, answer.maybe_supersedes]],
  ];
  const decided = named.flatMap(([relation, ids]) => rootsOf(ids).map((root): [Relation, string] => [relation, root]));
  return decided.filter(
    ([, root], index) => decided.findIndex(([, other]) => other === root) === index && root !== event.name,
  );
}

async function capture(event: Event): Promise<void> {
  const ran = await box.run([...commandOf(event), "--json"]);
  if (ran.code !== 0) throw new Error(`${event.name}: ${ran.stdout}`);
  const answer = ran.json().data as Captured;
  const { id } = answer;
  const decided = relationsOf(event, answer);
  const got = decided.map(([relation, root]) => `${relation} ${root}`).join(", ") || "new";
  const isRight =
    event.want === undefined
      ? decided.length === 0
      : decided.length === 1 &&
        decided.every(([relation, root]) => event.want?.includes(relation) && root === rootOf(event));
  if (!isRight)
    wrong.push(`${event.name}: ${got}, not ${event.want?.join(" or ") ?? "new"} (${answer.because.join(" ")})`);
  if (id !== undefined && !events.has(id)) {
    events.set(id, event);
    captured.set(id, answer);
  }
  if (answer.recurrence_of !== undefined) repeated.add(answer.recurrence_of);
}

/** What decides a pair as its labels say. */
function resolutionOf(newer: Event | undefined, older: Event | undefined): string {
  if (newer === undefined || older === undefined || rootOf(newer) !== rootOf(older)) return "--both";
  if (newer.want?.includes("contested")) return "--supersedes";
  return newer.correct === undefined ? "--same" : "--recurrence";
}

async function answer(item: Printed["item"]): Promise<void> {
  if (item.other !== undefined) {
    const [one, other] = [item.id, item.other.id].map((id) => events.get(id));
    const [newer, older] = (one?.day ?? 0) >= (other?.day ?? 0) ? [item.id, item.other.id] : [item.other.id, item.id];
    if ((events.get(newer)?.day ?? 0) < UNANSWERED_UNTIL) return;
    const how = resolutionOf(events.get(newer), events.get(older));
    if (how === "--recurrence") repeated.add(older);
    await box.run(["resolve", newer, older, how]);
  } else if (item.stage !== undefined && EVENTS.indexOf(events.get(item.id) as Event) % 2 === 0) {
    const said = item.id.startsWith("COR")
      ? ["--held", "--evidence", "it was done right this week"]
      : ["--verdict", "validated", "--result", "it was seen again this week"];
    await box.run(["outcome", item.id, ...said]);
  }
}

async function heartbeat(day: number, hour: string): Promise<void> {
  const moment = at(day, hour);
  box.at(moment);
  const data = (await box.run(["heartbeat", "--json"])).json().data as HeartbeatData;
  const items = [...data.due, ...data.reinforce];
  beats.push({ moment, items: items.length });
  for (const item of items) printed.push({ moment, key: item.key, item });
  box.at(at(day, `${hour.slice(0, 2)}:30`));
  for (const item of items) await answer(item);
}

beforeAll(async () => {
  box = await sandbox({ git: true, now: at(0, "08:00") });
  for (let day = 1; day <= LAST_DAY; day++) {
    for (const hour of HOURS) {
      await heartbeat(day, hour);
      if (hour !== "08:00") continue;
      for (const [minute, event] of EVENTS.filter((one) => one.day === day).entries()) {
        box.at(at(day, `10:${String(minute).padStart(2, "0")}`));
        await capture(event);
      }
    }
  }
}, 600_000);

describe("a month of sixty captures", () => {
  test("at most three items a heartbeat, six a day", () => {
    expect(beats.filter(({ items }) => items > 3)).toEqual([]);
    const perDay = grouped(({ moment }) => moment.slice(0, 10));
    expect(perDay.filter(([, items]) => items.length > 6).map(([day]) => day)).toEqual([]);
  });

  test("no item twice in twenty hours", () => {
    const soon = grouped(({ key }) => key).flatMap(([key, times]) =>
      times.slice(1).flatMap(({ moment }, before) => {
        const apart = Date.parse(moment) - Date.parse(times[before]?.moment as string);
        return apart < 20 * 3_600_000 ? [`${key} ${moment}`] : [];
      }),
    );
    expect(soon).toEqual([]);
  });

  test("every entry that becomes due is asked about, each stage once", async () => {
    const questions = printed.filter(({ item }) => item.stage !== undefined && item.other === undefined);
    const stages = questions.map(({ item }) => `${item.id} ${item.stage}`);
    expect(stages.filter((stage, index) => stages.indexOf(stage) !== index)).toEqual([]);
    const asked = new Set(questions.map(({ item }) => item.id));
    const listed = (await box.run(["list", "--status", "live", "--limit", "100", "--json"])).json().data.entries;
    const open = (listed as { id: string; type: string }[]).filter(
      ({ id, type }) => type !== "outcome" && events.has(id) && !repeated.has(id),
    );
    expect(open.length).toBeGreaterThan(30);
    expect(open.filter(({ id }) => !asked.has(id)).map(({ id }) => events.get(id)?.name)).toEqual([]);
  });

  test("the pairs that must be decided are asked about, and at most one in ten is no pair", () => {
    const pairs = new Map(printed.flatMap(({ key, item }) => (item.other === undefined ? [] : [[key, item] as const])));
    const names = [...pairs.values()].map(({ id, other }) => [id, other?.id as string].map((one) => events.get(one)));
    const rootsOfPair = names.map(([one, other]) => [rootOf(one as Event), rootOf(other as Event)]);
    const expected = EVENTS.filter(({ asks }) => asks).map(rootOf);
    expect(expected.filter((root) => !rootsOfPair.some(([one, other]) => one === root && other === root))).toEqual([]);
    const invented = rootsOfPair.filter(([one, other]) => one !== other);
    expect(invented.length / rootsOfPair.length, JSON.stringify(invented)).toBeLessThanOrEqual(0.1);
  });

  test("a pair left open is asked about after one, seven and twenty-one days", () => {
    const contested = [...captured].find(([, { contests }]) => contests !== undefined)?.[0] as string;
    const times = printed.filter(
      ({ item }) => item.other !== undefined && (item.id === contested || item.other.id === contested),
    );
    const day = events.get(contested)?.day as number;
    const ages = times.map(({ moment }) => Math.floor((Date.parse(moment) - Date.parse(at(day, "10:00"))) / DAY_MS));
    expect(ages.length).toBe(3);
    [1, 7, 21].forEach((age, index) => {
      expect(ages[index]).toBeGreaterThanOrEqual(age);
      expect(ages[index]).toBeLessThanOrEqual(age + 3);
    });
  });
});
