import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/commands.js";
import { everyNth, PROOF } from "../effort.js";
import { invocation, worldOf } from "./known-workspace.js";

/** What is left of a command's call when everything a person could be asked for is left out. */
const BARE: Readonly<Record<string, readonly string[]>> = {
  correct: ["correct"],
  learn: ["learn"],
  outcome: ["outcome"],
  add: ["add", "-"],
  edit: ["edit", "k7q2x"],
  config: ["config", "set", "caps.soul", "3"],
  log: ["log", "-"],
  detect: ["detect", "-"],
  run: ["run", "finish", "nightly", "--from", "-"],
  doctor: ["doctor", "--break-lock"],
};

const STDIN = [
  ["/dev/null", null],
  ["closed", { kind: "closed" }],
  ["a silent pipe", { kind: "silent" }],
] as const;

/** Commands that read stdin when they are called so. All others are left on a silent pipe in proof alone. */
const READING = ["add", "log", "detect", "run", "hook", "correct"];

/** The promise is 5 s; the limit leaves room for a machine that is busy with other tests. */
const LIMIT_MS = 20_000;

describe("row 34: nothing waits for a person", () => {
  // A server waits for its client: what it does when there is none stands in test/mcp.
  const commands = COMMANDS.filter(({ protocol }) => protocol !== true);
  const others = everyNth(commands, 2, 1);
  for (const { name } of commands.filter((one) => READING.includes(one.name) || others.includes(one))) {
    const bare = BARE[name] ?? invocation(name).args;
    const mayWait = PROOF || READING.includes(name);
    for (const [kind, stdin] of STDIN.filter(([, from]) => mayWait || from === null)) {
      it(`row 34: ${name} with stdin ${kind} ends`, async () => {
        const box = await worldOf(name);
        const options = { stdin, timeout: LIMIT_MS };
        const text = mayWait ? await box.runProcess(bare, options) : await box.run(bare, { ...options, stdin: null });
        if (text.code !== 0 && text.code !== 8) {
          expect(text.stdout).toBe("");
          expect(text.stderr).toMatch(/^tenet: /);
        }
      });
    }

    it.runIf(mayWait)(`row 34: ${name} in CI, as JSON, with a silent pipe ends in one document`, async () => {
      const options = { stdin: { kind: "silent" }, env: { CI: "1" }, timeout: LIMIT_MS } as const;
      const json = await (await worldOf(name)).runProcess([...bare, "--json"], options);
      const { ok, error } = json.json();
      expect(typeof ok).toBe("boolean");
      expect([0, 2, 5, ...(invocation(name).exits ?? [])]).toContain(json.code);
      if (!ok) expect(`${error.message}${error.hint}`).toMatch(/-[-C]|terminal|command|FILE|argument/);
    });
  }
});
