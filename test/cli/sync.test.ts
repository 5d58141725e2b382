/** `tenet sync` as a command: what it refuses, how it asks, and what it costs whoever does not use it. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Ran, type Sandbox, sandbox } from "../sandbox.js";
import { knownWorkspace } from "./known-workspace.js";
import { atTerminal, CTRL_C, ENTER } from "./terminal.js";

const SECRET = "hunter2-not-to-be-seen";
/** Nothing of tenet's own is there before somebody joins a hub. */
const state = (box: Sandbox) => join(box.dir, ".tenet", "state", "sync");
const said = ({ stdout, stderr }: Ran) => `${stdout}${stderr}`;

describe("wrong usage", () => {
  const rows: [args: string[], says: RegExp][] = [
    [["sync", "--push", "--pull"], /--push and --pull exclude each other/],
    [["sync", "now"], /sync has no command "now"/],
    [["sync", "--dry-run", "leave"], /sync leave takes no --push, --pull or --dry-run/],
    [["sync", "--push", "init"], /sync init takes no/],
    [["sync", "leave", "--dry-run"], /--dry-run/],
    [["sync", "leave", "--erase", "--push"], /--push/],
    [["sync", "status", "--hub", "x"], /--hub/],
    [["sync", "init", "--hub"], /--hub/],
    [["sync", "init", "--hub", "--erase"], /--hub names no hub/],
    [["sync", "leave", "all"], /argument/],
    [["sync", "init", "extra"], /argument/],
    [["sync", "init", "--hub", "mysql://db/x"], /PostgreSQL/],
  ];
  it.each(rows)("%j: exit 2, and nothing is made", async (args, says) => {
    const box = await knownWorkspace();
    const ran = await box.run(["--json", ...args]);
    expect(ran.code).toBe(2);
    const { error } = ran.json();
    expect(`${error.message} ${error.hint}`).toMatch(says);
    expect(existsSync(state(box))).toBe(false);
  });
});

describe("not set up", () => {
  it.each([["sync"], ["sync --dry-run"], ["sync --pull"], ["sync --push"], ["sync leave"], ["sync leave --erase"]])(
    "%s: exit 2 with how to begin, and nothing is made",
    async (line) => {
      const box = await knownWorkspace();
      const ran = await box.run([...line.split(" "), "--json"]);
      expect(ran.code).toBe(2);
      expect(ran.json().error).toMatchObject({
        code: "sync-not-set-up",
        hint: expect.stringContaining("tenet sync init"),
      });
      expect(existsSync(state(box))).toBe(false);
    },
  );

  it("status says so, and is no failure", async () => {
    const box = await knownWorkspace();
    const ran = await box.run(["sync", "status", "--json"]);
    expect(ran.json().data).toMatchObject({ set_up: false, next: "tenet sync init" });
    expect((await box.run(["sync", "status"])).stdout).toContain("Nothing is shared");
    expect(existsSync(state(box))).toBe(false);
  });

  it("outside of a workspace: exit 10", async () => {
    const box = await sandbox({ empty: true });
    expect((await box.run(["sync", "init", "--json"])).code).toBe(10);
    expect(readdirSync(box.dir)).toEqual([]);
  });
});

describe("a server", () => {
  const away = `postgres://tenet:${SECRET}@127.0.0.1:1/tenet`;
  const far = `postgres://tenet:${SECRET}@db.example.invalid/tenet?sslmode=disable`;

  it("that is away: exit 1 with what to do, without its password, and nothing is made", async () => {
    const box = await knownWorkspace();
    for (const [args, env] of [
      [["sync", "init"], { TENET_HUB_URL: away }],
      [["sync", "init", "--hub", away], {}],
    ] as const) {
      const ran = await box.run([...args, "--json"], { env });
      expect(ran.code, said(ran)).toBe(1);
      expect(ran.json().error).toMatchObject({ code: "hub-away", hint: expect.any(String) });
      expect(said(ran)).not.toContain(SECRET);
    }
    expect(existsSync(join(state(box), "hub.json"))).toBe(false);
  });

  it("that is not on this machine is not spoken to without TLS: exit 2", async () => {
    const box = await knownWorkspace();
    const ran = await box.run(["sync", "init", "--json"], { env: { TENET_HUB_URL: far } });
    expect(ran.code, said(ran)).toBe(2);
    expect(ran.json().error.code).toBe("hub-tls");
    expect(said(ran)).not.toContain(SECRET);
  });

  it("named in the environment alone is nothing to other commands", { tags: "proof" }, async () => {
    const box = await knownWorkspace();
    for (const args of [
      ["list"],
      ["status"],
      ["doctor"],
      ["learn", "x is y", "--because", "seen", "--risk", "low: z"],
    ]) {
      const ran = await box.run([...args, "--json"], { env: { TENET_HUB_URL: away } });
      expect(ran.code, said(ran)).toBe(0);
      expect(said(ran)).not.toContain(SECRET);
    }
    expect(existsSync(state(box))).toBe(false);
  });
});

