import { chmod, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Ran, type RunOptions, type Sandbox, sandbox } from "../sandbox.js";
import { COR, knownWorkspace } from "./known-workspace.js";

const said = (fields: object): string => JSON.stringify({ session_id: "s-1", cwd: "/nowhere", ...fields });
const START = said({ hook_event_name: "SessionStart", source: "startup", transcript_path: "/none.jsonl" });
const prompt = (text: string, more: object = {}): string =>
  said({ hook_event_name: "UserPromptSubmit", prompt: text, ...more });
const contextIn = ({ stdout }: Ran): string =>
  stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput.additionalContext;
const token = ["ghp", "0123456789abcdefghijABCDEFGHIJ012345"].join("_");

/** A transcript as Claude Code keeps it. */
async function transcript(box: Sandbox, turns: readonly [role: string, text: string][]): Promise<string> {
  const path = join(box.dir, "..", "talk.jsonl");
  const line = ([role, text]: readonly [string, string], at: number) =>
    JSON.stringify({
      type: role,
      sessionId: "s-1",
      uuid: `u-${at}`,
      timestamp: `2026-02-15T14:00:${String(at).padStart(2, "0")}Z`,
      message: { role, content: role === "user" ? text : [{ type: "text", text }] },
    });
  await writeFile(path, `${turns.map(line).join("\n")}\n`);
  return path;
}

async function filesHolding(folder: string, text: string): Promise<string[]> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  const held: string[] = [];
  for (const one of all) {
    if (!one.isFile()) continue;
    const path = join(one.parentPath, one.name);
    if ((await readFile(path)).includes(text)) held.push(path);
  }
  return held;
}

describe("a host's session, through the real program", () => {
  it("goes from start over prompt and end to the next start, which tells what was not recorded", {
    tags: "proof",
  }, async () => {
    const box = await knownWorkspace({ git: true });
    // A hook has little time: on a busy machine the first reading of all records may take more.
    await box.run(["list"]);
    const env = { CLAUDE_ENV_FILE: join(box.dir, "..", "shell.sh") };
    const start = await box.run(["hook", "session-start"], { stdin: START, env });
    expect(start).toMatchObject({ code: 0, stderr: "" });
    expect(contextIn(start)).toContain(`${COR} self`);
    expect(await readFile(env.CLAUDE_ENV_FILE, "utf8")).toBe("export TENET_SESSION='s-1'\n");
    const asked = await box.run(["hook", "user-prompt"], {
      stdin: prompt("No, that's wrong: use tabs instead of spaces"),
    });
    expect(asked).toMatchObject({ code: 0, stderr: "" });
    expect(contextIn(asked)).toContain("tenet correct 'No, that'\\''s wrong: use tabs instead of spaces'");
    const path = await transcript(box, [
      ["user", `No, that's wrong: use tabs instead of spaces. My key is ${token}`],
      ["assistant", "As k7q2x says, I install from the lockfile."],
    ]);
    const end = said({ hook_event_name: "SessionEnd", reason: "other", transcript_path: path });
    for (let again = 0; again < 2; again++) {
      expect(await box.run(["hook", "session-end"], { stdin: end })).toMatchObject({ code: 0, stdout: "", stderr: "" });
    }
    const { data } = (await box.run(["show", COR, "--json"])).json();
    expect(data.entry.uses).toMatchObject([{ session: "s-1", result: "cited" }]);
    const next = await box.run(["hook", "session-start"], { stdin: START.replace("s-1", "s-2") });
    expect(contextIn(next)).toContain("people | No, that's wrong: use tabs instead of spaces");
    const heard = / --heard ([0-9a-z]{5})/.exec(contextIn(next))?.[1] as string;
    expect(await filesHolding(box.dir, token), "row 25").toEqual([]);
    expect((await box.run(["correct", "Use tabs", "--heard", heard])).code).toBe(0);
    const last = await box.run(["hook", "session-start"], { stdin: START.replace("s-1", "s-3") });
    expect(contextIn(last)).not.toContain("Heard and not recorded");
  });

  it("shows what one person said to that person alone", async () => {
    const box = await knownWorkspace();
    const path = await transcript(box, [["user", "No, that's wrong: the secret sauce goes in last"]]);
    const end = said({ hook_event_name: "SessionEnd", transcript_path: path });
    await box.run(["hook", "session-end"], { stdin: end, env: { TENET_USER: "bridget" } });
    const of = async (user: string) =>
      contextIn(
        await box.run(["hook", "session-start"], {
          stdin: START.replace("s-1", `s-${user}`),
          env: { TENET_USER: user },
        }),
      );
    expect(await of("bridget")).toContain("secret sauce");
    expect(await of("sybil")).not.toContain("secret sauce");
  });

  it("shows a learning that fits once a session, and takes nothing that tenet printed for a prompt", async () => {
    const box = await knownWorkspace();
    await box.run(["index"]);
    const fits = prompt("How do I install from the lockfile in continuous integration?");
    const first = contextIn(await box.run(["hook", "user-prompt"], { stdin: fits }));
    expect(first).toContain(`${COR} self | Install from the lockfile`);
    expect(contextIn(await box.run(["hook", "user-prompt"], { stdin: fits }))).toBe("");
    for (const text of [first, "/compact now", "yes", "Write a haiku about autumn"]) {
      expect((await box.run(["hook", "user-prompt"], { stdin: prompt(text) })).stdout, text).toBe("");
    }
  });
});

