import { readFileSync } from "node:fs";
import { chmod, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withLock } from "../../src/store/files/lock.js";
import { type Ran, type RunOptions, type Sandbox, sandbox } from "../sandbox.js";
import { filesOf } from "./fault-sweep.js";
import { COR, knownWorkspace, NO_MODEL } from "./known-workspace.js";
import { done, told, words } from "./typed.js";

const said = (fields: object): string => JSON.stringify({ session_id: "s-1", cwd: "/nowhere", ...fields });
const START = said({ hook_event_name: "SessionStart", source: "startup", transcript_path: "/none.jsonl" });
const prompt = (text: string): string => said({ hook_event_name: "UserPromptSubmit", prompt: text });
const contextIn = ({ stdout }: Ran): string =>
  stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput.additionalContext;
const token = ["ghp", "0123456789abcdefghijABCDEFGHIJ012345"].join("_");
const FITS = prompt("How do I install from the lockfile in continuous integration?");
const WRONG = "No, that's wrong: use tabs instead of spaces";

const known = () => knownWorkspace({ profile: NO_MODEL });
const uses = async (box: Sandbox) => (await told(box, `show ${COR}`)).entry.uses ?? [];

/** The end of a session, with its transcript as Claude Code keeps it. */
async function ending(box: Sandbox, ...turns: [role: "user" | "assistant", text: string][]): Promise<string> {
  const path = join(box.dir, "..", "talk.jsonl");
  const lines = turns.map(([role, text], at) =>
    JSON.stringify({
      type: role,
      sessionId: "s-1",
      uuid: `u-${at}`,
      timestamp: `2026-02-15T14:00:0${at}Z`,
      message: { role, content: role === "user" ? text : [{ type: "text", text }] },
    }),
  );
  await writeFile(path, `${lines.join("\n")}\n`);
  return said({ hook_event_name: "SessionEnd", reason: "other", transcript_path: path });
}

describe("a host's session", () => {
  it("goes from start over prompt and end to the next start, which tells what was not recorded", {
    tags: "proof",
  }, async () => {
    const box = await knownWorkspace({ git: true });
    const start = (session: string, env = {}) =>
      done(box, "hook session-start", { stdin: START.replace("s-1", session), env });
    // A hook has little time: on a busy machine the first reading of all records may take more.
    await done(box, "list");
    const env = { CLAUDE_ENV_FILE: join(box.dir, "..", "shell.sh") };
    expect(contextIn(await start("s-1", env))).toContain(`${COR} self`);
    expect(await readFile(env.CLAUDE_ENV_FILE, "utf8")).toBe("export TENET_SESSION='s-1'\n");
    const asked = await done(box, "hook user-prompt", { stdin: prompt(WRONG) });
    expect(contextIn(asked)).toContain("tenet correct 'No, that'\\''s wrong: use tabs instead of spaces'");
    const stdin = await ending(
      box,
      ["user", `${WRONG}. My key is ${token}`],
      ["assistant", "As k7q2x says, I install from the lockfile."],
    );
    for (let again = 0; again < 2; again++)
      expect(await done(box, "hook session-end", { stdin })).toMatchObject({ stdout: "", stderr: "" });
    expect(await uses(box)).toMatchObject([{ session: "s-1", result: "cited" }]);
    const next = contextIn(await start("s-2"));
    expect(next).toContain(`people | ${WRONG}`);
    for (const { path } of filesOf(box)) expect(readFileSync(path, "latin1"), `row 25: ${path}`).not.toContain(token);
    await done(box, `correct 'Use tabs' --heard ${/ --heard ([0-9a-z]{5})/.exec(next)?.[1]}`);
    expect(contextIn(await start("s-3"))).not.toContain("Heard and not recorded");
  });

  it("shows a learning that fits once a session, and takes nothing that tenet printed for a prompt", async () => {
    const box = await knownWorkspace();
    await done(box, "index");
    const first = contextIn(await done(box, "hook user-prompt", { stdin: FITS }));
    expect(first).toContain(`${COR} self | Install from the lockfile`);
    for (const stdin of [FITS, ...[first, "/compact now", "yes", "Write a haiku about autumn"].map(prompt)])
      expect((await done(box, "hook user-prompt", { stdin })).stdout, stdin).toBe("");
  });
});

