/** Row 25 at every flag and variable by which a caller names something: a token in it reaches no byte and no stream. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { setSetting } from "../../src/health/config.js";
import { bytesIn } from "../bytes.js";
import { loopWorld } from "../loop/loop-world.js";
import { type Ran, type Sandbox, sandbox } from "../sandbox.js";
import { drawn } from "../screening/fake-credentials.js";

const WORD = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const TOKEN = ["gh", "p_", drawn(WORD, 36, "stated")].join("");
/** A token that is a legal id as well. */
const LOWER = ["key", "-", drawn("0123456789abcdef", 32, "stated lower")].join("");
const LEARN = ["learn", "Retries hide the flaky test", "--because", "3 of 5 runs", "--risk", "low: a wrong fix"];

/** Where a token stands: files by name, streams by number. */
function leaks(box: Sandbox, ...runs: Ran[]): string[] {
  const files = Object.entries(bytesIn(box.dir)).map(([name, bytes]) => [name, name + bytes] as const);
  const streams = runs.map(({ stdout, stderr }, at) => [`run ${at}`, stdout + stderr] as const);
  return [...files, ...streams]
    .filter(([, text]) => [TOKEN, LOWER].some((one) => text.includes(one)))
    .map(([where]) => where);
}

const FLAGS: readonly (readonly [string, readonly string[], Record<string, string>?])[] = [
  ["--session", [...LEARN, "--session", TOKEN]],
  ["--session, within a name", [...LEARN, "--session", `build-${TOKEN}`]],
  ["--as", [...LEARN, "--as", TOKEN]],
  ["--user", [...LEARN, "--user", TOKEN]],
  ["TENET_SESSION", LEARN, { TENET_SESSION: TOKEN }],
  ["TENET_AGENT", LEARN, { TENET_AGENT: TOKEN }],
  ["TENET_USER", LEARN, { TENET_USER: TOKEN }],
  ["--said-by", [...LEARN, "--said-by", TOKEN]],
  ["--origin", [...LEARN, "--origin", `https://example.org/?key=${TOKEN}`]],
  ["--tag", [...LEARN, "--tag", TOKEN]],
  ["--domain", [...LEARN, "--domain", TOKEN]],
  ["--contact", ["remember", "Opens at nine", "--contact", LOWER]],
  ["--contact, a name with capitals", ["remember", "Opens at nine", "--contact", TOKEN]],
  ["--key", ["remember", "Opens at nine", "--key", TOKEN]],
  ["--group", ["remember", "Opens at nine", "--group", TOKEN]],
  ["--group, a legal one", ["remember", "Opens at nine", "--group", LOWER]],
  ["--scope", ["remember", "Opens at nine", "--scope", TOKEN]],
  ["--scope, a contact", ["remember", "Opens at nine", "--scope", `contact:${LOWER}`]],
  ["--entity", ["reflect", "The sync failed", "--entity", `vendor:${TOKEN}`]],
  ["recall", ["recall", TOKEN, "--session", TOKEN]],
  ["recall --contact", ["recall", "opens", "--contact", LOWER]],
  ["context", ["context", "--session", TOKEN]],
  ["heartbeat", ["heartbeat", "--session", TOKEN]],
  ["run start", ["run", "start", TOKEN]],
  ["log", ["log", "ran the tests", "--session", TOKEN, "--as", TOKEN]],
  ["run finish", ["run", "finish", TOKEN]],
  ["--run", [...LEARN, "--run", TOKEN]],
  ["draft", ["draft", "-", "--contact", LOWER]],
  ["hook", ["hook", "session-start", "--contact", LOWER]],
  ["init", ["init", "--owner", TOKEN, "--as", TOKEN]],
  ["an unknown flag", [...LEARN, `--${TOKEN}`]],
];

describe("row 25: tokens in what a caller names", () => {
  it("row 25: no flag and no variable brings one to disk or onto a stream", async () => {
    const box = await sandbox();
    const found: string[] = [];
    for (const [name, args, env] of FLAGS) {
      const ran = await box.run(args, env === undefined ? {} : { env });
      const where = leaks(box, ran);
      if (where.length > 0) found.push(`${name}: ${where.join(", ")}`);
    }
    expect(found).toEqual([]);
  });

  it("row 25: what a host names in a hook's input reaches no file", async () => {
    const box = await sandbox();
    const event = (name: string, fields: object) =>
      box.run(["hook", name, "--host", "claude-code"], {
        stdin: JSON.stringify({ session_id: TOKEN, cwd: box.dir, ...fields }),
        env: { CLAUDE_ENV_FILE: join(box.dir, "shell.sh") },
      });
    const ran = [
      await event("session-start", { hook_event_name: "SessionStart" }),
      await event("user-prompt", { hook_event_name: "UserPromptSubmit", prompt: "No, that's wrong: use tabs" }),
      await event("session-end", { hook_event_name: "SessionEnd" }),
    ];
    expect(ran.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(leaks(box, ...ran)).toEqual([]);
  });

  it("row 25: a setting with a token in it is refused before it is written", async () => {
    const { ctx } = loopWorld();
    const value = `curl -H 'Authorization: Bearer ${TOKEN}' example.org`;
    const refused = setSetting(ctx, "learning.instructions", value, async () => true);
    await expect(refused).rejects.toMatchObject({
      code: "secret",
      message: expect.stringContaining("learning.instructions"),
    });
  });
});
