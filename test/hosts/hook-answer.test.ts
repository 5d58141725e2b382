import { describe, expect, it } from "vitest";
import { hookAnswer, MOST_PRINTED, ROOM, reachesModel } from "../../src/hosts/events/hook.js";
import { HOOK_EVENTS } from "../../src/hosts/hook-event.js";
import { HOSTS } from "../../src/store/host.js";

const FENCED = "About it\n<tenet-now-0123456789ab>\nCOR-20260215-K7Q2X self | one\n</tenet-now-0123456789ab>\n";

describe("the form of an answer", () => {
  it("is what Claude Code and Codex document for both events", () => {
    for (const host of ["claude-code", "codex"] as const) {
      expect(JSON.parse(hookAnswer(host, "session-start", FENCED))).toEqual({
        hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: FENCED.trimEnd() },
      });
      expect(JSON.parse(hookAnswer(host, "user-prompt", "a nudge"))).toEqual({
        hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: "a nudge" },
      });
    }
  });
  it("is what Cursor documents for a session's start, and nothing at its prompts, which it cannot put anything beside", () => {
    expect(JSON.parse(hookAnswer("cursor", "session-start", FENCED))).toEqual({ additional_context: FENCED.trimEnd() });
    expect(hookAnswer("cursor", "user-prompt", "a nudge")).toBe("");
    expect(reachesModel("cursor", "user-prompt")).toBe(false);
  });
  it("is plain text for OpenClaw and for a host that nobody knows", () => {
    expect(hookAnswer("openclaw", "session-start", FENCED)).toBe(FENCED);
    expect(hookAnswer(undefined, "user-prompt", "a nudge\n\n")).toBe("a nudge\n");
  });
  it("is nothing where there is nothing to say or nobody reads it", () => {
    for (const host of [...HOSTS, undefined]) {
      expect(hookAnswer(host, "session-start", " \n")).toBe("");
      for (const event of ["pre-compact", "session-end", "stop"] as const) {
        expect(hookAnswer(host, event, "anything"), `${host} ${event}`).toBe("");
      }
    }
  });
});

describe("the length of an answer (row 38)", () => {
  const line = '- a line with "quotes" and a tab\t and words\n';
  it.each([...HOSTS, undefined])("is at most 9,000 characters for the host %s, its fence closed", (host) => {
    for (const length of [ROOM[host ?? "unknown"], 20_000, 500_000]) {
      const body = line.repeat(Math.ceil(length / line.length)).slice(0, length);
      const text = `About\n<tenet-now-0123456789ab>\n${body}\n</tenet-now-0123456789ab>\n`;
      const answer = hookAnswer(host, "session-start", text);
      expect(answer.length).toBeLessThanOrEqual(MOST_PRINTED);
      expect(answer.length).toBeGreaterThan(7_000);
      expect(answer).toContain("</tenet-now-0123456789ab>");
      if (host !== undefined && host !== "openclaw") JSON.parse(answer);
    }
  });
  it("is nothing where one line alone is too long", () => {
    for (const event of HOOK_EVENTS)
      expect(hookAnswer("codex", event, "\u0001".repeat(9_000)).length).toBeLessThan(200);
  });
});
