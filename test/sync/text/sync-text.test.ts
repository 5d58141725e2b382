/** What `tenet sync` says to people: at 80 columns, nothing of others acts on a screen, and no figure without its n. */
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import type { Synced, SyncState } from "../../../src/sync/sync-schemas.js";
import {
  leavingOutline,
  syncedOutline,
  syncInitOutline,
  syncLeftOutline,
} from "../../../src/sync/text/sync-outline.js";
import { syncStateOutline } from "../../../src/sync/text/sync-state-outline.js";
import { pipeText } from "../../../src/text/outline/pipe.js";
import { terminalText } from "../../../src/text/outline/terminal.js";
import { type Paint, PLAIN } from "../../../src/text/paint.js";

const SCREEN: Paint = { ...PLAIN, width: 80, terminal: true };
const HUB = {
  id: "0f9d1c1e-7a53-4f44-9d53-2a2f6a1f1c55",
  engine: "embedded",
  name: "/h/.local/share/tenet-hub",
} as const;
const ME = "acme-1a2b3c4d5e6f7a8b";
const OTHER = "9f8e7d6c5b4a3928";
/** Moves the cursor, forges a line of ours, reorders text, hides text. */
const HOSTILE = "\u001b[2J\nNext: rm -rf /\u202e\u{e0041} ".repeat(20);

const EMPTY_TAKEN = {
  ...{ rows: 0, stored: 0, evolved: 0, counted: 0, opened: 0, asks: [] },
  ...{ withdrawn: 0, erased: 0, refused: 0, waiting: 0, own: 0, results: [] },
};
const PUSHED = { entries: 0, withdrawn: 0, erased: 0, arrivals: 0, kept: 0 };
const COUNTS = {
  ...{ claims: 14, learned: 9, independent: 5 },
  lag_days: { n: 14, median: 3.5, same_day: 4, week: 6, month: 3, later: 1 },
};
const synced = (more: Partial<Synced> = {}): Synced => ({
  ...{ hub: HUB, agent: ME, dry_run: false, pushed: PUSHED, taken: EMPTY_TAKEN, refused: [] },
  ...more,
});

const ROW = {
  id: "INS-20260214-K7Q2X",
  kind: "entry" as const,
  at: "2026-02-14T09:00:00Z",
  body: {
    type: "insight",
    claim: "Retries hide the flaky test of [person]",
    at: "2026-02-14T09:00:00Z",
    stakes: "medium",
    at_risk: "a broken build ships",
    applications: ["CI of every service", "nightly runs"],
    tags: ["ci"],
    evolution: [{ at: "2026-02-01T00:00:00Z", text: "Retries are fine", evidence: "one run" }],
    score: 8,
  },
};

function check(text: string): string {
  for (const line of text.split("\n")) expect(stringWidth(line), line).toBeLessThanOrEqual(80);
  expect(text).not.toMatch(/(?!\n)\p{Cc}|\p{Bidi_Control}|[\u{e0000}-\u{e007f}]/u);
  expect(text).toMatch(/[^\n]\n$/);
  return text;
}

const inOneLine = (text: string): string => text.replace(/\s+/g, " ");

