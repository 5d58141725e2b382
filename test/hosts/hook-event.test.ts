import { describe, expect, it } from "vitest";
import { HOOK_EVENTS, readHookInput } from "../../src/hosts/hook-event.js";
import { HOSTS } from "../../src/store/host.js";
import { CLAUDE, FOLDER, HOSTS_SAY } from "./hook-fixtures.js";

describe("what a host writes to a hook", () => {
  it.each(HOSTS)("shows %s, each event, the session and the folder by its form alone", (host) => {
    const { says, session } = HOSTS_SAY[host];
    const shown = { host, session, folders: [FOLDER], subagent: false };
    for (const event of HOOK_EVENTS)
      expect(readHookInput(JSON.parse(JSON.stringify(says[event])))).toMatchObject({ ...shown, event });
    expect(readHookInput(says["user-prompt"]).prompt).toBe("Deploy the shop");
    expect(readHookInput(says["session-end"]).transcript).toMatch(/^\/home\/bridget\/\..*\.jsonl$/);
  });

  it("tells Codex from Claude Code by a turn's name, a missing transcript or its place", () => {
    const plain = { hook_event_name: "SessionStart", session_id: "s", cwd: "/x", source: "startup" };
    expect(readHookInput({ ...plain, transcript_path: null }).host).toBe("codex");
    expect(readHookInput({ ...plain, transcript_path: "/x/rollout-2026.jsonl" }).host).toBe("codex");
    expect(readHookInput({ ...plain, turn_id: "t" }).host).toBe("codex");
    expect(readHookInput({ ...plain, transcript_path: "/x/s.jsonl" }).host).toBe("claude-code");
    expect(readHookInput(plain).host).toBe("claude-code");
  });

  it("keeps why a session starts, and that an agent was started by another", () => {
    expect(readHookInput({ ...CLAUDE["session-start"], source: "compact" }).source).toBe("compact");
    expect(readHookInput({ ...CLAUDE["user-prompt"], agent_id: "a-1" }).subagent).toBe(true);
    expect(readHookInput({ type: "message", action: "received", sessionKey: "agent:main:subagent:1" }).subagent).toBe(
      true,
    );
  });

  it("shows by Claude Code's entry point that a program composes the prompts", () => {
    for (const [entrypoint, scripted] of [
      ["sdk-ts", true],
      ["sdk-cli", true],
      ["cli", false],
      ["claude-vscode", false],
    ] as const)
      expect(readHookInput(CLAUDE["user-prompt"], undefined, entrypoint).scripted).toBe(scripted);
  });

  it.each([[null], [[]], ["text"], [7], [true], [{}], [{ hook_event_name: 7, session_id: {}, cwd: [], prompt: 1 }]])(
    "finds nothing in %j",
    (json) => {
      const { host: _, ...rest } = readHookInput(json);
      expect(rest).toEqual({ folders: [], subagent: false, scripted: false });
    },
  );

  it("takes no session for one that is no name of one line", () => {
    expect(readHookInput({ session_id: "a\nb" }).session).toBeUndefined();
    expect(readHookInput({ session_id: "a\u0000b" }).session).toBeUndefined();
    expect(readHookInput({ session_id: "x".repeat(201) }).session).toBeUndefined();
    expect(readHookInput({ session_id: " s-1 " }).session).toBe("s-1");
    expect(readHookInput({ transcript_path: "/a\0b", cwd: "/x\0" })).toMatchObject({ folders: [] });
  });
});
