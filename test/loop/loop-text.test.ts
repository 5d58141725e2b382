import { describe, expect, it } from "vitest";
import type { StatusReport } from "../../src/health/health-schemas.js";
import { statusOutline } from "../../src/health/status.js";
import type { Worded } from "../../src/steps.js";
import { pipeText } from "../../src/text/outline/render.js";
import { printableData } from "../../src/text/paint.js";

const NONE = { live: 0, correction: 0, insight: 0, outcome: 0, memory: 0, question: 0, decision: 0, reflexion: 0 };
const STATUS: Worded<StatusReport> = {
  workspace: "/srv/agent",
  base: { state: "none", says: "Nobody named a base." },
  agent: "sybil",
  counts: { ...NONE, edit: 0, promoted: 0, inconclusive: 0, superseded: 0, forgotten: 0 },
  due: { questions: 0, reinforce: 0 },
  waiting: [],
  index: "none",
  interrupted: false,
  runs: [],
  findings: { errors: 0, warnings: 0 },
};
const waits = (kind: "entry" | "pair" | "version", count: number, days: number, id: string) => {
  const since = `2026-02-${String(14 - days).padStart(2, "0")}T09:00:00Z`;
  return { kind, count, days, id, since };
};

describe("statusOutline", () => {
  it("says that what was kept during a merge is stored soon, once git has finished", () => {
    const text = pipeText(statusOutline({ ...STATUS, merge: { state: "finished", captures: 2 } }));
    expect(text).toContain("git        finished; 2 captures waiting for the next writing command\n");
  });

  it("says everything that is the matter, each on its line", () => {
    const newest = { id: "INS-20260214-M2XBA", ref: "m2xba", type: "insight", tier: "self" } as const;
    const text = pipeText(
      statusOutline(
        printableData({
          ...STATUS,
          counts: { ...STATUS.counts, live: 3, correction: 1, insight: 2, superseded: 1 },
          newest: { ...newest, text: "one \u001b[31mthing", at: "2026-02-14T09:30:00Z" },
          due: { questions: 1, reinforce: 2 },
          waiting: [waits("pair", 3, 12, "k7q2x"), waits("version", 1, 1, "m2xba"), waits("entry", 2, 13, "k7q2x")],
          unlooked: 2,
          index: "behind",
          interrupted: true,
          merge: { state: "a merge is unfinished", captures: 1 },
          runs: [{ id: "r1", opened: "2026-02-10T09:00:00Z", writes: 3 }],
          findings: { errors: 1, warnings: 2, first: "memory/x.md:3: broken" },
        }),
      ),
    );
    expect(text.split("\n").slice(2)).toEqual([
      "known      1 correction, 2 insights, 0 outcomes (1 superseded)",
      'newest     m2xba 2026-02-14 "one \\u{1b}[31mthing"',
      "due        1 question, 2 corrections that did not stick: tenet heartbeat",
      "waits      6 things (3 pairs, 1 version, 2 entries), oldest 13 days: tenet review",
      "unlooked   2 entries never compared with the rest: tenet index",
      "index      behind the tree; the next recall or `tenet index` brings it level",
      "write      an interrupted write is completed by the next writing command",
      "git        a merge is unfinished; 1 capture kept until it is done",
      "run        r1 open since 2026-02-10, 3 writes held back",
      "findings   1 error, 2 warnings: tenet doctor",
      "           memory/x.md:3: broken",
      "",
    ]);
  });
});