describe("a hook that runs out of time exits 0 and prints what needs no looking up (row 33)", () => {
  // A stopwatch would measure the machine: the program itself counts from its start.
  const LATE = { ranFor: 1_800 };

  async function withRules(): Promise<Sandbox> {
    const box = await knownWorkspace();
    const block = `<!-- tenet:begin rules -->\n- Look for npm install in the CI file <!-- ${COR} -->\n- My key is ${token}\n<!-- tenet:end rules -->\n`;
    await box.write("SOUL.md", `# Soul\n\n${block}`);
    return box;
  }

  it("at a start the rules of the core files, in the host's form, and that the rest was not looked up", async () => {
    const box = await withRules();
    const ran = await box.run(["hook", "session-start"], { stdin: START, ...LATE });
    expect(ran.code).toBe(0);
    expect(ran.stderr).toMatch(/^note: hook session-start: .*(?:no time|too long).*\n$/);
    expect(contextIn(ran)).toMatch(
      new RegExp(`<tenet-core-[0-9a-f]+>\nRules:\n${COR}, entry not looked at \\| Look for npm install in the CI file`),
    );
    expect(contextIn(ran)).toMatch(/\ntenet ran out of time: the rest was not looked up\.$/);
    expect(ran.stdout).not.toContain(token);
  });

  it("at a start without rules that one line, and never more than fits", async () => {
    const bare = await sandbox();
    expect(contextIn(await bare.run(["hook", "session-start"], { stdin: START, ...LATE }))).toMatch(
      /^tenet prints nothing of this workspace:\ntenet ran out of time: the rest was not looked up\.$/,
    );
    const lines = Array.from({ length: 60 }, (_, at) => `- ${`Look at file ${at} first. `.repeat(20)}`);
    await bare.write("SOUL.md", `<!-- tenet:begin rules -->\n${lines.join("\n")}\n<!-- tenet:end rules -->\n`);
    const { stdout } = await bare.run(["hook", "session-start"], { stdin: START, ...LATE });
    expect(stdout.length).toBeLessThan(9_000);
    expect(stdout).toContain("Look at file 0 first");
    expect(stdout).toContain("ran out of time");
  });

  it("at a prompt what is heard of a correction, and nothing else", async () => {
    const box = await knownWorkspace();
    const of = async (text: string) =>
      contextIn(await box.run(["hook", "user-prompt"], { stdin: prompt(text), ...LATE }));
    expect(await of("No, that's wrong: use tabs instead of spaces")).toMatch(
      /^tenet: this sounds like a correction[\s\S]* was not looked up\.$/,
    );
    expect(await of("How do I install from the lockfile?")).toBe("");
    const end = said({ hook_event_name: "SessionEnd", reason: "other" });
    expect((await box.run(["hook", "session-end"], { stdin: end, ...LATE })).stdout).toBe("");
  });

  it("outside of a workspace nothing", async () => {
    const box = await sandbox({ empty: true });
    expect(await box.run(["hook", "session-start"], { stdin: START, ...LATE })).toMatchObject({ code: 0, stdout: "" });
  });
});

