import { chmod, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { HOSTS, type Host } from "../../src/hosts/host.js";
import { emptyRepository } from "../empty-repository.js";
import { CLAUDE, FOLDER, HOSTS_SAY } from "../hosts/hook-fixtures.js";
import { type Ran, type Sandbox, sandbox } from "../sandbox.js";
import { COR, knownWorkspace } from "./known-workspace.js";
import { atTerminal } from "./terminal.js";

/** What the model reads, whatever form its host wants. */
function read(host: Host, { stdout }: Ran): string {
  if (stdout === "" || host === "openclaw") return stdout;
  const answer = JSON.parse(stdout);
  return host === "cursor" ? answer.additional_context : answer.hookSpecificOutput.additionalContext;
}

/** A host's own JSON, about this workspace. */
const from = (box: Sandbox, says: object, more: object = {}): string =>
  JSON.stringify({ ...says, ...more }).replaceAll(FOLDER, box.dir);

const start = (box: Sandbox, session = "s-1"): string =>
  from(box, CLAUDE["session-start"], { session_id: session, transcript_path: "/none.jsonl" });
const prompt = (box: Sandbox, text: string, session = "s-1"): string =>
  from(box, CLAUDE["user-prompt"], { session_id: session, prompt: text });

describe("the hooks of every host, through the real program", () => {
  for (const host of HOSTS) {
    it(`${host}: its own JSON gives its own form, found in the folder that it names`, { tags: "sampled" }, async () => {
      const box = await knownWorkspace();
      const { says } = HOSTS_SAY[host];
      const cwd = join(box.dir, "..");
      const call = async (event: keyof typeof says, more: object = {}) => {
        const ran = await box.run(["hook", event], { stdin: from(box, says[event], more), cwd });
        expect(ran.code).toBe(0);
        return ran;
      };
      expect(read(host, await call("session-start"))).toContain(`${COR} self`);
      const said = "No, that's wrong: use tabs instead of spaces";
      const own =
        "context" in says["user-prompt"]
          ? { context: { ...says["user-prompt"].context, bodyForAgent: said } }
          : { prompt: said };
      const nudged = await call("user-prompt", own);
      expect(nudged.stderr).toBe("");
      if (host === "cursor") expect(nudged.stdout).toBe("");
      else expect(read(host, nudged)).toContain("sounds like a correction");
      for (const event of ["pre-compact", "stop", "session-end"] as const) {
        expect((await call(event)).stdout, event).toBe("");
      }
    });
  }
});

describe("what git left in conflict (row 15)", () => {
  const soul = (ours: string) => `# Soul\n\n${ours}\n`;
  /** Two branches changed the same lines of SOUL.md and of a record. */
  async function conflicted(): Promise<Sandbox> {
    const box = await knownWorkspace();
    const record = "memory/learning/corrections/2026-02-10.md";
    const words = await box.read(record);
    await box.write("SOUL.md", soul("- Look first."));
    emptyRepository(box.dir);
    await box.git("add", ".");
    await box.git("commit", "-q", "-m", "start");
    await box.git("checkout", "-q", "-b", "theirs");
    for (const [branch, word] of [
      ["theirs", "harbour"],
      ["main", "lighthouse"],
    ]) {
      await box.git("checkout", "-q", branch as string);
      await box.write("SOUL.md", soul(`- Look at the ${word} first.`));
      await box.write(record, words.replaceAll("Install from the lockfile", `Install from the ${word}`));
      await box.git("commit", "-q", "-am", word as string);
    }
    await box.git("merge", "theirs").catch(() => undefined);
    expect(await box.read("SOUL.md")).toContain("<<<<<<<");
    expect(await box.read(record)).toContain("<<<<<<<");
    return box;
  }

  it("is in no prompt, and named at the session's start", async () => {
    const box = await conflicted();
    const said = read("claude-code", await box.run(["hook", "session-start"], { stdin: start(box) }));
    expect(said).toMatch(/SOUL\.md:\d+ is not printed/);
    expect(said).toMatch(/2026-02-10\.md(?::\d+)? holds conflict markers/);
    const asked = await box.run(["hook", "user-prompt"], {
      stdin: prompt(box, "How do I install from the harbour or the lighthouse in continuous integration?"),
    });
    expect(asked.code).toBe(0);
    for (const text of [said, asked.stdout]) expect(text).not.toMatch(/harbour|lighthouse|<<<<<<</);
  });

  it("is named also where there is nothing else to print", async () => {
    const box = await sandbox();
    await box.write("SOUL.md", "<<<<<<< ours\n- Look first.\n=======\n- Look twice.\n>>>>>>> theirs\n");
    const said = read("claude-code", await box.run(["hook", "session-start"], { stdin: start(box) }));
    expect(said).toMatch(/SOUL\.md:1 is not printed/);
    expect(said).not.toContain("Look twice");
    await box.write("SOUL.md", "");
    expect((await box.run(["hook", "session-start"], { stdin: start(box, "s-2") })).stdout).toBe("");
  });
});

describe("what a person told their agent", () => {
  it("is put beside their own prompts and session starts, and nobody else's", async () => {
    const box = await knownWorkspace();
    for (const [user, branch] of [
      ["bridget", "blue-harbour"],
      ["sybil", "red-lighthouse"],
    ]) {
      const claim = `The shop is deployed from the branch ${branch}`;
      const told = await box.run([
        "--user",
        user as string,
        "remember",
        claim,
        "--category",
        "fact",
        "--scope",
        "user",
      ]);
      expect(told.code, told.stderr).toBe(0);
    }
    const shown = async (user: string, event: string) => {
      const session = `${user}-${event}`;
      const stdin =
        event === "user-prompt" ? prompt(box, "From which branch is the shop deployed?", session) : start(box, session);
      return read("claude-code", await box.run(["hook", event], { stdin, env: { TENET_USER: user } }));
    };
    for (const event of ["session-start", "user-prompt"]) {
      expect(await shown("bridget", event), event).toContain("blue-harbour");
      expect(await shown("bridget", event), event).not.toContain("red-lighthouse");
      expect(await shown("sybil", event), event).toContain("red-lighthouse");
      expect(await shown("nobody", event), event).not.toMatch(/blue-harbour|red-lighthouse/);
    }
  });

  it("and was told before is shown as such, with what to do next time, and a second time as well", async () => {
    const box = await knownWorkspace();
    const again = prompt(box, "I already told you: install from the lockfile in continuous integration!");
    for (let time = 0; time < 2; time++) {
      const said = read("claude-code", await box.run(["hook", "user-prompt"], { stdin: again }));
      expect(said).toContain(`It was said before and not heeded: ${COR}, below.`);
      expect(said).toContain(
        `${COR} self, said before | Install from the lockfile in continuous integration; next time: Look for the install command before pushing.`,
      );
    }
  });
});

it("the core of a session outlives an agent that it started, and goes with the session itself", async () => {
  const box = await knownWorkspace();
  const cores = async () =>
    (await readdir(box.path(".tenet", "state", "sessions"))).filter((one) => one.endsWith(".core.json"));
  await box.run(["hook", "session-start"], { stdin: start(box) });
  expect(await cores()).toHaveLength(1);
  const ended = (more: object) =>
    from(box, CLAUDE["session-end"], { session_id: "s-1", transcript_path: null, ...more });
  await box.run(["hook", "session-end"], { stdin: ended({ agent_id: "a-1" }) });
  expect(await cores()).toHaveLength(1);
  await box.run(["hook", "session-end"], { stdin: ended({}) });
  expect(await cores()).toEqual([]);
});

describe("a place where nothing can be kept (row 33)", () => {
  const CALLS: readonly [string, (box: Sandbox) => string][] = [
    ["session-start", start],
    ["user-prompt", (box) => prompt(box, "How do I install from the lockfile in continuous integration?", "s-2")],
    ["session-end", (box) => from(box, CLAUDE["session-end"], { transcript_path: "/none.jsonl" })],
  ];
  it.each<[string, (box: Sandbox) => Promise<unknown>]>([
    [
      "a state folder that may not be written",
      async (box) => {
        await mkdir(box.path(".tenet", "state"), { recursive: true });
        await chmod(box.path(".tenet", "state"), 0o500);
      },
    ],
    [
      "a file where the state folder should be",
      async (box) => {
        await rm(box.path(".tenet", "state"), { recursive: true, force: true });
        await mkdir(box.path(".tenet"), { recursive: true });
        await writeFile(box.path(".tenet", "state"), "mine");
      },
    ],
    [
      "a file where all local data should be",
      async (box) => {
        await rm(box.path(".tenet"), { recursive: true, force: true });
        await writeFile(box.path(".tenet"), "mine");
      },
    ],
  ])("%s: hooks exit 0 and say what they know", async (_, spoil) => {
    const box = await knownWorkspace();
    await spoil(box);
    for (const [event, stdin] of CALLS) {
      const ran = await box.run(["hook", event], { stdin: stdin(box) });
      expect(ran.code, ran.stderr).toBe(0);
      if (event === "session-end") expect(ran.stdout).toBe("");
      else expect(read("claude-code", ran), event).toContain(COR);
    }
    const kept = await readFile(box.path(".tenet"), "utf8").catch(() => "mine");
    expect(kept).toBe("mine");
  });
});

it("at a terminal a hook waits for nobody (row 34)", { tags: "more" }, async () => {
  const box = await knownWorkspace();
  const { code, screen } = await atTerminal(box, ["hook", "user-prompt"], []);
  expect(code).toBe(0);
  expect(screen).toBe("");
});
