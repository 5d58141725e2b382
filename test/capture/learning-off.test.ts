/** `learning.on: false`: nothing is captured by anything, and everything known is still read. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ENTRY_TYPES } from "../../src/entry/record-types.js";
import { parseProfile } from "../../src/store/profile/profile-text.js";
import { tightened } from "../../src/trust/policy/setting-gate.js";
import { truth } from "../cli/deciding-box.js";
import { sampleDraft } from "../cli/sample-drafts.js";
import { atTerminal, ENTER } from "../cli/terminal.js";
import { copyOf, type Sandbox, sandbox } from "../sandbox.js";

const PROFILE = "schema: 1\nagent: main\ntimezone: UTC\nembedding: {model: ./none, dtype: q8}\n";
const KNOWN = "Use npm ci in CI";

let known: Promise<Sandbox> | undefined;
/** A workspace that knows one correction, with a run that waits, where learning was turned off. */
async function off(): Promise<Sandbox & { id: string }> {
  known ??= (async () => {
    const box = await sandbox({ profile: PROFILE });
    const args = ["correct", KNOWN, "--instead-of", "npm install", "--risk", "high: drift", "--so", "look first"];
    expect((await box.run([...args, "--json"])).code).toBe(0);
    await box.run(["run", "start", "r1"]);
    expect((await box.run(["log", "ran the tests", "--run", "r1"])).code).toBe(0);
    await box.write("tenet.yaml", `${await box.read("tenet.yaml")}learning: {on: false}\n`);
    return box;
  })();
  const box = await copyOf(await known);
  const { entries } = (await box.run(["list", "--json"])).json().data;
  return { ...box, id: entries[0].id };
}

/** What waits in runs. */
const waiting = (box: Sandbox): string[] =>
  readdirSync(box.path(".tenet/state/runs")).map((name) => readFileSync(box.path(".tenet/state/runs", name), "utf8"));

/** Every verb that captures, with what is piped in. */
const CAPTURES: readonly (readonly [name: string, args: readonly string[], stdin: string | null])[] = (
  [
    ["learn", ["learn", "x breaks y", "--because", "seen", "--risk", "medium: z"]],
    ["learn with nothing stated", ["learn", "x"]],
    ["correct", ["correct", "Use pnpm", "--instead-of", "npm"]],
    ["remember", ["remember", "The office is in Bern", "--category", "fact"]],
    ["remember of a user", ["remember", "Likes tea", "--category", "preference", "--scope", "user"]],
    ["log", ["log", "ran the tests"]],
    ["add", ["add", "-"], JSON.stringify([sampleDraft("memory", "x", "ID"), sampleDraft("insight", "y", "ID")])],
    [
      "add, keeping going",
      ["add", "-", "--keep-going"],
      JSON.stringify([sampleDraft("memory", "x", "ID"), sampleDraft("insight", "y", "ID")]),
    ],
    ["outcome", ["outcome", "ID", "--verdict", "validated", "--result", "it held"]],
    ["held", ["outcome", "ID", "--held", "--evidence", "npm ci was used"]],
    ["later", ["outcome", "ID", "--later", "5d"]],
    ["irrelevant", ["outcome", "ID", "--irrelevant"]],
    ["used", ["used", "ID"]],
    ["import", ["import", "notes"]],
    ["digest", ["digest"]],
    ["promote", ["promote"]],
    ["run finish", ["run", "finish", "r1"]],
    ["learn in a run", ["learn", "x breaks y", "--because", "seen", "--risk", "medium: z", "--run", "r1"]],
    ["log in a run", ["log", "x", "--run", "r1"]],
    ["used in a run", ["used", "ID", "--run", "r1"]],
    ["ask", ["ask", "Weekend appointments?", "--because", "cannot book"]],
    ["decide", ["decide", "Ship it", "--in", "CI is red", "--because", "known flake"]],
    ["reflect", ["reflect", "The sync failed", "--entity", "vendor:acme"]],
    ...ENTRY_TYPES.map(
      (type) => [`add of one ${type}`, ["add", "-"], JSON.stringify(sampleDraft(type, "x", "ID"))] as const,
    ),
  ] as (readonly [string, readonly string[], string?])[]
).map(([name, args, stdin]) => [name, args, stdin ?? null]);

/** What reads, and what decides about what is known. */
const READS: readonly (readonly string[])[] = [
  ["recall", "npm"],
  ["list"],
  ["show", "ID"],
  ["context"],
  ["memories"],
  ["status"],
  ["verify"],
  ["audit"],
  ["why", "ID"],
  ["review", "--list"],
  ["digest", "--dry-run"],
  ["digest", "--brief"],
  ["import", "notes", "--dry-run"],
  ["export"],
  ["heartbeat"],
  ["index"],
];

