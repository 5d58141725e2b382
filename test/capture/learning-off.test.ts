/** `learning.on: false`: nothing is captured by anything, and everything known is still read. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { truth } from "../cli/deciding-box.js";
import { sampleDraft } from "../cli/sample-drafts.js";
import { atTerminal } from "../cli/terminal.js";
import { copyOf, oncePerFile, type Sandbox, sandbox } from "../sandbox.js";

const PROFILE = "schema: 1\nagent: main\ntimezone: UTC\nembedding: {model: ./none}\n";
const OFF = "learning: {on: false}\n";
const KNOWN = "Use npm ci in CI";

/** A workspace that knows one correction, with a run that waits, where learning was turned off. */
const off = oncePerFile(async () => {
  const box = await sandbox({ profile: PROFILE });
  const known = ["correct", KNOWN, "--instead-of", "npm install", "--risk", "high: drift", "--so", "look first"];
  const { id } = (await box.run([...known, "--json"])).json().data;
  await box.run(["run", "start", "r1"]);
  await box.run(["log", "ran the tests", "--run", "r1"]);
  await box.write("notes/LEARNINGS.md", "## [LRN-20250115-001] correction\n\n### Summary\nUse tabs\n");
  await box.write("tenet.yaml", `${PROFILE}${OFF}`);
  const runs = () =>
    readdirSync(box.path(".tenet/state/runs")).map((name) => readFileSync(box.path(".tenet/state/runs", name), "utf8"));
  const named = (args: readonly string[]) => args.map((arg) => (arg === "ID" ? id : arg));
  return { box, id: id as string, named, state: () => ({ tree: truth(box), runs: runs() }) };
});

/** A copy of it that may be changed. */
const ownOff = async (): Promise<Sandbox> => await copyOf((await off()).box);

const TWO = JSON.stringify([sampleDraft("memory", "x", "ID"), sampleDraft("insight", "y", "ID")]);
const LEARN = ["learn", "x breaks y", "--because", "seen", "--risk", "medium: z"];

/** Every verb that captures, with what is piped in. */
const CAPTURES: readonly (readonly [args: readonly string[], stdin?: string])[] = [
  [LEARN],
  [["learn", "x"]],
  [["correct", "Use pnpm", "--instead-of", "npm"]],
  [["remember", "The office is in Bern", "--category", "fact"]],
  [["remember", "Likes tea", "--category", "preference", "--scope", "user"]],
  [["log", "ran the tests"]],
  [["add", "-"], TWO],
  [["add", "-", "--keep-going"], TWO],
  [["outcome", "ID", "--verdict", "validated", "--result", "it held"]],
  [["outcome", "ID", "--held", "--evidence", "npm ci was used"]],
  [["outcome", "ID", "--later", "5d"]],
  [["outcome", "ID", "--irrelevant"]],
  [["used", "ID"]],
  [["import", "notes"]],
  [["digest"]],
  [["digest", "ID"]],
  [["run", "finish", "r1"]],
  [[...LEARN, "--run", "r1"]],
  [["log", "x", "--run", "r1"]],
  [["used", "ID", "--run", "r1"]],
  [["ask", "Weekend appointments?", "--because", "cannot book"]],
  [["decide", "Ship it", "--in", "CI is red", "--because", "known flake"]],
  [["reflect", "The sync failed", "--entity", "vendor:acme"]],
  [["add", "-"], JSON.stringify(sampleDraft("edit", "x", "ID"))],
];

/** What reads, and what decides about what is known. */
const READS =
  "recall npm|list|show ID|context|status|verify|audit|why ID|review --list|digest --dry-run|" +
  "digest --brief|import notes --dry-run|export|heartbeat|index";

describe("while learning is off", () => {
  it.each(CAPTURES.map(([args, stdin = null]) => ({ args, stdin })))(
    "$args captures nothing: exit 5 names the setting and who may change it",
    async ({ args, stdin }) => {
      const { box, named, state } = await off();
      const before = state();
      const ran = await box.run([...named(args), "--json"], { stdin });
      expect(ran.code, ran.stdout).toBe(5);
      const { error } = ran.json();
      expect(error).toMatchObject({ code: "learning-off", details: { setting: "learning.on" } });
      expect(error.message).toContain("learning.on");
      expect(error.hint).toContain("person");
      expect(state()).toEqual(before);
    },
  );

  it.each(READS.split("|"))("%s still answers", async (command) => {
    const { box, named, state } = await off();
    const before = state();
    const ran = await box.run([...named(command.split(" ")), "--json"]);
    expect(ran.code, ran.stdout).toBe(0);
    expect(state()).toEqual(before);
  });

  it("the heartbeat makes and asks nothing, and status and a hook say nothing is captured", async () => {
    const { box, state } = await off();
    const before = state();
    expect((await box.run(["recall", "npm", "--json"])).json().data.results[0].text).toContain(KNOWN);
    const beat = (await box.run(["heartbeat", "--json"], { env: { TENET_NOW: "2026-02-20T14:00:00Z" } })).json();
    expect(beat.data).toMatchObject({ due: [], did: [], pending: [] });
    expect(beat.warnings.join()).toContain("learning.on");
    const line = "learning   off, so nothing is captured; back on: tenet config set learning.on true\n";
    expect((await box.run(["status"])).stdout).toContain(line);
    const prompt = "No, that's wrong: you should never use npm install in CI";
    const hook = await box.run(["hook", "user-prompt"], { stdin: JSON.stringify({ session_id: "s1", prompt }) });
    expect(hook.code).toBe(0);
    expect(hook.stdout).not.toContain("tenet add");
    expect(state()).toEqual(before);
  });

  it("what a person decides about what is known is done; on again, a run that waited is finished", async () => {
    const box = await ownOff();
    expect((await box.run(["forget", (await off()).id, "--json"])).code).toBe(0);
    await box.write("tenet.yaml", PROFILE);
    expect((await box.run(["status"])).stdout).not.toContain("learning  ");
    expect((await box.run(["run", "finish", "r1", "--json"])).json().data.count).toBe(1);
  });

  it("nobody at a terminal is asked for what would not be kept, and a question is closed without an answer", {
    tags: "more",
  }, async () => {
    const box = await sandbox({ profile: PROFILE });
    const asked = await box.run(["ask", "Do you take weekend appointments?", "--because", "cannot book", "--json"]);
    const { id } = asked.json().data;
    await box.write("tenet.yaml", `${PROFILE}${OFF}`);
    for (const args of [["ask"], ["answer", id]]) expect((await atTerminal(box, args, [])).code, args[0]).toBe(5);
    const keys = [["?: keys", "a"] as const, ["learning is off", ""] as const, ["?: keys", "q"] as const];
    expect((await atTerminal(box, ["review"], keys)).code).toBe(0);
    expect((await atTerminal(box, ["answer", id, "--no-answer"], [])).code).toBe(0);
    expect((await box.run(["review", "--list", "--json"])).json().data.queue).toEqual([]);
  });
});

it("the owner's instructions stand in a brief, between marks, and nowhere while there are none", async () => {
  const box = await sandbox({ profile: `${PROFILE}learning: {instructions: "Word rules as questions."}\n` });
  const { stdout } = await box.run(["digest", "--brief"]);
  expect(stdout).toMatch(/## What the owner wants\n\n.*\n<<<(tenet-data-\w+)\nWord rules as questions\.\n\1>>>/);
  await box.write("tenet.yaml", PROFILE);
  expect((await box.run(["digest", "--brief"])).stdout).not.toContain("the owner wants");
});
