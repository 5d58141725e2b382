import { describe, expect, it } from "vitest";
import { sandbox } from "../sandbox.js";
import { words } from "./typed.js";

/** A process that exits while a thread loads the model aborts; how far the loading is then is chance, so: often. */
const OFTEN = [1, 2, 3, 4, 5, 6, 7, 8];

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

it("a command that ends before the model is loaded ends with its own exit code", { tags: "proof" }, async () => {
  const box = await sandbox();
  for (const turn of OFTEN) {
    const learn = (text: string, more: string) => box.runProcess(words(`learn '${text} ${turn}' --because x ${more}`));
    expect(await learn("a line", "--risk none")).toMatchObject({ code: 0, signal: null, stderr: "" });
    expect(await learn("a claim", "--risk 'low: time' --link zzzzz")).toMatchObject({ code: 4, signal: null });
  }
});
