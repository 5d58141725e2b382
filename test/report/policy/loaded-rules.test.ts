/** Rules in files that a host reads by itself: no context says them, and they were before its agent all the same. */
import { describe, expect, it } from "vitest";
import type { History, Showing } from "../../../src/report/history.js";
import { rulesShownOf } from "../../../src/report/policy/rules-shown.js";

const ID = "COR-20260201-A0001";
const RULE = { text: "Use pnpm", target: "CLAUDE.md", ids: [ID], since: "0001-AAAAA" };
const DECIDED = "2026-02-10T09:00:00Z";

const context = (at: string, more: Partial<Showing> = {}): Showing => {
  return { at, agent: "main", ids: [], context: true, ...more };
};

function shown(showings: readonly Showing[], uses: readonly object[] = [], since = "0001-AAAAA") {
  const entry = { id: ID, type: "correction", uses };
  const version = { id: "0001-AAAAA", version: 1, status: "active", created: "2026-02-09T09:00:00Z" };
  const history = {
    now: new Date("2026-03-01T00:00:00Z"),
    entries: [entry],
    byId: new Map([[ID, entry]]),
    versions: [{ ...version, decided: { by: "auto", at: DECIDED, how: "mode" }, rules: [{ ...RULE, since }] }],
    local: { showings, searches: [], asked: [] },
  } as unknown as History;
  const [rule] = rulesShownOf(history, {})?.rules ?? [];
  return { how: rule?.how, contexts: rule?.contexts };
}

const LOADED = { loaded: ["CLAUDE.md", "AGENTS.md"] };

describe("a rule in a file that the host reads", () => {
  it.each<[string, readonly Showing[], string, number]>([
    ["no context at all", [], "never_shown", 0],
    ["a context of another program", [context("2026-02-11T09:00:00Z")], "never_shown", 0],
    ["a context of its host", [context("2026-02-11T09:00:00Z", LOADED)], "shown", 1],
    ["a host that reads another file", [context("2026-02-11T09:00:00Z", { loaded: ["AGENTS.md"] })], "never_shown", 0],
    ["just when it came into force", [context(DECIDED, LOADED)], "shown", 1],
    ["a second before that", [context("2026-02-10T08:59:59Z", LOADED)], "never_shown", 0],
    ["what is no context", [context("2026-02-11T09:00:00Z", { ...LOADED, context: false })], "never_shown", 0],
    ["what said it as well: once", [context("2026-02-11T09:00:00Z", { ...LOADED, ids: [ID] })], "shown", 1],
    [
      "both kinds of contexts",
      [context("2026-02-11T09:00:00Z", LOADED), context("2026-02-12T09:00:00Z", { ids: [ID] })],
      "shown",
      2,
    ],
  ])("was shown by %s", (_, showings, how, contexts) => {
    expect(shown(showings)).toEqual({ how, contexts });
  });

  it("is heeded by what came after that", () => {
    const worked = { at: "2026-02-12T09:00:00Z", session: "s", result: "worked" };
    expect(shown([context("2026-02-11T09:00:00Z", LOADED)], [worked])).toEqual({ how: "heeded", contexts: 1 });
    expect(shown([context("2026-02-13T09:00:00Z", LOADED)], [worked])).toEqual({ how: "shown", contexts: 1 });
  });

  it("of a version that nobody knows any more was there before all of them", () => {
    expect(shown([context("2026-01-01T09:00:00Z", LOADED)], [], "0000-ZZZZZ")).toEqual({ how: "shown", contexts: 1 });
  });
});
