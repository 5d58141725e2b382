import { readFileSync } from "node:fs";
import { connect as connectTo, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filesOf } from "../cli/fault-sweep.js";
import { dice } from "../effort.js";
import type { Ran, Sandbox } from "../sandbox.js";
import { cloneAt, copyOfHub, pointAt, rowsOfAll } from "./copied-hub.js";
import { engines } from "./hub-world.js";
import { data, entriesOf, type Hubs, hubs, joinHub, learn, letOut, world } from "./worlds.js";

/** More than one transaction of a push, and more than one change of a pull. */
const ENTRIES = 520;
const SYLLABLES = "ba ke lo mi nu pra rei so tu ve wo zin dra fel gor hum jo ki lan mor".split(" ");

/** A word that nothing else holds: syllables that spell a number. */
function rareWord(number: number): string {
  let [word, rest] = ["", number + 20 * 20];
  for (; rest > 0; rest = Math.floor(rest / 20)) word += SYLLABLES[rest % 20];
  return word;
}

/** A claim of which no word but the small ones is in another. */
const rareClaim = (number: number): string => {
  const [a, b, c, d] = [0, 1, 2, 3].map((at) => rareWord(number * 4 + at));
  return `A ${a} ${b} ruins each ${c} ${d}`;
};

const SETTINGS = "embedding: {model: ./none}\n";
const KILLS = 6;
const roll = dice(20261124);

/** Moments of a command that takes so long, spread over it, none quite where another run has it. */
const momentsOf = (took: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => Math.round((took * (at + 0.3 + roll(60) / 100)) / count));

/** Moments until most were in time: a machine that was busy when the command was timed, and is not now, is faster. */
function* momentsUntil(took: number, kills: () => number): Generator<number> {
  for (let long = took; long > 20 && (long === took || kills() <= KILLS / 2); long /= 2) yield* momentsOf(long, KILLS);
}

/** What counts of a tree, with the ids that were drawn here named by what they are copies of. */
async function treeOf(box: Sandbox): Promise<Record<string, string>> {
  const ids = (await entriesOf(box)).flatMap(({ id, origin }) => (origin === undefined ? [] : [[id, origin] as const]));
  const counts = filesOf(box).filter(({ name }) => /^(?:memory\/|SOUL)/.test(name) && !/index\.md$/.test(name));
  return Object.fromEntries(
    counts.map(({ name, path }) => {
      let text = readFileSync(path, "utf8");
      for (const [id, origin] of ids) text = text.replaceAll(id, origin);
      return [name, text];
    }),
  );
}

const patient = { timeout: 120_000 };

/** Another sync may still be ending. */
async function again(box: Sandbox, args: readonly string[]): Promise<void> {
  let ran: Ran | undefined;
  for (let attempt = 0; attempt < 5 && (ran === undefined || ran.code === 3); attempt++)
    ran = await box.run([...args, "--json"], patient);
  expect(ran?.code, `${ran?.stdout}${ran?.stderr}`).toBe(0);
}

