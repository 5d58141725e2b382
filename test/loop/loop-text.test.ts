import { describe, expect, it } from "vitest";
import { loggedText, runText } from "../../src/capture/capture-text.js";
import { detect } from "../../src/detect/detect.js";
import { detectedText } from "../../src/detect/detect-text.js";
import type { StatusReport } from "../../src/health/health-schemas.js";
import { statusText } from "../../src/health/status.js";
import type { HeartbeatData } from "../../src/loop/loop-schemas.js";
import { heartbeatText, usedText } from "../../src/loop/loop-text.js";
import { PLAIN } from "../../src/text/paint.js";

const STATUS: StatusReport = {
  workspace: "/srv/agent",
  base: { state: "none", says: "Nobody named a base." },
  agent: "sybil",
  counts: {
    live: 0,
    correction: 0,
    insight: 0,
    outcome: 0,
    memory: 0,
    question: 0,
    decision: 0,
    reflexion: 0,
    edit: 0,
    promoted: 0,
    inconclusive: 0,
    superseded: 0,
    forgotten: 0,
  },
  due: { questions: 0, reinforce: 0 },
  waiting: [],
  index: "none",
  interrupted: false,
  runs: [],
  findings: { errors: 0, warnings: 0 },
};

describe("statusText", () => {
  it("says how to begin in an empty workspace", () => {
    expect(statusText(STATUS, PLAIN)).toBe(
      [
        "workspace  /srv/agent (agent sybil)",
        "decides    Nobody named a base.",
        'known      nothing yet: tenet learn "..."',
        "due        nothing",
        "index      not built yet: recall finds words until `tenet index` has run",
        "",
      ].join("\n"),
    );
  });

  it("says everything that is the matter, each on its line", () => {
    const text = statusText(
      {
        ...STATUS,
        counts: { ...STATUS.counts, live: 3, correction: 1, insight: 2, superseded: 1 },
        newest: {
          id: "INS-20260214-M2XBA",
          ref: "m2xba",
          type: "insight",
          tier: "self",
          text: "one \u001b[31mthing",
          at: "2026-02-14T09:30:00Z",
        },
        due: { questions: 1, reinforce: 2 },
        waiting: [
          {
            key: "review",
            kind: "review",
            count: 2,
            days: 13,
            oldest: { id: "x", ref: "k7q2x", since: "2026-02-01T09:00:00Z" },
          },
          {
            key: "pair",
            kind: "pair",
            count: 3,
            days: 12,
            oldest: { id: "INS-20260202-K7Q2X", ref: "k7q2x", since: "2026-02-02T09:00:00Z" },
          },
          {
            key: "version",
            kind: "version",
            count: 1,
            days: 1,
            oldest: { id: "0003-M2XBA", ref: "m2xba", since: "2026-02-13T09:00:00Z" },
          },
        ],
        unlooked: 2,
        index: "behind",
        interrupted: true,
        merge: { state: "a merge is unfinished", captures: 1 },
        runs: [{ id: "r1", opened: "2026-02-10T09:00:00Z", writes: 3 }],
        findings: { errors: 1, warnings: 2, first: "memory/x.md:3: broken" },
      },
      PLAIN,
    );
    expect(text).toBe(
      [
        "workspace  /srv/agent (agent sybil)",
        "decides    Nobody named a base.",
        "known      1 correction, 2 insights, 0 outcomes (1 superseded)",
        'newest     m2xba 2026-02-14 "one \\u{1b}[31mthing"',
        "due        1 question, 2 corrections that did not stick: tenet heartbeat",
        "waits      2 entries for a person's review, the oldest since 2026-02-01 (13 days): tenet review",
        "waits      3 pairs undecided, the oldest since 2026-02-02 (12 days): tenet review",
        "waits      1 version of the rules for a person's decision, since 2026-02-13 (1 day): tenet diff m2xba",
        "unlooked   2 entries never compared with the rest: tenet index",
        "index      behind the tree; the next recall or `tenet index` brings it level",
        "write      an interrupted write is completed by the next writing command",
        "git        a merge is unfinished; 1 capture kept until it is done",
        "run        r1 open since 2026-02-10, 3 writes held back",
        "findings   1 error, 2 warnings: tenet doctor",
        "           memory/x.md:3: broken",
        "",
      ].join("\n"),
    );
  });
});

