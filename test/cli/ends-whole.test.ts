import { mkdir, symlink } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { rounds } from "../effort.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { words } from "./typed.js";

/** A process that exits while a thread loads the model aborts; how far the loading is then is chance, so: often. */
const OFTEN = Array.from({ length: rounds(1, 8) }, (_, turn) => turn);

/** No file operation answers, and nothing is left that could: what a promise nobody keeps does to a process. */
const NEVER_READ = `
const { promises } = require("node:fs");
for (const name of Object.keys(promises)) promises[name] = () => new Promise(() => undefined);`;

describe("a command that nothing can answer any more", () => {
  const SENTENCE = "the command ended before it had an answer";
  const faulty = async () => {
    const box = await sandbox();
    await box.run(["correct", "Run the whole suite before a release"]);
    await box.write("never.cjs", NEVER_READ);
    return (line: string, stdin: string | null = null) =>
      box.runProcess(words(line), { stdin, env: { NODE_OPTIONS: `--require ${box.path("never.cjs")}` } });
  };

  it("exits 70 and says so in one sentence", async () => {
    const run = await faulty();
    const list = await run("log 'a line'");
    expect(list).toMatchObject({ code: 70, signal: null, stdout: "" });
    expect(list.stderr).toBe(`tenet: ${SENTENCE}\n  This is a bug in tenet. Please report it with the lines above.\n`);
    const asJson = await run("learn 'a claim' --because x --risk 'high: time' --json");
    expect(asJson).toMatchObject({ code: 70, stderr: "" });
    expect(asJson.json()).toMatchObject({ ok: false, error: { code: "bug", message: SENTENCE } });
  });

  it("a hook exits 0", async () => {
    const run = await faulty();
    for (const event of ["session-start", "user-prompt", "session-end"])
      expect(await run(`hook ${event}`, '{"session_id": "s", "prompt": "No, use pnpm"}')).toMatchObject({ code: 0 });
  });
});

/** How the real binary ends. */
async function ends(box: Sandbox, line: string) {
  const { code, signal, stderr } = await box.runProcess(words(line));
  return { code, signal, stderr };
}

describe("a command that ends before the model is loaded", () => {
  it("logs activity and exits 0", { tags: "more" }, async () => {
    const box = await sandbox();
    for (const turn of OFTEN) {
      const line = `learn 'the build printed ${turn} warnings' --because x --risk none`;
      expect(await ends(box, line)).toEqual({ code: 0, signal: null, stderr: "" });
    }
  });

  it("refuses with its own exit code; answers by words where the index is a link", { tags: "proof" }, async () => {
    const box = await sandbox();
    for (const turn of OFTEN) {
      const line = `learn 'a claim ${turn}' --because x --risk 'low: time' --link zzzzz`;
      expect(await ends(box, line)).toMatchObject({ code: 4, signal: null });
    }
    const linked = await sandbox();
    await mkdir(linked.path("elsewhere"));
    await mkdir(linked.path(".tenet"));
    await symlink(linked.path("elsewhere"), linked.path(".tenet", "index"));
    for (const turn of OFTEN)
      expect(await ends(linked, `recall 'claim ${turn}'`)).toMatchObject({ code: 0, signal: null });
  });
});
