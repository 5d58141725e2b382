/** One conversation counts once, however often and by whatever session, path or way it is given. */
import { cp, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readOpportunities } from "../../src/store/state/sessions.js";
import { Workspace } from "../../src/store/workspace.js";
import { COR, knownWorkspace } from "../cli/known-workspace.js";
import type { Sandbox } from "../sandbox.js";

const TURNS = [
  ["user", "Which install command belongs into the lockfile job?"],
  ["assistant", "As k7q2x says, I install from the lockfile."],
  ["user", "No, that's wrong: the secret sauce goes in last"],
] as const;

const claudeCode = (session: string): string =>
  TURNS.map(
    ([role, content], at) =>
      `${JSON.stringify({ type: role, sessionId: session, uuid: `u-${at}`, timestamp: `2026-02-15T14:00:0${at}Z`, message: { role, content: role === "user" ? content : [{ type: "text", text: content }] } })}\n`,
  ).join("");

/** It knows neither instants nor names of sessions. */
const cursor = TURNS.map(
  ([role, text]) => `${JSON.stringify({ role, message: { content: [{ type: "text", text }] } })}\n`,
).join("");

async function put(box: Sandbox, name: string, text: string): Promise<string> {
  const path = join(dirname(box.dir), "talks", name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}

async function copyOf(path: string, name: string): Promise<string> {
  const to = join(dirname(path), name);
  await cp(path, to);
  return to;
}

const start = (box: Sandbox, session: string) => hook(box, session, "SessionStart", {});
const end = (box: Sandbox, session: string, path: string) =>
  hook(box, session, "SessionEnd", { transcript_path: path });

async function hook(box: Sandbox, session: string, name: string, more: object): Promise<string> {
  const event = name === "SessionStart" ? "session-start" : "session-end";
  const stdin = JSON.stringify({ session_id: session, cwd: box.dir, hook_event_name: name, ...more });
  const ran = await box.run(["hook", event], { stdin });
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  return ran.stdout;
}

/** What was counted: uses, occasions, and the sentences that the next session is told were heard. */
async function counted(box: Sandbox) {
  const { uses = [] } = (await box.run(["show", COR, "--json"])).json().data.entry;
  const occasions = readOpportunities(new Workspace(box.dir)).filter(({ id }) => id === COR).length;
  const told = (await start(box, "s-9")).match(/heard \d{4}-\d{2}-\d{2}/g) ?? [];
  const met = uses.filter(({ result }: { result: string }) => result !== "came_up");
  return { uses: met.length, occasions, told: told.length };
}

const ONCE = { uses: 1, occasions: 1, told: 1 };

describe("a transcript given to a hook", () => {
  it.each([
    ["with instants", claudeCode("s-1")],
    ["without", cursor],
  ])("twice, under another session and from another path, counts once: %s", { tags: "proof" }, async (_, text) => {
    const box = await knownWorkspace();
    for (const session of ["s-1", "s-2", "s-3"]) await start(box, session);
    const path = await put(box, "s-1.jsonl", text);
    await end(box, "s-1", path);
    await end(box, "s-1", path);
    await end(box, "s-2", path);
    const copy = await copyOf(path, "copy.jsonl");
    await end(box, "s-1", copy);
    await end(box, "s-3", copy);
    expect(await counted(box)).toEqual(ONCE);
  });

  it("goes on where it was left, under whichever session; it is another one where another conversation stands there", async () => {
    const box = await knownWorkspace();
    for (const session of ["s-1", "s-2", "s-3"]) await start(box, session);
    const path = await put(box, "talk.jsonl", `${cursor.split("\n")[0]}\n`);
    await end(box, "s-1", path);
    await put(box, "talk.jsonl", cursor);
    await end(box, "s-2", path);
    // The second turn came up in another session, and is its own occasion.
    expect(await counted(box)).toEqual({ ...ONCE, occasions: 2 });
    await put(box, "talk.jsonl", cursor.replace("Which", "And which other"));
    await end(box, "s-3", path);
    expect(await counted(box)).toMatchObject({ uses: 2, occasions: 3 });
  });
});