describe("heartbeatText", () => {
  const empty: HeartbeatData = { due: [], reinforce: [], pending: [], did: [], waiting: 0, dry_run: false };

  it("is exactly one word when there is nothing to say, and never holds it otherwise", () => {
    expect(heartbeatText(empty)).toBe("HEARTBEAT_OK\n");
    expect(heartbeatText({ ...empty, waiting: 4 })).toBe("HEARTBEAT_OK\n");
    expect(heartbeatText({ ...empty, did: ["INS-20260214-M2XBA expired"] })).toBe("Done:\n- m2xba expired\n");
    expect(heartbeatText({ ...empty, did: ["drop run r1"], dry_run: true })).toBe("Would have:\n- drop run r1\n");
  });

  it("brings back what did not stick with what to do next time", () => {
    const text = heartbeatText({
      ...empty,
      reinforce: [
        {
          key: "reinforce:COR-20260215-K7Q2X",
          id: "COR-20260215-K7Q2X",
          ref: "k7q2x",
          type: "correction",
          tier: "relayed",
          stakes: "high",
          text: "Use npm ci in CI",
          said: 2,
          next_time: "look for npm install in the CI file",
          answers: ["tenet outcome k7q2x --held --evidence T"],
        },
      ],
    });
    expect(text).toBe(
      [
        "Keep in mind:",
        '- k7q2x (correction, high, relayed) "Use npm ci in CI", said 2 times; next time "look for npm install in the CI file"',
        "  held? tenet outcome k7q2x --held --evidence T",
        "V: validated, invalidated, mixed or inconclusive. T: your own words in 'single quotes'.",
        "",
      ].join("\n"),
    );
  });
});

describe("other answers", () => {
  it("of used, log and run fit on lines", () => {
    const used = { id: "INS-20260214-M2XBA", result: "worked", session: "s", sessions: 2 } as const;
    expect(usedText({ ...used, decision: "counted", because: ["Used in 2 sessions; this time: worked."] }, PLAIN)).toBe(
      "Counted  m2xba  worked   Used in 2 sessions; this time: worked.\n",
    );
    expect(
      usedText({ ...used, decision: "not-counted", because: ["It was counted in this session already."] }, PLAIN),
    ).toBe("Not counted  m2xba  worked   It was counted in this session already.\n");
    const logged = { decision: "logged", text: "x", file: "memory/2026-02-15.md", line: 3, because: [] } as const;
    expect(loggedText({ ...logged, because: [] }, PLAIN)).toBe("Logged  memory/2026-02-15.md:3\n");
    const run = { run: "r1", state: "finished", changed: true, count: 1, because: ["1 write committed."] } as const;
    const committed = [
      { kind: "log", says: "ran the suite" } as const,
      { kind: "use", says: "x", refused: "no entry" } as const,
    ];
    expect(runText({ ...run, because: [...run.because], committed }, PLAIN)).toBe(
      'run r1  finished   1 write committed.\nNoted  ran the suite\nNot kept: "x"\n  no entry\n',
    );
  });

  it("of detect show the command and what it lacks", () => {
    expect(detectedText(detect("I already told you: use npm ci, not npm install"), PLAIN)).toBe(
      [
        'correction  strong  "I already told"  (it was said before and did not stick)  was not found when it was needed',
        "  tenet correct 'I already told you: use npm ci, not npm install'",
        "",
      ].join("\n"),
    );
    expect(detectedText(detect("where is it"), PLAIN)).toBe("Nothing: Nothing in it sounds like a learning.\n");
  });
});