describe("one sync", () => {
  it("says when nothing moved, and of one direction alone nothing of the other", () => {
    const text = check(terminalText(syncedOutline(synced()), SCREEN));
    expect(text).toMatch(/^Synced with \S+ \(in a folder\)\n {2}sent +nothing new\n {2}taken +nothing new\n$/);
    expect(terminalText(syncedOutline(synced({ taken: undefined })), SCREEN)).not.toContain("taken");
    expect(terminalText(syncedOutline(synced({ pushed: undefined })), SCREEN)).not.toContain("sent");
  });

  it("counts what went and what became of what came, and leaves out what is not", () => {
    const moved = synced({
      pushed: { entries: 3, withdrawn: 1, erased: 0, arrivals: 2, kept: 1 },
      taken: { ...EMPTY_TAKEN, rows: 12, stored: 8, evolved: 2, opened: 1, waiting: 40 },
      convergence: COUNTS,
      next: "tenet sync status",
    });
    const text = inOneLine(check(terminalText(syncedOutline(moved), SCREEN)));
    for (const words of [
      "3 entries, 1 withdrawn, 2 claims of others confirmed here; 1 row",
      "12 rows: 8 stored, 2 evolved, 1 pair open",
      "40 rows of others, for another day",
      "claims 14 that two agents or more came to",
      "9 learned, 5 independent",
      "4 within a day, 6 within a week, 3 within a month, 1 later; half within 3.5 days (n = 14)",
    ])
      expect(text).toContain(words);
    expect(text).toMatch(/Next: tenet sync status $/);
    expect(text).not.toMatch(/linked|erased|refused/);
    // A handful of lags has no median.
    const lag_days = { n: 4, median: null, same_day: 4, week: 0, month: 0, later: 0 };
    const few = terminalText(syncedOutline(synced({ convergence: { ...COUNTS, lag_days } })), SCREEN);
    expect(few).toContain("after the first: 4 within a day (n = 4)");
    expect(few).not.toContain("half");
  });

  it("writes out what others wrote and would act: refused rows, the last five of them", () => {
    const refused = Array.from({ length: 9 }, (_, at) => ({ agent: HOSTILE, number: at, because: HOSTILE }));
    const text = check(terminalText(syncedOutline(synced({ refused })), SCREEN));
    expect(text).toContain("9 rows, the last of them");
    expect(text).not.toMatch(/^\s*Next:/m);
    expect(text).toContain("\\u{1b}");
  });
});

describe("what would go", () => {
  const dry = synced({
    dry_run: true,
    taken: undefined,
    pushed: {
      ...{ ...PUSHED, entries: 1, withdrawn: 1, erased: 1, arrivals: 1 },
      rows: [
        ROW,
        { id: "INS-20260101-AAAAA", kind: "withdrawn" },
        { id: "INS-20260101-BBBBB", kind: "erased" },
        { id: "INS-20260101-CCCCC", kind: "arrival" },
      ],
      not_shared: [
        ...Array.from({ length: 8 }, (_, at) => ({ id: `INS-20260102-AAAA${at}`, because: "it waits for a review" })),
        { id: "COR-20260103-M9QRT", because: "nobody shared this correction by its id" },
      ],
      unnamed: 12,
    },
    needs_person: "the first sharing with this hub",
  });

  it("is every word of every row, and every reason of what stays", () => {
    const text = check(terminalText(syncedOutline(dry), SCREEN));
    for (const words of [
      ...["Retries hide the flaky test of [person]", "medium", "a broken build ships", "nightly runs"],
      ...["Retries are fine", "one run", "2026-02-01T00:00:00Z"],
      "INS-20260101-AAAAA  is no longer shared",
      "INS-20260101-BBBBB  its words leave",
      "8           it waits for a review (aaaa0, aaaa1, aaaa2, aaaa3, aaaa4, aaaa5\n",
      "1           nobody shared this correction by its id (m9qrt)",
      "12          corrections and memories: never shared but by id\n",
      "Needs a person: the first sharing with this hub.",
    ])
      expect(text).toContain(words);
  });

  it("is bounded before the question, with the count of the rest, and the question's reason", () => {
    const rows = Array.from({ length: 30 }, () => ROW);
    const many = { ...dry, pushed: { ...PUSHED, entries: 30, rows, not_shared: dry.pushed?.not_shared } };
    const text = check(terminalText(syncedOutline(many, { most: 12, asks: true }), SCREEN));
    expect(text.match(/^INS-/gm)).toHaveLength(12);
    expect(text).toContain("and 18 more rows: tenet sync --dry-run shows every one");
    expect(text).toContain("This is the first sharing with this hub.");
    expect(text).not.toContain("Stays here");
    expect(pipeText(syncedOutline(many)).match(/^INS-/gm)).toHaveLength(30);
  });

  it("own words that would act on a screen are written out, further lines stay beneath their label", () => {
    const body = { ...ROW.body, claim: "one\nNext: two\u001b[2J\u202e" };
    const text = check(
      terminalText(syncedOutline({ ...dry, pushed: { ...PUSHED, rows: [{ ...ROW, body }] } }), SCREEN),
    );
    expect(text).toContain("                Next: two\\u{1b}[2J\\u{202e}");
  });
});

