import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { HOSTS, type Host } from "../../src/store/host.js";
import { CLAUDE, FOLDER, HOSTS_SAY } from "../hosts/hook-fixtures.js";
import { type Ran, type RunOptions, type Sandbox, sandbox } from "../sandbox.js";
import { COR, knownWorkspace, NO_MODEL } from "./known-workspace.js";
import { done } from "./typed.js";

/** What the model reads, whatever form its host wants. */
function read(host: Host, { stdout }: Ran): string {
  if (stdout === "" || host === "openclaw") return stdout;
  const answer = JSON.parse(stdout);
  return host === "cursor" ? answer.additional_context : answer.hookSpecificOutput.additionalContext;
}

/** A host's own JSON, about this workspace. */
const from = (box: Sandbox, says: object, more: object = {}): string =>
  JSON.stringify({ ...says, ...more }).replaceAll(FOLDER, box.dir);

type Event = "session-start" | "user-prompt" | "session-end";
/** Claude Code's event in a session; answers what it is told. */
const claude = async (box: Sandbox, event: Event, more: object = {}, options: RunOptions = {}) =>
  read(
    "claude-code",
    await done(box, `hook ${event}`, {
      ...options,
      stdin: from(box, CLAUDE[event], { session_id: "s-1", transcript_path: "/none.jsonl", ...more }),
    }),
  );

const known = () => knownWorkspace({ profile: NO_MODEL });
const ASKED = "How do I install from the lockfile in continuous integration?";

it.each(HOSTS)(
  "%s: its own JSON gives its own form, found in the folder that it names",
  {
    tags: "sampled",
  },
  async (host) => {
    const box = await known();
    const { says } = HOSTS_SAY[host];
    const call = (event: keyof typeof says, more: object = {}) =>
      done(box, `hook ${event}`, { stdin: from(box, says[event], more), cwd: join(box.dir, "..") });
    expect(read(host, await call("session-start"))).toContain(`${COR} self`);
    const said = "No, that's wrong: use tabs instead of spaces";
    const prompted = says["user-prompt"];
    const own = "context" in prompted ? { context: { ...prompted.context, bodyForAgent: said } } : { prompt: said };
    const nudged = await call("user-prompt", own);
    expect(nudged.stderr).toBe("");
    if (host === "cursor") expect(nudged.stdout).toBe("");
    else expect(read(host, nudged)).toContain("sounds like a correction");
    for (const event of ["pre-compact", "stop", "session-end"] as const)
      expect((await call(event)).stdout, event).toBe("");
  },
);

it("what git left in conflict is in no prompt, and named at the session's start (row 15)", async () => {
  const box = await known();
  const sides = (ours: string, theirs: string) => `<<<<<<< ours\n${ours}\n=======\n${theirs}\n>>>>>>> theirs\n`;
  await box.write("SOUL.md", sides("- Look at the lighthouse first.", "- Look at the harbour first."));
  const record = "memory/learning/corrections/2026-02-10.md";
  const [head = "", ...fields] = (await box.read(record)).split(/(?=corrected_to: )/);
  const rest = fields.join("").split("\n");
  const other = (word: string) => (rest[0] ?? "").replace("lockfile", word);
  await box.write(record, head + sides(other("lighthouse"), other("harbour")) + rest.slice(1).join("\n"));
  const start = await claude(box, "session-start");
  expect(start).toMatch(/SOUL\.md:\d+ is not printed/);
  expect(start).toMatch(/2026-02-10\.md(?::\d+)? holds conflict markers/);
  const asked = await claude(box, "user-prompt", { prompt: ASKED.replace("lockfile", "harbour or the lighthouse") });
  for (const text of [start, asked]) expect(text).not.toMatch(/harbour|lighthouse|<<<<<<</);
  // Also where there is nothing else to print.
  const bare = await sandbox({ profile: NO_MODEL });
  await bare.write("SOUL.md", sides("- Look first.", "- Look twice."));
  const said = await claude(bare, "session-start");
  expect(said).toMatch(/SOUL\.md:1 is not printed/);
  expect(said).not.toContain("Look twice");
  await bare.write("SOUL.md", "");
  expect(await claude(bare, "session-start", { session_id: "s-2" })).toMatch(/^tenet remembers nothing/);
});

it.each<[string, (box: Sandbox) => Promise<void>]>([
  [
    "local state that may not be written",
    async (box) => {
      await box.write(".tenet/state.db", "");
      await chmod(box.path(".tenet", "state.db"), 0o400);
      await chmod(box.path(".tenet"), 0o500);
    },
  ],
  [
    "a folder where local state should be",
    async (box) => {
      await mkdir(box.path(".tenet", "state.db"), { recursive: true });
    },
  ],
  ["a file where all local data should be", (box) => writeFile(box.path(".tenet"), "mine")],
])("row 33: %s: hooks exit 0 and say what they know", async (_, spoil) => {
  const box = await known();
  await spoil(box);
  expect(await claude(box, "session-start")).toContain(COR);
  expect(await claude(box, "user-prompt", { prompt: ASKED, session_id: "s-2" })).toContain(COR);
  expect(await claude(box, "session-end")).toBe("");
  expect(await readFile(box.path(".tenet"), "utf8").catch(() => "mine")).toBe("mine");
});
