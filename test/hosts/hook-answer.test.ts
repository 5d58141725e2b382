import { describe, expect, it } from "vitest";
import { hookAnswer, MOST_PRINTED, ROOM } from "../../src/hosts/events/hook.js";
import { HOOK_EVENTS } from "../../src/hosts/hook-event.js";
import { HOSTS } from "../../src/store/host.js";

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