describe("while learning is off", () => {
  it.each(CAPTURES)(
    "%s captures nothing: exit 5 names the setting and who may change it",
    { tags: "sampled" },
    async (_, args, stdin) => {
      const box = await off();
      await box.write("notes/LEARNINGS.md", "## [LRN-20250115-001] correction\n\n### Summary\nUse tabs\n");
      const before = truth(box);
      const run = waiting(box);
      const ran = await box.run([...args.map((arg) => (arg === "ID" ? box.id : arg)), "--json"], { stdin });
      expect(ran.code, ran.stdout).toBe(5);
      const { error } = ran.json();
      expect(error).toMatchObject({ code: "learning-off", details: { setting: "learning.on" } });
      expect(error.message).toContain("learning.on");
      expect(error.hint).toContain("person");
      expect(truth(box)).toEqual(before);
      expect(waiting(box)).toEqual(run);
    },
  );

  it.each(READS)("%s still answers", { tags: "sampled" }, async (...args) => {
    const box = await off();
    await box.write("notes/LEARNINGS.md", "## [LRN-20250115-001] correction\n\n### Summary\nUse tabs\n");
    const before = truth(box);
    const ran = await box.run([...args.map((arg) => (arg === "ID" ? box.id : arg)), "--json"]);
    expect(ran.code, ran.stdout).toBe(0);
    expect(truth(box)).toEqual(before);
  });

  it("what is known is found, and the heartbeat makes and asks nothing", async () => {
    const box = await off();
    expect((await box.run(["recall", "npm", "--json"])).json().data.results[0].text).toContain(KNOWN);
    box.at("2026-02-20T14:00:00Z");
    const ran = (await box.run(["heartbeat", "--json"])).json();
    expect(ran.data).toMatchObject({ due: [], did: [], pending: [] });
    expect(ran.warnings.join()).toContain("learning.on");
  });

  it("status says so in one line, with the way back; on, it says nothing of it", async () => {
    const box = await off();
    expect((await box.run(["status", "--json"])).json().data.learning).toEqual({ on: false });
    const line = "learning   off, so nothing is captured; back on: tenet config set learning.on true\n";
    expect((await box.run(["status"])).stdout).toContain(line);
    await box.write("tenet.yaml", (await box.read("tenet.yaml")).replace("learning: {on: false}\n", ""));
    expect((await box.run(["status", "--json"])).json().data.learning).toBeUndefined();
    expect((await box.run(["status"])).stdout).not.toContain("learning  ");
  });

  it("hooks note nothing and ask for no capture, but show what fits", async () => {
    const box = await off();
    const state = () => truth(box);
    const before = state();
    const prompt = JSON.stringify({
      session_id: "s1",
      prompt: "No, that's wrong: you should never use npm install in CI",
    });
    const ran = await box.run(["hook", "user-prompt"], { stdin: prompt });
    expect(ran.code).toBe(0);
    expect(ran.stdout).not.toContain("tenet add");
    expect(state()).toEqual(before);
  });

  it("what a person decides about what is known is done: forgetting, deciding, taking back", async () => {
    const box = await off();
    const ran = await box.run(["forget", box.id, "--json"]);
    expect(ran.code, ran.stdout).toBe(0);
  });

  const more = { tags: "more" } as const;
  it(
    "nobody at a terminal is asked for what would not be kept, and a question is closed without an answer",
    more,
    async () => {
      const box = await sandbox({ profile: PROFILE });
      const asked = await box.run(["ask", "Do you take weekend appointments?", "--because", "cannot book", "--json"]);
      const { id } = asked.json().data;
      await box.write("tenet.yaml", `${await box.read("tenet.yaml")}learning: {on: false}\n`);
      for (const args of [["ask"], ["answer", id]]) expect((await atTerminal(box, args, [])).code, args[0]).toBe(5);
      const keys = [["? keys", "a"] as const, ["learning is off", ""] as const, ["? keys", "q"] as const];
      expect((await atTerminal(box, ["review"], keys)).code).toBe(0);
      expect((await atTerminal(box, ["answer", id, "--no-answer"], [])).code).toBe(0);
      expect((await box.run(["review", "--list", "--json"])).json().data.queue).toEqual([]);
    },
  );

  it("a run that waited is finished once learning is on again, with all it wrote", async () => {
    const box = await off();
    await box.write("tenet.yaml", (await box.read("tenet.yaml")).replace("learning: {on: false}\n", ""));
    const { data } = (await box.run(["run", "finish", "r1", "--json"])).json();
    expect(data.count).toBe(1);
  });
});

describe("who turns it on and off", () => {
  const of = (text: string) => parseProfile(text).profile;
  const rows = [
    ["off counts at once", "", "learning: {on: false}\n", { on: false, instructions: "" }, []],
    ["on waits", "learning: {on: false}\n", "", { on: false, instructions: "" }, ["learning.on"]],
    [
      "instructions wait",
      "",
      "learning: {instructions: x}\n",
      { on: true, instructions: "" },
      ["learning.instructions"],
    ],
    ["none wait, too", "learning: {instructions: x}\n", "", { on: true, instructions: "x" }, ["learning.instructions"]],
  ] as const;
  it.each(rows)("%s", (_, counts, wish, learning, waits) => {
    const { settings, waiting } = tightened(of(counts), of(wish));
    expect(settings.learning).toEqual(learning);
    expect(waiting.map(({ key }) => key)).toEqual(waits);
  });

  it("an agent does not turn it on", async () => {
    const box = await sandbox({ git: true, profile: PROFILE });
    await atTerminal(box, ["config", "set", "learning.on", "false"], [["to confirm:", `learning.on${ENTER}`]]);
    await box.write("tenet.yaml", PROFILE);
    const ran = await box.run(["log", "x", "--json"], { env: { CLAUDECODE: "1" } });
    expect(ran.json().error).toMatchObject({ code: "learning-off" });
    expect((await box.run(["config", "set", "learning.on", "true", "--json"], { env: { CLAUDECODE: "1" } })).code).toBe(
      5,
    );
  });
});

describe("the owner's instructions", () => {
  it("stand in a brief, under a heading, between marks, and nowhere while there are none", async () => {
    const box = await sandbox({ profile: `${PROFILE}learning: {instructions: "Word rules as questions."}\n` });
    const { stdout } = await box.run(["digest", "--brief"]);
    expect(stdout).toMatch(/## What the owner wants\n\n.*\n<<<(tenet-data-\w+)\nWord rules as questions\.\n\1>>>/);
    expect((await box.run(["digest", "--brief", "--json"])).json().data.owner_instructions).toBe(
      "Word rules as questions.",
    );
    const none = await sandbox({ profile: PROFILE });
    expect((await none.run(["digest", "--brief"])).stdout).not.toContain("the owner wants");
  });
});