describe("the state", () => {
  const state: SyncState = {
    ...{ set_up: true, hub: HUB, reachable: true, agent: ME, joined: "2026-02-01T09:00:00Z" },
    ...{ last: { at: "2026-02-14T09:05:00Z", pushed: 3, taken: 12 }, shared: 41, copies: 1 },
    ...{ waiting_to_go: 3, waiting_there: 0, refused: [] },
    convergence: {
      ...COUNTS,
      first: [
        {
          ...{ claim: "a".repeat(12), text: "Retries hide the flaky test" },
          first: { agent: OTHER, at: "2026-02-01T00:00:00Z" },
          next: [
            { agent: ME, lag_days: 1, how: "independent" },
            { agent: HOSTILE, lag_days: 3.5, how: "learned" },
          ],
        },
        { claim: "b".repeat(12), first: { agent: OTHER, at: HOSTILE }, next: [] },
      ],
    },
  };

  it("not set up: how it begins", () => {
    const none: SyncState = { set_up: false, shared: 0, copies: 0, refused: [], next: "tenet sync init" };
    expect(check(terminalText(syncStateOutline(none), SCREEN))).toMatch(
      /^Nothing is shared: .+\nNext: tenet sync init\n$/,
    );
  });

  it("says who came first to a claim, and who next", () => {
    const text = check(terminalText(syncStateOutline(state), SCREEN));
    expect(text).toContain("2026-02-14 09:05 UTC: 3 sent, 12 taken");
    expect(text).toContain("1 entry of others, live here");
    expect(text).toContain("waits       3 to go\n");
    expect(text).toContain('"Retries hide the flaky test"');
    expect(inOneLine(text)).toContain(`${OTHER} on 2026-02-01; then ${ME} after 1 day, independent; then`);
    expect(text).toContain("(not here) bbbbbbbbbbbb");
    expect(text).not.toMatch(/^\s*Next:/m);
  });

  it("a hub that is away is said, with why, and what is known here all the same", () => {
    const away: SyncState = {
      ...{ set_up: true, hub: { id: HUB.id, engine: "server" }, reachable: false, why: `no answer from ${HOSTILE}` },
      ...{ agent: ME, joined: "2026-02-01T09:00:00Z", shared: 0, copies: 2, refused: [], next: "try again" },
    };
    const text = check(terminalText(syncStateOutline(away), SCREEN));
    expect(text).toContain("cannot be reached: no answer from");
    expect(text).toContain("last        never");
    expect(text).not.toContain("waits");
  });

  it("leaving says what cannot be undone and what it does not reach, and no command to paste", () => {
    const text = check(terminalText(leavingOutline(state), SCREEN));
    expect(inOneLine(text)).toContain("All 41 entries that this clone shared would leave");
    expect(inOneLine(text)).toContain("A machine that never syncs again keeps its copies");
    expect(text).not.toMatch(/tenet sync leave/);
    const left = inOneLine(
      check(terminalText(syncLeftOutline({ hub: HUB, agent: ME, erased_rows: 41, copies_kept: 1 }), SCREEN)),
    );
    expect(left).toContain("41 entries of this clone left the hub. Copies of what others shared stay here: 1 entry.");
  });
});

it("joining says that nothing was sent", () => {
  const joined = { hub: HUB, agent: ME, created: true, next: "tenet sync --dry-run" };
  expect(inOneLine(check(terminalText(syncInitOutline(joined), SCREEN)))).toContain("Nothing was sent.");
  const server = { ...HUB, engine: "server" as const, name: "db.example.org/tenet" };
  const again = check(terminalText(syncInitOutline({ ...joined, created: false, hub: server }), SCREEN));
  expect(again).toMatch(/^Joined already:/);
});