describe("joined", () => {
  const joined = async () => {
    const box = await knownWorkspace();
    const { data } = (await box.run(["sync", "init", "--hub", "hub", "--json"])).json();
    expect(data).toMatchObject({ created: true, hub: { engine: "embedded", name: join(box.dir, "hub") } });
    return { box, data };
  };

  it("a folder is meant from where the command runs; again says so; another hub is refused", {
    tags: "proof",
    timeout: 240_000,
  }, async () => {
    const { box, data } = await joined();
    const again = (await box.run(["sync", "init", "--hub", "hub", "--json"])).json().data;
    expect(again).toMatchObject({ created: false, agent: data.agent, hub: { id: data.hub.id } });
    const other = await box.run(["sync", "init", "--hub", "other", "--json"]);
    expect(other.code, said(other)).toBe(2);
    expect(other.json().error.code).toBe("other-hub");
  });

  it("the first sharing: off a terminal exit 5 that names what to do; at one every word is shown, then asked", {
    tags: "proof",
    timeout: 240_000,
  }, async () => {
    const { box } = await joined();
    const dry = (await box.run(["sync", "--push", "--dry-run", "--json"])).json().data;
    const plan = await box.run(["sync", "--push", "--dry-run"]);
    for (const { id } of dry.pushed.rows) expect(plan.stdout).toContain(id);
    expect(dry.pushed.rows.length).toBeGreaterThan(0);
    expect(dry.needs_person).toEqual(expect.any(String));

    const refused = await box.run(["sync", "--json"]);
    expect(refused.code, said(refused)).toBe(5);
    const { error } = refused.json();
    expect(error.code).toBe("needs-person");
    expect(error.hint).toMatch(/tenet sync --dry-run/);
    for (const env of [{ CI: "1" }, { CLAUDECODE: "1" }]) {
      const seen = await atTerminal(box, ["sync"], [["", `share${ENTER}`]], env);
      expect(seen.code).toBe(5);
    }

    const no = await atTerminal(box, ["sync"], [["Type share to confirm:", `yes${ENTER}`]]);
    expect(no.code).toBe(5);
    const quit = await atTerminal(box, ["sync"], [["Type share to confirm:", CTRL_C]]);
    expect(quit.code).toBe(130);
    expect((await box.run(["sync", "status", "--json"])).json().data.shared).toBe(0);

    const yes = await atTerminal(box, ["sync"], [["Type share to confirm:", `share${ENTER}`]]);
    expect(yes.code, yes.screen).toBe(0);
    const [asked = ""] = yes.screen.split("Type share");
    for (const { id, body } of dry.pushed.rows) {
      expect(asked).toContain(id);
      for (const word of String(body?.claim ?? "").split(" ")) expect(asked).toContain(word);
    }
    const { data } = (await box.run(["sync", "status", "--json"])).json();
    expect(data).toMatchObject({ set_up: true, reachable: true, shared: dry.pushed.rows.length, waiting_to_go: 0 });
  });

  it("erasing asks for a word, after what it does and does not reach; leaving alone asks nothing", {
    tags: "more",
    timeout: 240_000,
  }, async () => {
    const { box } = await joined();
    const off = await box.run(["sync", "leave", "--erase", "--json"]);
    expect(off.code, said(off)).toBe(5);
    expect(`${off.json().error.message} ${off.json().error.hint}`).not.toMatch(/tenet sync leave --erase/);
    const no = await atTerminal(box, ["sync", "leave", "--erase"], [["Type erase to confirm:", `no${ENTER}`]]);
    expect(no.code).toBe(5);
    expect(no.screen).toContain("cannot be taken back");
    expect(existsSync(join(state(box), "hub.json"))).toBe(true);
    expect((await box.run(["sync", "leave", "--json"])).code).toBe(0);
    expect(existsSync(join(state(box), "hub.json"))).toBe(false);
    expect((await box.run(["sync", "status", "--json"])).json().data.set_up).toBe(false);
  });
});

describe("what is shared is a setting of people", () => {
  it("set in part takes the defaults for the rest, and they are shown before the word is typed", {
    tags: "more",
  }, async () => {
    const box = await knownWorkspace();
    const args = ["config", "set", "sync.share", "{min_stakes: high, domains: [ci]}"];
    const { code, screen } = await atTerminal(box, args, [["confirm:", `sync.share${ENTER}`]]);
    expect(code, screen).toBe(0);
    const whole = "{domains: [ci], tags: null, min_stakes: high, ids: []}";
    expect(screen.replace(/\s+/g, " ")).toContain(`→ ${whole}. Type sync.share`);
    expect(await box.read("tenet.yaml")).toContain(`share: ${whole}`);
    expect((await box.run(["config", "get", "sync.share"])).stdout).toBe(`${whole}\n`);
  });

  it("an agent's wider setting does not count, and what makes it count can be typed as it is printed", {
    tags: "more",
  }, async () => {
    const box = await knownWorkspace();
    const set = ["config", "set", "sync.share", "{min_stakes: high}"];
    expect((await atTerminal(box, set, [["confirm:", `sync.share${ENTER}`]])).code).toBe(0);
    await box.write("tenet.yaml", (await box.read("tenet.yaml")).replace("min_stakes: high", "min_stakes: low"));
    const ran = await box.run(["config", "get", "sync.share"]);
    expect(ran.stdout).toContain("min_stakes: high");
    expect(ran.stderr).toContain(`sync.share '{"domains":null,"tags":null,"min_stakes":"low","ids":[]}'`);
    expect((await box.run([...set.slice(0, 3), "{min_stakes: low}"])).code).toBe(5);
  });
});
