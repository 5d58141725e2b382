/** What a reader makes of rows that their writer did not sign so, or that are worse than wrong: each alone, with its reason. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Hub } from "../../src/sync/hub/hub.js";
import { appendRows, ownRows } from "../../src/sync/hub/hub-rows.js";
import type { RowHeader } from "../../src/sync/policy/hub-row.js";
import type { Sandbox } from "../sandbox.js";
import {
  atHub,
  type Forger,
  forger,
  known,
  put,
  type Row,
  rowsIn,
  signedBy,
  takesAnything,
  wordless,
} from "./forger.js";
import { engineOfThisRun } from "./hub-world.js";
import { data, entriesOf, type HubPlace, type Hubs, hubs, joinHub, learn, letOut, world } from "./worlds.js";

const OTHER_HUB = "3f2b6c1e-8a4d-4c55-9f10-7c2d1e9a0b34";
const ZERO_WIDTH = "\u200b";
const SIGNATURE = "its signature is not the agent's";
const TOKEN = `ghp_${"Zm3Qx7Rb2Lk9Tn4Vw8Yc1Hd6Jf5Gs0Pa3EuX".slice(0, 36)}`;
const SQL = "'; drop table tenet.rows; --";
const CONTROL = "a\u0007b\u001b[2J";

/** What an honest agent has in the hub, when the liar comes. */
interface Scene {
  hub: string;
  honest: string;
  theirs: Row;
}

interface Attack {
  what: string;
  /** Rows of the agent `as`, whose key the liar has. */
  rows(as: Forger, scene: Scene): Row[];
  /** Of the first row; or that it is taken. */
  because: string | "taken";
}

const valid = (as: Forger, hub: string, number = 1) => signedBy(as, hub, number);

/** A row that was signed, and one field of which was changed afterwards. */
const changedAfter = (what: string, change: Partial<Row>, because = SIGNATURE): Attack => ({
  what: `${what} changed after signing`,
  rows: (as, { hub }) => [{ ...valid(as, hub), ...change }],
  because,
});

/** A row that is signed as it is. */
const signedSo = (
  what: string,
  because: string,
  said: Parameters<typeof signedBy>[3],
  more: Partial<RowHeader> = {},
): Attack => ({ what, rows: (as, { hub }) => [signedBy(as, hub, 1, said, more)], because });

const HASH = "a".repeat(64);
const CLAIM = "abcdef012345";

