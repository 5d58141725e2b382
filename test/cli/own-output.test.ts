import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { namesIn } from "../../src/entry/id-form.js";
import { ownOutputIn } from "../../src/screening/detect/own-output.js";
import { CLAUDE } from "../hosts/hook-fixtures.js";
import { knownWorkspace } from "./known-workspace.js";
import { atTerminal } from "./terminal.js";

/** Whether a text is known for tenet's own where these entries exist. */
async function isOwn(box: Awaited<ReturnType<typeof knownWorkspace>>, text: string): Promise<boolean> {
  const lines = (await box.run(["export"])).stdout.trim().split("\n");
  const known = lines.map((says) => ({ id: String(JSON.parse(says).id), says }));
  const names = namesIn(text);
  const named = known.filter(({ id }) => names.some((name) => id.endsWith(name)));
  return ownOutputIn(text, named) !== undefined;
}

const CORRECTED = "No, that's wrong: use tabs instead of spaces";
const WEAKLY = ["recall", "lockfile quartz umbrella violin", "--mode", "keyword"];
const ASKED = "How do I install from the lockfile in continuous integration?";

it("what the program prints is known for its own when it comes back, in a pipe", { tags: "proof" }, async () => {
  const box = await knownWorkspace();
  await box.write("SOUL.md", "<<<<<<< ours\n- a\n=======\n- b\n>>>>>>> theirs\n");
  const talk = join(box.dir, "..", "talk.jsonl");
  const turn = (session: number) =>
    JSON.stringify({
      type: "user",
      sessionId: `s${session}`,
      timestamp: `2026-02-1${session}T14:00:00Z`,
      message: { role: "user", content: CORRECTED },
    });
  await writeFile(talk, `${turn(1)}\n`);
  const hook = (event: keyof typeof CLAUDE, more: object) => JSON.stringify({ ...CLAUDE[event], ...more });
  const calls: readonly (readonly [args: readonly string[], stdin?: string])[] = [
    [["remember", "Deploy from the branch blue-harbour", "--category", "fact"]],
    [["remember", "Deploy from the branch blue-harbour", "--category", "fact"]],
    [["remember", "Keep 3 backups of the shop", "--category", "fact"]],
    [["remember", "Keep 4 backups of the shop", "--category", "fact"]],
    [["list", "--type", "memory"]],
    [["recall", "lockfile"]],
    [WEAKLY],
    [["context"]],
    [["context", "--query", "lockfile"]],
    [["hook", "session-start", "--host", "openclaw"], "{}"],
    [
      ["hook", "user-prompt", "--host", "openclaw"],
      JSON.stringify({ type: "message", action: "received", context: { sessionId: "o-1", body: ASKED } }),
    ],
    [
      ["hook", "user-prompt", "--host", "openclaw"],
      JSON.stringify({ type: "message", action: "received", context: { body: CORRECTED } }),
    ],
    [["hook", "session-end"], hook("session-end", { transcript_path: talk })],
    [["context"]],
    [["harvest", talk]],
    [["hooks", "install", "claude-code", "--dry-run"]],
    [["hooks", "install", "claude-code"]],
    [["hooks", "remove", "claude-code"]],
  ];
  for (const [args, stdin] of calls) {
    const { code, stdout, stderr } = await box.run(args, stdin === undefined ? {} : { stdin });
    if (args[1] === "session-end") continue;
    expect(stdout, `${args.join(" ")}: ${code} ${stderr}`).not.toBe("");
    expect(await isOwn(box, stdout), `${args.join(" ")}:\n${stdout}`).toBe(true);
  }
});

it("and at a terminal", { tags: "more" }, async () => {
  const box = await knownWorkspace();
  await box.run(["remember", "Deploy from the branch blue-harbour", "--category", "fact"]);
  for (const args of [
    ["list", "--type", "memory"],
    ["recall", "lockfile"],
    WEAKLY,
    ["context", "--query", "lockfile"],
  ]) {
    const { screen } = await atTerminal(box, args, []);
    expect(screen).not.toBe("");
    expect(await isOwn(box, screen), `${args.join(" ")}:\n${screen}`).toBe(true);
  }
});
