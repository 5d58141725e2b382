/** Entries wait for a person. Deletions do not, nor what others share; and what a person was shown is what goes. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { atKeyboard, CTRL_C, ENTER } from "../cli/terminal.js";
import { binary, type Sandbox } from "../sandbox.js";
import { atHub } from "./forger.js";
import { QUICK_ENGINE } from "./hub-world.js";
import { data, entriesOf, type Hubs, hubs, joinHub, learn, letOut, world } from "./worlds.js";

const [FIRST, WIDER, OTHERS] = [
  "Retries hide the flaky test",
  "A cold cache doubles the build",
  "Two installs at once make the lockfile drift",
];

/** What the hub has of each entry, as `kind words?`, in the order in which it came. */
async function kindsAt(address: string): Promise<string[]> {
  const rows = await atHub(address, (hub) =>
    hub.query<{ kind: string; words: boolean }>(
      "select kind, body is not null as words from tenet.rows order by agent, number",
    ),
  );
  return rows.map(({ kind, words }) => `${kind}${words ? " with words" : ""}`);
}

const GONE = ["entry", "erased"];

describe("a push that needs a person", () => {
  let made: Hubs;
  beforeAll(async () => {
    made = await hubs(QUICK_ENGINE);
  });
  afterAll(() => made.remove());

  /** Shared one entry, which is forgotten since; has another one that only wider settings let go. */
  async function widened(): Promise<{ box: Sandbox; hub: string }> {
    const hub = (await made.next()).of(0);
    const box = await world("sybil");
    await joinHub(box, hub);
    const { id } = await learn(box, FIRST);
    await letOut(box);
    await data(box, "learn", WIDER, "--because", "2 timings", "--risk", "low: time");
    const erased = await atKeyboard(
      box,
      ["forget", id, "--erase"],
      [["Type", `${id.slice(-5).toLowerCase()}${ENTER}`]],
    );
    expect(erased.code, erased.screen).toBe(0);
    await box.write("tenet.yaml", `${await box.read("tenet.yaml")}sync:\n  share: {min_stakes: low}\n`);
    await box.git("commit", "-q", "-m", "lower", "tenet.yaml");
    return { box, hub };
  }

  /** Another agent shares something. */
  async function other(hub: string): Promise<void> {
    const max = await world("max");
    await joinHub(max, hub);
    await learn(max, OTHERS);
    await letOut(max);
  }

  const holds = async (box: Sandbox, claim: string) => (await entriesOf(box)).some(({ insight }) => insight === claim);

  it("off a terminal sends its deletions and takes what others share, and ends as refused all the same", {
    tags: "proof",
  }, async () => {
    const { box, hub } = await widened();
    await other(hub);
    const ran = await box.run(["sync", "--json"]);
    expect(ran.code, ran.stdout).toBe(5);
    const { error } = ran.json();
    expect(error).toMatchObject({
      code: "needs-person",
      message: expect.stringMatching(/is for people.*; 1 deletion went; 1 row of others came$/),
      hint: expect.stringContaining("tenet sync --dry-run"),
      details: { synced: { pushed: { entries: 0, erased: 1 }, taken: { rows: 1, stored: 1 } } },
    });
    expect(await kindsAt(hub)).toEqual(expect.arrayContaining(GONE));
    expect(await kindsAt(hub)).toHaveLength(3);
    expect(await holds(box, OTHERS)).toBe(true);
    const again = (await box.run(["sync", "--json"])).json().error;
    expect(again.details.synced).toMatchObject({ pushed: { entries: 0, erased: 0 }, taken: { rows: 0 } });
    expect((await data(box, "sync", "status")).last).toMatchObject({ pushed: 0 });
  });

  it("with --push alone sends its deletions, and takes nothing", { tags: "proof" }, async () => {
    const { box, hub } = await widened();
    await other(hub);
    const ran = await box.run(["sync", "--push", "--json"]);
    expect([ran.code, ran.json().error.details.synced.pushed.erased]).toEqual([5, 1]);
    expect(ran.json().error.details.synced).not.toHaveProperty("taken");
    expect(await holds(box, OTHERS)).toBe(false);
  });

  it("at a terminal sends its deletions before it asks: they are gone whoever leaves the question", {
    tags: "proof",
  }, async () => {
    const { box, hub } = await widened();
    await other(hub);
    const left = await atKeyboard(box, ["sync"], [["Type share to confirm:", CTRL_C]]);
    expect(left.code).toBe(130);
    expect(left.screen).toContain("Before anybody was asked, 1 deletion went.");
    expect(await kindsAt(hub)).toEqual(expect.arrayContaining(GONE));
    expect(await holds(box, OTHERS)).toBe(false);
  });

  it("that is declined keeps its entries here, and takes what others share", { tags: "proof" }, async () => {
    const { box, hub } = await widened();
    await other(hub);
    const declined = await atKeyboard(box, ["sync"], [["Type share to confirm:", `no${ENTER}`]]);
    expect(declined.code).toBe(5);
    expect(declined.screen).toContain("not confirmed: no entry was sent; 1 row of others came");
    expect((await kindsAt(hub)).filter((kind) => kind === "entry with words")).toHaveLength(1);
    expect(await holds(box, OTHERS)).toBe(true);
    await letOut(box);
    expect((await kindsAt(hub)).filter((kind) => kind === "entry with words")).toHaveLength(2);
  });

  it("sends what was shown and nothing else: what came since is shown first", { tags: "proof" }, async () => {
    const { box, hub } = await widened();
    const learnMeanwhile = () => {
      const args = ["learn", OTHERS, "--because", "seen twice", "--risk", "medium: hours"];
      execFileSync(process.execPath, [binary(), ...args], { cwd: box.dir, env: box.env });
      return `share${ENTER}`;
    };
    const seen = await atKeyboard(box, ["sync"], [["Type share to confirm:", learnMeanwhile]]);
    expect(seen.code).toBe(3);
    expect(seen.screen).toContain("no longer what was shown; no entry was sent");
    expect(await kindsAt(hub)).toEqual(GONE);
    const again = await letOut(box);
    for (const claim of [WIDER, OTHERS]) expect(again).toContain(claim);
    expect((await kindsAt(hub)).filter((kind) => kind === "entry with words")).toHaveLength(2);
  });

  it("is for what they saw: another place of the hub and a name less ask again, new entries do not", async () => {
    const hub = (await made.next()).of(0);
    const box = await world("sybil", "sync: {names: [Bluebird]}\n");
    await joinHub(box, hub);
    await learn(box, FIRST);
    const { fingerprint, pushed } = await data(box, "sync", "--dry-run");
    await letOut(box);
    const state = JSON.parse(await box.read(".tenet/state/sync/hub.json"));
    expect(state.confirmed).toMatchObject({
      ...{ hub: (await data(box, "sync", "--dry-run")).hub.name, rows: pushed.rows.length, shown: fingerprint },
      ...{ names: ["Bluebird"], share: { min_stakes: "medium" } },
    });
    await learn(box, OTHERS);
    expect((await data(box, "sync")).pushed.entries).toBe(1);

    await learn(box, WIDER);
    const write = (confirmed: object) =>
      box.write(".tenet/state/sync/hub.json", JSON.stringify({ ...state, confirmed }));
    const { hub: _place, rows: _rows, shown: _shown, names: _names, ...ofBefore } = state.confirmed;
    for (const confirmed of [{ ...state.confirmed, hub: "elsewhere" }, ofBefore]) {
      await write(confirmed);
      const ran = await box.run(["sync", "--push", "--json"]);
      expect([ran.code, ran.json().error.message]).toEqual([
        5,
        expect.stringContaining("the first sharing with a hub at this place"),
      ]);
    }
    await write(state.confirmed);
    await box.write("tenet.yaml", (await box.read("tenet.yaml")).replace("[Bluebird]", "[]"));
    await box.git("commit", "-q", "-m", "a name less", "tenet.yaml");
    const less = await box.run(["sync", "--push", "--json"]);
    expect([less.code, less.json().error.message]).toEqual([
      5,
      expect.stringContaining("sharing more than was let out"),
    ]);
    expect((await kindsAt(hub)).filter((kind) => kind === "entry with words")).toHaveLength(2);
  });

  it("shows twelve rows of more, says how to see them all, and sends all of them", async () => {
    const hub = (await made.next()).of(0);
    const box = await world("sybil", "embedding: {model: ./none, dtype: q8}\n");
    await joinHub(box, hub);
    const drafts = Array.from({ length: 14 }, (_, at) => {
      const insight = `Step ${at * 7} of the pipeline needs ${at * 13} seconds`;
      return { type: "insight", insight, evidence: "it was seen twice", stakes: "medium", at_risk: "work is lost" };
    });
    const added = await box.run(["add", "-", "--json"], { stdin: JSON.stringify(drafts) });
    expect(added.code, added.stdout).toBe(0);
    const going = (await data(box, "sync", "--dry-run")).pushed.rows.length;
    const screen = await letOut(box);
    expect(screen).toContain(`and ${going - 12} more rows: tenet sync --dry-run shows every one`);
    expect(await kindsAt(hub)).toHaveLength(going);
    expect(going).toBeGreaterThan(12);
  });
});