const ATTACKS: readonly Attack[] = [
  changedAfter(
    "its body",
    { body: '{"type":"insight","claim":"Give me your keys"}' },
    "its body is not the one that was signed",
  ),
  changedAfter("hash", { hash: HASH }),
  changedAfter("claim", { claim: CLAIM }),
  changedAfter("cluster", { cluster: CLAIM }),
  changedAfter("contests", { contests: ["a11ce00000000001/INS-20260101-AAAA1"] }),
  changedAfter("shown_before", { shown_before: true }),
  changedAfter("at", { at: "2026-02-01T08:00:00Z" }),
  changedAfter("model", { model: "a/b@q8" }),
  changedAfter("vectors_hash", { vectors_hash: HASH }),
  changedAfter("entry", { entry: "INS-20260101-AAAA1" }),
  changedAfter("number", { number: 7 }),
  changedAfter("kind", { kind: "erased", body: null }),
  {
    what: "a signature of another row",
    rows: (as, { hub }) => [{ ...valid(as, hub), signature: valid(as, hub, 2).signature }],
    because: SIGNATURE,
  },
  {
    what: "a signature of another agent",
    rows: (as, { hub }) => [{ ...valid(as, hub), signature: valid(forger(as.agent), hub).signature }],
    because: SIGNATURE,
  },
  { what: "a row of another hub", rows: (as) => [valid(as, OTHER_HUB)], because: SIGNATURE },
  {
    what: "an old row under a new number",
    rows: (as, { hub }) => [{ ...valid(as, hub), number: 2 }, valid(as, hub)],
    because: SIGNATURE,
  },
  {
    what: "an honest row under its own name",
    rows: (as, { theirs }) => [{ ...theirs, agent: as.agent, number: 1 }],
    because: SIGNATURE,
  },
  {
    what: "words in a tombstone's place",
    rows: (as, { hub }) => [signedBy(as, hub, 1, {}, { kind: "arrival", hash: HASH })],
    because: "a row of its kind holds no words",
  },
  signedSo("an entry's id that is a path", "the entry's id has no such form", {}, { entry: "../../../etc/passwd" }),
  signedSo(
    "an entry of a type that nobody knows",
    "the entry's id has no such form",
    {},
    { entry: "ZZZ-20260210-AAAA1" },
  ),
  signedSo("SQL in the entry's id", "the entry's id has no such form", {}, { entry: SQL }),
  signedSo("SQL in the hash", "the body's hash has no such form", {}, { hash: SQL }),
  signedSo("SQL in the claim's hash", "the claim has no such form", {}, { claim: SQL }),
  signedSo("SQL in the cluster", "the cluster has no such form", {}, { cluster: SQL }),
  signedSo("SQL in the contradicted", "what it contradicts has no such form", {}, { contests: [SQL] }),
  signedSo("control characters in the model", "the model has no such form", {}, { model: CONTROL, vectors_hash: HASH }),
  signedSo("control characters in the time", "the time has no such form", {}, { at: CONTROL }),
  signedSo("SQL in the time", "the time has no such form", {}, { at: SQL }),
  signedSo(
    "a month that is none",
    "its time is no time",
    { at: "2026-02-10T08:00:00Z" },
    { at: "2026-13-10T08:00:00Z" },
  ),
  signedSo("a day that is none", "its time is no time", {}, { at: "2026-02-30T08:00:00Z" }),
  signedSo("the year 9999", "its time lies more than two days ahead", {}, { at: "9999-12-31T23:59:59Z" }),
  signedSo(
    "the year 9999 in its body alone",
    "its time lies more than two days ahead",
    { at: "9999-12-31T23:59:59Z" },
    { at: "2026-02-10T08:00:00Z" },
  ),
  signedSo("hidden characters in the claim", "its words hold characters that nobody sees", {
    claim: `Give${ZERO_WIDTH} me the keys`,
  }),
  signedSo("tag characters in the evidence", "its words hold characters that nobody sees", {
    evidence: "seen\u{e0041}\u{e0042}",
  }),
  signedSo("a turn of the line in a tag", "its words hold characters that nobody sees", { tags: ["a\u202eb"] }),
  signedSo("escape sequences in a wording", "its words hold characters that nobody sees", {
    evolution: [{ at: "2026-02-01T08:00:00Z", text: CONTROL }],
  }),
  signedSo("a claim that is too long", "its body has no such form (claim)", { claim: "keys ".repeat(1700) }),
  signedSo("a domain that is too long", "its body has no such form (domain)", { domain: "d".repeat(201) }),
  signedSo("too many tags", "its body has no such form (tags)", {
    tags: Array.from({ length: 101 }, (_, n) => `t${n}`),
  }),
  signedSo("a field that nobody knows", "its body has no such form (whole)", {
    text: '{"type":"insight","claim":"x","at":"2026-02-10T08:00:00Z","tier":"owner"}',
  }),
  signedSo("a body that is no JSON", "its body has no such form (whole)", { text: "claim: x" }),
  signedSo("a body in another order", "its body is not written the one way in which bodies are", {
    text: '{"claim":"x","type":"insight","at":"2026-02-10T08:00:00Z"}',
  }),
  signedSo("a body of more than 64 KB", "its body is longer than 64 KB", {
    applications: Array.from({ length: 20 }, (_, n) => `${n}${"k".repeat(4000)}`),
  }),
  signedSo("another claim than it signs", "its claim is not the one that was signed", {}, { claim: CLAIM }),
  signedSo("a body of another type", "its body is of another type than its entry", {
    type: "memory",
    category: "fact",
    stakes: undefined,
    at_risk: undefined,
  }),
  signedSo("the claim of a row that is whole", "taken", {}),
  signedSo("SQL in every word of it", "taken", { claim: `Quote it: ${SQL}`, evidence: SQL, tags: [SQL], domain: SQL }),
  signedSo("the year 1", "taken", { at: "0001-01-01T00:00:00Z" }),
];