describe("a hook that runs out of time exits 0 and prints what needs no looking up (row 33)", () => {
  /** A stopwatch would measure the machine: the program itself counts from its start. */
  const late = (box: Sandbox, event: string, stdin: string) => done(box, `hook ${event}`, { stdin, ranFor: 1_800 });
  /** With more files than are read before a hook looks at the time. */
  const large = async () => {
    const box = await known();
    for (let at = 0; at < 300; at++) await box.write(`memory/facts/group_${at}.md`, "# x\n");
    return box;
  };

  it("at a start the rules of the core files, in the host's form, and that the rest was not looked up", async () => {
    const box = await large();
    const rules = `- Look for npm install in the CI file <!-- ${COR} -->\n- My key is ${token}\n`;
    await box.write("SOUL.md", `# Soul\n\n<!-- tenet:begin rules -->\n${rules}<!-- tenet:end rules -->\n`);
    const ran = await late(box, "session-start", START);
    expect(ran.stderr).toMatch(/^note: hook session-start: .*(?:no time|too long).*\n$/);
    expect(contextIn(ran)).toMatch(
      new RegExp(`<tenet-core-[0-9a-f]+>\nRules:\n${COR}, entry not looked at \\| Look for npm install in the CI file`),
    );
    expect(contextIn(ran)).toMatch(/\ntenet ran out of time: the rest was not looked up\.$/);
    expect(ran.stdout).not.toContain(token);
  });

  it("at a start without rules that one line, and never more than fits; outside of a workspace nothing", async () => {
    const bare = await large();
    expect(contextIn(await late(bare, "session-start", START))).toMatch(
      /^tenet prints nothing of this workspace:\ntenet ran out of time: the rest was not looked up\.$/,
    );
    const lines = Array.from({ length: 60 }, (_, at) => `- ${`Look at file ${at} first. `.repeat(20)}`);
    await bare.write("SOUL.md", `<!-- tenet:begin rules -->\n${lines.join("\n")}\n<!-- tenet:end rules -->\n`);
    const { stdout } = await late(bare, "session-start", START);
    expect(stdout.length).toBeLessThan(9_000);
    expect(stdout).toMatch(/Look at file 0 first[\s\S]*ran out of time/);
    expect((await late(await sandbox({ empty: true }), "session-start", START)).stdout).toBe("");
  });
});

describe("a hook that cannot do its work exits 0 within 2 s and prints nothing (rows 33, 34, 38)", () => {
  const calm = async (running: Promise<Ran>) => {
    const ran = await running;
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stderr.split("\n").length).toBeLessThanOrEqual(2);
    return ran;
  };
  const hook = (box: Sandbox, line: string, options: RunOptions) => calm(box.run(words(`hook ${line}`), options));

  it("over a silent pipe, a closed one and a prompt of 5 MB", { tags: "proof" }, async () => {
    const box = await knownWorkspace();
    for (const kind of ["silent", "closed"] as const)
      await calm(box.runProcess(["hook", "session-end"], { stdin: { kind } }));
    await hook(box, "user-prompt", { stdin: null });
    const { stdout } = await hook(box, "user-prompt", { stdin: prompt("No, that's wrong. ".repeat(300_000)) });
    expect(stdout.length).toBeLessThanOrEqual(9_000);
    expect(stdout).toContain("sounds like a correction");
  });

  it("in a read-only tree; without a model it finds by words", async () => {
    const box = await known();
    expect(contextIn(await hook(box, "user-prompt", { stdin: FITS }))).toContain(COR);
    await chmod(box.dir, 0o500);
    await hook(box, "session-start", { stdin: START });
  });

  it("with settings that cannot be read; a session start says so", async () => {
    const box = await known();
    await box.write("tenet.yaml", "agent: [\n");
    expect(contextIn(await hook(box, "session-start", { stdin: START }))).toMatch(
      /^tenet prints nothing.*:\ntenet.yaml:2:/,
    );
    expect((await hook(box, "user-prompt", { stdin: FITS })).stdout).toBe("");
  });

  it("beside another writer, and in an unfinished merge: the use is written the next time", {
    tags: "proof",
  }, async () => {
    for (const hindered of [
      (box: Sandbox, act: () => Promise<void>) => withLock(box.path(".tenet", "lock.db"), "test", 1_000, act),
      async (box: Sandbox, act: () => Promise<void>) => {
        await writeFile(box.path(".git", "MERGE_HEAD"), `${"0".repeat(40)}\n`);
        await act();
        await rm(box.path(".git", "MERGE_HEAD"));
      },
    ]) {
      const box = await knownWorkspace({ profile: NO_MODEL, git: true });
      await hook(box, "session-start", { stdin: START });
      const stdin = await ending(box, ["assistant", "As k7q2x says."]);
      await hindered(box, async () => {
        expect((await hook(box, "session-end", { stdin })).stdout).toBe("");
      });
      expect(await uses(box)).toEqual([]);
      await hook(box, "session-end", { stdin });
      expect(await uses(box)).toHaveLength(1);
    }
  });
});
