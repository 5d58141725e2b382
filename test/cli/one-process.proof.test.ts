/**
 * A command in the process of a test is the command: every one of them, and some that fail, is run once so and once as
 * the real binary. Both print the same, end alike and leave the same bytes. It is also each command's smoke test.
 */
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/commands.js";
import { bytesIn } from "../bytes.js";
import { everyNth } from "../effort.js";
import type { Ran, Sandbox } from "../sandbox.js";
import { invocation, knownWorkspace, NO_MODEL, worldOf } from "./known-workspace.js";

/** Every byte that is the truth or stands in git's settings; what is local or generated is made anew. */
const tree = (box: Sandbox): Record<string, string> =>
  Object.fromEntries(
    Object.entries(bytesIn(box.dir, (name) => !/(?:^|\/)\.(?:git|tenet)\//.test(name))).map(([name, bytes]) => [
      name,
      bytes.replaceAll(dirname(box.dir), "~"),
    ]),
  );

/** Places, the seconds that something took and the names of commits are those of one run alone. */
const said = (box: Sandbox, text: string) =>
  text
    .replaceAll(dirname(box.dir), "~")
    .replace(/\b\d+\.\d+ s\b|(?<="seconds":)[\d.]+/g, "some s")
    .replace(/\b[0-9a-f]{10}\b/g, "some commit");

const seen = (box: Sandbox, ran: Ran) => ({
  code: ran.code,
  stdout: said(box, ran.stdout),
  stderr: said(box, ran.stderr),
  tree: tree(box),
});

interface Call {
  args: readonly string[];
  stdin?: string | null;
  env?: Record<string, string | undefined>;
}

/** What a call leads to in the process of the test, and in one of its own. */
async function bothWays(world: () => Promise<Sandbox>, { args, ...options }: Call) {
  const [here, there] = [await world(), await world()];
  const inProcess = seen(here, await here.run(args, options));
  const asBinary = seen(there, await there.runProcess(args, options));
  return { inProcess, asBinary };
}

describe("a command in the process of a test is the real one", () => {
  // A server answers its client and not a terminal: test/mcp starts it as a client does.
  const commands = COMMANDS.filter(({ protocol }) => protocol !== true);
  for (const { name } of everyNth(commands, 3)) {
    it(name, async () => {
      const { args, stdin = null, exits = [0] } = invocation(name);
      const world = () => worldOf(name, { indexed: name !== "index" });
      const { inProcess, asBinary } = await bothWays(world, { args, stdin });
      expect(inProcess).toEqual(asBinary);
      expect(exits, asBinary.stderr).toContain(asBinary.code);
    });
  }

  it.each<[string, Call]>([
    ["a failure as JSON", { args: ["list", "--limt", "3", "--json"] }],
    ["a missing answer", { args: ["correct", "x"] }],
    ["forced colours", { args: ["show", "k7q2x"], env: { NO_COLOR: undefined, FORCE_COLOR: "1" } }],
    ["another clock", { args: ["heartbeat", "--json"], env: { TENET_NOW: "2026-03-20T09:00:00Z" } }],
    ["another workspace", { args: ["list"], env: { TENET_WORKSPACE: "/" } }],
    ["help", { args: ["help", "--all"] }],
  ])("%s", async (_, call) => {
    const { inProcess, asBinary } = await bothWays(() => knownWorkspace({ profile: NO_MODEL }), call);
    expect(inProcess).toEqual(asBinary);
  });

  it("does nothing to the process it runs in", async () => {
    const box = await knownWorkspace({ git: true });
    const state = () => ({
      env: { ...process.env },
      cwd: process.cwd(),
      exitCode: process.exitCode,
      listeners: process.eventNames().map((name) => [name, process.listenerCount(name)]),
    });
    await box.run(["list"]);
    const before = state();
    for (const args of [["init"], ["lsit"], ["recall", "lockfile"], ["hook", "session-start"], ["digest"]]) {
      await box.run(args);
    }
    expect(state()).toEqual(before);
  });
});