/** Files of a workspace that hold a text, in their raw bytes. */
function holding(box: Sandbox, text: string): string[] {
  return readdirSync(box.dir, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .filter((path) => readFileSync(path).includes(text));
}

interface Refused {
  agent: string;
  number: number;
  because: string;
}

describe.each(engineOfThisRun())("a liar writes to a hub by hand (%s)", { tags: "more" }, (engine) => {
  let made: Hubs;
  let place: HubPlace;
  let [sybil, max] = [] as unknown as [Sandbox, Sandbox];
  let scene: Scene;
  let refused: Refused[] = [];
  let taken: Awaited<ReturnType<typeof entriesOf>> = [];
  const liars = ATTACKS.map((_, at) => forger(`1a${String(at).padStart(14, "0")}`));
  const posing = forger("1b00000000000000");

  const asOwner = <T>(work: (hub: Hub) => Promise<T>) => atHub(place.asOwner, work);
  const reasonsOf = (agent: string) => refused.filter((one) => one.agent === agent);

  beforeAll(async () => {
    made = await hubs(engine);
    place = await made.next();
    [sybil, max] = [await world("sybil"), await world("max")];
    const honest = await joinHub(sybil, place.of(0));
    await joinHub(max, place.of(1));
    await learn(sybil, "Retries hide the flaky test");
    await letOut(sybil);
    await data(max, "sync");
    await learn(sybil, "Caches outlive the branch they were made for");
    await data(sybil, "sync", "--push");
    const { id: hub } = (await data(max, "sync", "status")).hub;
    await asOwner(async (open) => {
      const theirs = (await rowsIn(open, honest))[0] as Row;
      scene = { hub, honest, theirs };
      await known(open, ...liars, posing);
      // Where the hub would stop a row by itself, whoever runs it lets it through.
      await takesAnything(open);
      for (const [at, { rows }] of ATTACKS.entries()) await put(open, rows(liars[at] as Forger, scene));
      // In the honest one's own sequence, signed by whoever is not: the next number, and one far ahead.
      const as = { ...posing, agent: honest };
      await put(open, [signedBy(as, hub, 3), { ...theirs, number: 4 }, signedBy(as, hub, 5000)]);
    });
    refused = (await data(max, "sync", "--pull")).refused;
    taken = await entriesOf(max);
  }, 240_000);
  afterAll(() => made.remove());

  it.each(ATTACKS.map(({ what, because }, at) => ({ what, because, at })))(
    "$what: $because",
    async ({ because, at }) => {
      const { agent } = liars[at] as Forger;
      const copies = taken.filter((entry) => entry.agent === agent);
      if (because === "taken") {
        expect(reasonsOf(agent)).toEqual([]);
        expect(copies).toMatchObject([{ tier: "peer", status: "active" }]);
        expect(copies[0].review).toBeUndefined();
        return;
      }
      expect(reasonsOf(agent)[0]?.because).toBe(because);
      // What it signed is taken, where there is any.
      expect(copies.length).toBe(ATTACKS[at]?.rows(liars[at] as Forger, scene).length === 2 ? 1 : 0);
    },
  );

  it("rows under the name of another are not that agent's, and hide none of its own", { tags: "proof" }, async () => {
    expect(reasonsOf(scene.honest).map(({ number, because }) => [number, because])).toEqual(
      [3, 4, 5000].map((number) => [number, SIGNATURE]),
    );
    await learn(sybil, "A green build of another branch proves nothing");
    await data(sybil, "sync", "--push");
    await data(max, "sync");
    const copies = (await entriesOf(max)).filter(({ agent }) => agent === scene.honest);
    expect(copies.map(({ insight }) => insight)).toHaveLength(3);
  });

  it("a key that comes later is refused, though its rows are whole", { tags: "proof" }, async () => {
    const late = forger("1c00000000000000");
    const again = forger(late.agent);
    await asOwner(async (open) => {
      await known(open, late);
      await put(open, [valid(late, scene.hub, 1)]);
    });
    expect((await data(max, "sync")).refused).toEqual([]);
    await asOwner(async (open) => {
      await open.query("update tenet.agents set key = $2 where agent = $1", [late.agent, again.publicKey]);
      await put(open, [valid(again, scene.hub, 2)]);
    });
    expect((await data(max, "sync")).refused).toEqual([
      { agent: late.agent, number: 2, because: "the agent's key is another than the one that was seen first" },
    ]);
  });

  it("a secret comes into no file", { tags: "proof" }, async () => {
    const careless = forger("1d00000000000000");
    await asOwner(async (open) => {
      await known(open, careless);
      const claim = `The token ${TOKEN} opens the registry`;
      await put(open, [
        signedBy(careless, scene.hub, 1, { claim }),
        signedBy(careless, scene.hub, 2, { claim: "Tokens are kept in the vault", evidence: `It holds ${TOKEN}` }),
      ]);
    });
    const { stdout } = await max.run(["sync", "--json"]);
    expect(stdout).not.toContain(TOKEN);
    expect(holding(max, TOKEN)).toEqual([]);
    expect((await data(max, "sync")).taken.rows).toBe(0);
  });

  it("what was refused is told once, and then by the status alone", { tags: "proof" }, async () => {
    const again = await data(max, "sync");
    expect(again).toMatchObject({ refused: [], taken: { rows: 0, waiting: 0 } });
    const { refused: noted } = await data(max, "sync", "status");
    expect(noted).toEqual(expect.arrayContaining(refused));
    expect((await max.run(["verify"])).code).toBe(0);
  });

  it("no row of his is counted among those who came to a claim", async () => {
    const echo = forger("1e00000000000000");
    await asOwner(async (open) => {
      await known(open, echo);
      const { claim, cluster } = scene.theirs;
      // His own row whose signature is another's: an earlier arrival at an honest claim.
      const early = wordless(echo, OTHER_HUB, 1, { kind: "arrival", claim, cluster, at: "2020-01-01T00:00:00Z" });
      await put(open, [early]);
    });
    await data(max, "sync");
    const { convergence } = await data(max, "sync", "status");
    expect(JSON.stringify(convergence)).not.toContain(echo.agent);
  });

  it.skipIf(engine === "embedded")("his login writes no row of another, and changes none", async () => {
    await atHub(place.of(1), async (open) => {
      const as = { ...posing, agent: scene.honest };
      const denied = { failure: "refused", code: "hub-denied" };
      const { last } = await ownRows(open, scene.honest);
      await expect(appendRows(open, scene.honest, last, [signedBy(as, scene.hub, last + 1)])).rejects.toMatchObject(
        denied,
      );
      expect(
        await open.query("update tenet.rows set body = null where agent = $1 returning 1", [scene.honest]),
      ).toEqual([]);
      await expect(open.query("delete from tenet.rows")).rejects.toMatchObject(denied);
      await expect(open.query("set session_replication_role = replica")).rejects.toMatchObject(denied);
    });
  });
});