describe.each(engines())("a sync that is interrupted (%s)", (engine) => {
  let made: Hubs;
  let [writer, reader] = [] as unknown as [Sandbox, Sandbox];
  let [before, after] = ["", ""];
  let rows: string[] = [];
  let tree: Record<string, string> = {};
  let [pushTook, pullTook] = [0, 0];

  const timed = async (box: Sandbox, how: string): Promise<number> => {
    const started = performance.now();
    const ran = await box.runProcess(["sync", how], patient);
    expect(ran.code, ran.stderr).toBe(0);
    return performance.now() - started;
  };

  beforeAll(async () => {
    made = await hubs(engine);
    const place = await made.next();
    [writer, reader] = [await world("sybil", SETTINGS), await world("max", SETTINGS)];
    await joinHub(writer, place.of(0));
    await joinHub(reader, place.of(1));
    await learn(writer, rareClaim(0));
    await letOut(writer);
    const drafts = Array.from({ length: ENTRIES }, (_, at) => {
      const insight = rareClaim(at + 1);
      return { type: "insight", insight, evidence: "it was seen twice", stakes: "medium", at_risk: "work is lost" };
    });
    const added = await writer.run(["add", "-", "--json"], { stdin: JSON.stringify(drafts), timeout: 240_000 });
    expect(added.code, added.stderr).toBe(0);
    before = place.of(0);
    after = await copyOfHub(made, before);
    const undisturbed = await cloneAt(writer, after);
    pushTook = await timed(undisturbed, "--push");
    rows = await rowsOfAll(after);
    expect(rows).toHaveLength(ENTRIES + 1);
    const took = await cloneAt(reader, await copyOfHub(made, after));
    pullTook = await timed(took, "--pull");
    tree = await treeOf(took);
    expect((await entriesOf(took)).filter(({ origin }) => origin?.startsWith("hub://"))).toHaveLength(ENTRIES + 1);
  }, 600_000);
  afterAll(() => made.remove());

  /** After a push that was disturbed. */
  async function expectPushed(box: Sandbox, hub: string, says: string): Promise<void> {
    await again(box, ["sync", "--push"]);
    expect(await rowsOfAll(hub), says).toEqual(rows);
    const { pushed } = await data(box, "sync", "--push");
    expect(pushed, says).toMatchObject({ entries: 0, withdrawn: 0, erased: 0 });
  }

  async function expectPulled(box: Sandbox, says: string): Promise<void> {
    await again(box, ["sync", "--pull"]);
    const now = await treeOf(box);
    expect(Object.keys(now), says).toEqual(Object.keys(tree));
    for (const [name, text] of Object.entries(now)) expect(text === tree[name], `${says}: ${name}`).toBe(true);
    const { findings } = await data(box, "verify");
    expect(
      findings.filter(({ severity }: { severity: string }) => severity === "error"),
      says,
    ).toEqual([]);
  }

  /** Whether it was killed before it had done. */
  async function killed(box: Sandbox, args: readonly string[], ms: number): Promise<boolean> {
    const child = box.start(args);
    const ended = new Promise((resolve) => child.on("close", (_, signal) => resolve(signal)));
    const timer = setTimeout(() => child.kill("SIGKILL"), ms);
    const signal = await ended;
    clearTimeout(timer);
    return signal === "SIGKILL";
  }

  it(`a push that is killed at ${KILLS} moments`, async () => {
    const undisturbed = await cloneAt(writer, await copyOfHub(made, before));
    const took = Math.min(pushTook, await timed(undisturbed, "--push"));
    let kills = 0;
    for (const ms of momentsUntil(took, () => kills)) {
      const hub = await copyOfHub(made, before);
      const box = await cloneAt(writer, hub);
      if (await killed(box, ["sync", "--push"], ms)) kills++;
      await expectPushed(box, hub, `killed after ${ms} of ${Math.round(took)} ms`);
    }
    expect(kills).toBeGreaterThan(KILLS / 2);
  }, 600_000);

  it(`a pull that is killed at ${KILLS} moments`, async () => {
    const hub = await copyOfHub(made, after);
    const took = Math.min(pullTook, await timed(await cloneAt(reader, hub), "--pull"));
    let kills = 0;
    for (const ms of momentsUntil(took, () => kills)) {
      const box = await cloneAt(reader, hub);
      if (await killed(box, ["sync", "--pull"], ms)) kills++;
      await expectPulled(box, `killed after ${ms} of ${Math.round(took)} ms`);
    }
    expect(kills).toBeGreaterThan(KILLS / 2);
  }, 600_000);

  it.skipIf(engine === "embedded")(
    "a connection that is cut after so many bytes, there and back",
    async () => {
      const whole = { push: 400_000, pull: 90_000 };
      const pulledFrom = await copyOfHub(made, after);
      for (const part of [0.02, 0.2, 0.5, 0.8, 0.95]) {
        const hub = await copyOfHub(made, before);
        const box = await cloneAt(writer, hub);
        await cutOff(box, hub, ["sync", "--push"], whole.push * part);
        await expectPushed(box, hub, `cut at ${part}`);
        const taker = await cloneAt(reader, pulledFrom);
        await cutOff(taker, pulledFrom, ["sync", "--pull"], whole.pull * part);
        await expectPulled(taker, `cut at ${part}`);
      }
    },
    600_000,
  );
});

/** Runs a command whose connection ends after so many bytes. */
async function cutOff(box: Sandbox, hub: string, args: readonly string[], bytes: number): Promise<void> {
  const address = new URL(hub);
  const proxy = await cuttingProxy(Number(address.port), bytes);
  address.port = String((proxy.address() as { port: number }).port);
  await pointAt(box, address.href);
  const ran = await box.run([...args, "--json"], patient);
  expect([0, 1], ran.stdout).toContain(ran.code);
  if (ran.code === 1) expect(ran.json().error.code, ran.stdout).toBe("hub-away");
  proxy.close();
  await pointAt(box, hub);
}

function cuttingProxy(port: number, bytes: number): Promise<Server> {
  let passed = 0;
  const proxy = createServer((client) => {
    const server = connectTo(port, "127.0.0.1");
    const pass = (from: Socket, to: Socket) => {
      from.on("error", () => undefined);
      from.on("close", () => to.destroy());
      from.on("data", (chunk: Buffer) => {
        const room = bytes - passed;
        passed += chunk.length;
        to.write(chunk.subarray(0, Math.max(0, room)));
        if (chunk.length < room) return;
        client.destroy();
        server.destroy();
      });
    };
    pass(client, server);
    pass(server, client);
  });
  return new Promise((resolve) => proxy.listen(0, "127.0.0.1", () => resolve(proxy)));
}
