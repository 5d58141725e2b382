import { describe, expect, it } from "vitest";
import { ENTRY_TYPES, type EntryType } from "../../src/entry/record-types.js";
import type { StatusReport } from "../../src/health/health-schemas.js";
import { nextSteps, overviewOutline } from "../../src/health/overview.terminal.js";
import { pipeText } from "../../src/text/outline/pipe.js";
import { say } from "../operations.js";

const NONE = Object.fromEntries(ENTRY_TYPES.map((type) => [type, 0])) as Record<EntryType, number>;
const COUNTS = { ...NONE, correction: 1, live: 1, promoted: 0 };

const overview = (more: Partial<StatusReport> = {}, count = 0): StatusReport => ({
  ...{ workspace: "/w", base: { state: "none", says: "Nobody named a base." }, agent: "main", runs: [] },
  waiting:
    count === 0 ? [] : [{ kind: "entry", count, since: "2026-02-01T09:00:00Z", days: 4, id: "COR-20260201-K7Q2X" }],
  counts: { ...COUNTS, inconclusive: 0, superseded: 0, forgotten: 0 },
  newest: {
    ...{ id: "COR-20260201-K7Q2X", ref: "k7q2x", type: "correction", text: "Use pnpm", tier: "self" },
    at: "2026-02-01T09:00:00Z",
  },
  ...{
    due: { questions: 1, reinforce: 0 },
    index: "fresh",
    interrupted: false,
    findings: { errors: 0, warnings: 0 },
  },
  ...more,
});

const EMPTY = { counts: { ...overview().counts, live: 0, correction: 0 }, newest: undefined };
const BROKEN = { findings: { errors: 2, warnings: 0 } };
const MERGING = { merge: { state: "merging", captures: 1 } };

describe("what to do next", () => {
  const rows: [what: string, data: StatusReport, commands: string[]][] = [
    ["nothing waits", overview(), ["tenet context"]],
    ["something waits for a person", overview({}, 3), ["tenet review", "tenet context"]],
    ["nothing is known yet", overview(EMPTY), ['tenet correct "..."', "tenet harvest"]],
    ["nothing is known and learning is off", overview({ ...EMPTY, learning: { on: false } }), []],
    ["records are broken", overview(BROKEN, 3), ["tenet doctor", "tenet review", "tenet context"]],
    [
      "git has unfinished work",
      overview({ ...MERGING, ...BROKEN }, 3),
      ["tenet merge", "tenet doctor", "tenet review"],
    ],
  ];
  for (const [what, data, commands] of rows)
    it(`${what}: ${commands.join(", ")}`, () => expect(nextSteps(data).map(([command]) => command)).toEqual(commands));

  it("stands under the state, in ten lines at most", async () => {
    const text = pipeText(await overviewOutline(await say(overview({ ...BROKEN }, 1))));
    expect(text).toMatch(/\nnext {7}tenet doctor {3}2 files or records cannot be read as they stand\n/);
    expect(text).toMatch(/\n {11}tenet review {3}for you: 1 entry, oldest 4 days\n/);
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(10);
  });
});