describe("a hook that cannot do its work exits 0 within 2 s and prints nothing (rows 33, 34, 38)", () => {
  const within = async (box: Sandbox, args: readonly string[], options: RunOptions) =>
    inTime(() => box.run(args, options));
  const inTime = async (run: () => Promise<Ran>) => {
    const ran = await run();
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stderr.split("\n").length).toBeLessThanOrEqual(2);
    return ran;
  };
  it.each<[string, readonly string[], string]>([
    ["broken JSON", ["hook", "session-start"], '{"session_id": "a secret'],
    ["an unknown event", ["hook", "pre-tool-use"], START],
    ["no event at all", ["hook"], "{}"],
    ["an unknown host", ["hook", "session-start", "--host", "emacs"], START],
    ["a flag without its value", ["hook", "session-start", "--session"], START],
    ["a transcript that is not there", ["hook", "session-end"], said({ transcript_path: "/none.jsonl" })],
    ["a list", ["hook", "user-prompt"], "[1, 2]"],
  ])("%s", async (_, args, stdin) => {
    const box = await knownWorkspace();
    const { stdout, stderr } = await within(box, args, { stdin });
    expect(stdout).toBe("");
    expect(stderr).not.toContain("a secret");
  });
  it("says what went wrong in the log that stays short, without a word of the input", async () => {
    const box = await knownWorkspace();
    await within(box, ["hook", "session-start"], { stdin: "{ not json, words of a person" });
    expect(await box.read(".tenet/state/hooks.log")).toMatch(/"event":"session-start","code":"no-json"/);
    expect(await box.read(".tenet/state/hooks.log")).not.toContain("words of a person");
  });
  it("no workspace, also where the folders in the JSON are none", async () => {
    const box = await sandbox({ empty: true });
    expect(await within(box, ["hook", "session-start"], { stdin: START })).toMatchObject({ stdout: "", stderr: "" });
  });
  it("finds the workspace where the host says that it works", async () => {
    const box = await knownWorkspace();
    const here = START.replace("/nowhere", box.dir);
    expect(
      contextIn(await within(box, ["hook", "session-start"], { stdin: here, cwd: join(box.dir, "..") })),
    ).toContain(COR);
  });
  it("a silent pipe and a closed one", { tags: "proof" }, async () => {
    const box = await knownWorkspace();
    for (const kind of ["silent", "closed"] as const) {
      await inTime(() => box.runProcess(["hook", "session-end"], { stdin: { kind } }));
    }
    await within(box, ["hook", "user-prompt"], { stdin: null });
  });
  it("a prompt of 5 MB", { tags: "proof" }, async () => {
    const box = await knownWorkspace();
    const { stdout } = await within(box, ["hook", "user-prompt"], {
      stdin: prompt("No, that's wrong. ".repeat(300_000)),
    });
    expect(stdout.length).toBeLessThanOrEqual(9_000);
    expect(stdout).toContain("sounds like a correction");
  });
  it("a read-only tree", async () => {
    const box = await knownWorkspace();
    await chmod(box.dir, 0o500);
    await within(box, ["hook", "session-start"], { stdin: START });
  });
  it("a model that is not there: by words", async () => {
    const box = await knownWorkspace({
      profile: "schema: 1\nagent: main\ntimezone: UTC\nembedding: {model: nowhere/none}\n",
    });
    const fits = prompt("How do I install from the lockfile in continuous integration?");
    expect(contextIn(await within(box, ["hook", "user-prompt"], { stdin: fits }))).toContain(COR);
  });
  it("a tree that another writer holds: the use is written the next time", async () => {
    const box = await knownWorkspace();
    await box.run(["hook", "session-start"], { stdin: START });
    const path = await transcript(box, [["assistant", "As k7q2x says."]]);
    const end = said({ hook_event_name: "SessionEnd", transcript_path: path });
    const { withLock } = await import("../../src/store/files/lock.js");
    await withLock(box.path(".tenet", "state", "lock"), "test", 1_000, async () => {
      expect((await within(box, ["hook", "session-end"], { stdin: end })).stdout).toBe("");
    });
    expect((await box.run(["show", COR, "--json"])).json().data.entry.uses ?? []).toEqual([]);
    await within(box, ["hook", "session-end"], { stdin: end });
    expect((await box.run(["show", COR, "--json"])).json().data.entry.uses).toHaveLength(1);
  });
  it("an unfinished merge: the use waits until it is done", async () => {
    const box = await knownWorkspace({ git: true });
    await box.run(["hook", "session-start"], { stdin: START });
    await writeFile(box.path(".git", "MERGE_HEAD"), `${"0".repeat(40)}\n`);
    const path = await transcript(box, [["assistant", "As k7q2x says."]]);
    const end = said({ hook_event_name: "SessionEnd", transcript_path: path });
    await within(box, ["hook", "session-end"], { stdin: end });
    expect((await box.run(["show", COR, "--json"])).json().data.entry.uses ?? []).toEqual([]);
    await writeFile(box.path(".git", "MERGE_HEAD.gone"), "");
    await (await import("node:fs/promises")).rm(box.path(".git", "MERGE_HEAD"));
    await within(box, ["hook", "session-end"], { stdin: end });
    expect((await box.run(["show", COR, "--json"])).json().data.entry.uses).toHaveLength(1);
  });
});
