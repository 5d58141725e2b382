/** What is heard in a turn, which of it is one complaint, and whether it is offered. */
import { describe, expect, it } from "vitest";
import { groupStateOf, type HarvestDecision, isOffered, type KnownEntry } from "../../src/harvest/harvest-state.js";
import { groupsOf, type Utterance, type UtteranceGroup } from "../../src/harvest/repeats.js";
import { type MissedLearning, missedIn as missed } from "../../src/screening/detect/missed-learnings.js";
import { claimHash } from "../../src/text/claims/canonical.js";
import { some } from "../effort.js";
import { EVERYDAY_CORRECTIONS, NO_CORRECTIONS } from "../hosts/everyday.js";
import { type Label, sessionsOf } from "../hosts/talk.js";

const missedIn = (text: string, before?: string): MissedLearning[] => missed(text, undefined, before);

const ANSWER = "I changed it. All tests pass.";

describe("what a turn says", () => {
  it("takes the sentence, and the next one where it only says that something is wrong", () => {
    const [heard] = missedIn("Hi there. No, that's wrong. The limit is 30 seconds. Thanks!", ANSWER);
    expect(heard).toMatchObject({
      type: "correction",
      strength: "strong",
      quote: "No, that's wrong. The limit is 30 seconds.",
    });
  });

  it("counts several signals of one paragraph as one, and paragraphs apart", () => {
    expect(missedIn("That's wrong. You misunderstood me, use the lockfile.", ANSWER)).toHaveLength(1);
    expect(missedIn("That's wrong, use the lockfile.\n\nAnd you forgot again to sign the tag.", ANSWER)).toHaveLength(
      2,
    );
  });

  it.each([
    ["Hello. I installed everything.\n\nThe docs are\nupdated.", "The docs are updated."],
    ["I set it up.\n\n```\nnpm install\n```\n", "I set it up."],
    [`${"very ".repeat(60)}long`, `${"very ".repeat(38)}very…`],
  ])("shows the end of what the model had written: %j", (before, answers) => {
    expect(missedIn("That's wrong, install with pnpm install", before)[0]?.answers).toBe(answers);
  });

  it.each([
    ["what another person said", "The reviewer said that's wrong, what now?"],
    ["a quotation", 'Answer the mail that reads "you are wrong about the price".'],
    ["a log", "2026-02-01 10:00:01 ERROR that's wrong, expected 3"],
    ["a diff", "- that's wrong\n+ this is right"],
    ["code", "```\nthat's wrong\n```"],
    ["a stack trace", "ValueError: that's not right"],
    ["thanks", "no, thanks"],
  ])("hears nothing in %s", (_, text) => {
    expect(missedIn(text, ANSWER).filter(({ strength }) => strength === "strong")).toEqual([]);
  });
});

describe("precision", () => {
  const sure = (text: string, before = ANSWER) =>
    missedIn(text, before).filter(({ strength }) => strength === "strong");
  const isFound = (text: string, before?: string) => sure(text, before).some(({ type }) => type === "correction");

  it.each(some([1, 2, 3], 1))(
    "nine of ten that are offered as sure are what they are taken for (seed %i)",
    { tags: "proof" },
    (seed) => {
      const heard = sessionsOf(seed, 300)
        .flat()
        .flatMap((line) => sure(line.text, line.before).map(({ type }) => ({ line, type })));
      const wrong = heard.filter(({ line, type }) => (line.label as Label) !== type);
      const told = [...new Set(wrong.map(({ line, type }) => `${line.label} taken for ${type}: ${line.text}`))];
      expect(heard.length).toBeGreaterThan(100);
      expect(1 - wrong.length / heard.length, told.join("\n")).toBeGreaterThanOrEqual(0.9);
    },
  );

  it.each(some([1, 2, 3], 1))("most of the corrections are found (seed %i)", { tags: "more" }, (seed) => {
    const lines = sessionsOf(seed, 300)
      .flat()
      .filter(({ label }) => label === "correction");
    const missed = lines.filter(({ text, before }) => !isFound(text, before));
    const told = [...new Set(missed.map(({ text }) => text))].join("\n");
    expect(1 - missed.length / lines.length, told).toBeGreaterThanOrEqual(0.8);
  });

  it("nine of ten everyday sentences that only sound like it are not taken for sure, and most real ones are", () => {
    const wrong = NO_CORRECTIONS.filter((text) => sure(text).length > 0);
    const missed = EVERYDAY_CORRECTIONS.filter((text) => !isFound(text));
    const found = EVERYDAY_CORRECTIONS.length - missed.length;
    const told = `wrongly:\n${wrong.join("\n")}\nmissed:\n${missed.join("\n")}`;
    expect(found / (found + wrong.length), told).toBeGreaterThanOrEqual(0.9);
    expect(found / EVERYDAY_CORRECTIONS.length, told).toBeGreaterThanOrEqual(0.75);
  });
});

const said = (quote: string, session: string, more: Partial<Utterance> = {}): Utterance => ({
  ...{ type: "correction", strength: "strong", quote, hash: claimHash(quote), repeat: false, host: "codex", session },
  ...more,
});

describe("groups", () => {
  it("count sessions, not lines, and a turn once that stands in two files, because its session was resumed", () => {
    const minutes = [1, 2, 3].map((minute) => said("Use pnpm here", "a", { at: `2026-02-01T10:0${minute}:00Z` }));
    const [group] = groupsOf(minutes);
    expect([group?.said.length, group?.sessions.length]).toEqual([3, 1]);
    const at = "2026-02-01T10:00:00Z";
    const [resumed] = groupsOf([said("Use pnpm here", "a", { at }), said("Use pnpm here", "b", { at })]);
    expect(resumed?.said).toHaveLength(1);
  });

  it("stand with the most repeated first, then complaints about a repeat, then the newest", () => {
    const groups = groupsOf([
      said("Sign every release tag", "a", { at: "2026-01-01T00:00:00Z" }),
      said("Write dates as ISO strings", "a", { at: "2026-02-01T00:00:00Z" }),
      said("Umlauts survive the export", "a", { repeat: true }),
      said("Use pnpm here", "a"),
      said("use pnpm here!", "b"),
    ]);
    expect(groups.map(({ last }) => last.quote.split(" ")[0])).toEqual(["Use", "Umlauts", "Write", "Sign"]);
  });

  it.each([
    ["whatever their case, marks and articles", ["Install with pnpm here", "install with the pnpm, here!"], 1],
    ["other words", ["Install with pnpm here", "Use pnpm to install here"], 2],
    ["another word", ["Use pnpm here", "Use npm here"], 2],
    ["a negation", ["Use pnpm here", "Never use pnpm here"], 2],
  ])("are by equal words and type: %s", (_, wordings, count) => {
    const all = wordings.map((quote, at) => said(quote, `s${at}`));
    expect(groupsOf(all)).toHaveLength(count);
    expect(groupsOf([...all, said(wordings[0] ?? "", "s", { type: "insight" })])).toHaveLength(count + 1);
  });
});

describe("whether it is offered", () => {
  const group = (sessions: number, strength: Utterance["strength"] = "strong", from = 1) =>
    groupsOf(
      Array.from({ length: sessions }, (_, at) =>
        said("Use pnpm here", `s${at}`, { strength, at: `2026-02-${String(from + at).padStart(2, "0")}T10:00:00Z` }),
      ),
    )[0] as UtteranceGroup;

  it.each([
    ["strong", 1, true],
    ["medium", 1, false],
    ["medium", 2, false],
    ["medium", 3, true],
    ["weak", 3, false],
  ] as const)("%s, said in %i sessions: %s", (strength, sessions, offered) => {
    expect(isOffered(group(sessions, strength))).toBe(offered);
  });

  const kept = (how: HarvestDecision["how"], at: string): HarvestDecision => ({ how, at });
  const known = (timestamp: string, closed = false): KnownEntry => ({
    id: "COR-20260210-K7Q2X",
    timestamp,
    closed,
  });
  const AFTER = "2026-02-28T00:00:00Z";
  const BETWEEN = "2026-02-02T12:00:00Z";

  it.each<[string, HarvestDecision | undefined, KnownEntry | undefined, string, number | undefined]>([
    ["nothing decided", undefined, undefined, "open", undefined],
    ["never again", kept("never", BETWEEN), undefined, "never", undefined],
    ["never again, though known and said since", kept("never", BETWEEN), known(BETWEEN), "never", undefined],
    ["kept after all of it", kept("kept", AFTER), undefined, "known", undefined],
    ["kept, and said again", kept("kept", BETWEEN), undefined, "again", 1],
    ["known after all of it", undefined, known(AFTER), "known", undefined],
    ["known before all of it", undefined, known("2026-01-01T00:00:00Z"), "again", 3],
    ["known at the very second of the last", undefined, known("2026-02-03T10:00:00Z"), "known", undefined],
    ["forgotten", undefined, known(AFTER, true), "closed", undefined],
    ["forgotten, and said again", kept("kept", BETWEEN), known("2026-01-01T00:00:00Z", true), "closed", undefined],
  ])("%s", (_, decision, entry, state, since) => {
    const found = groupStateOf(group(3), () => decision, entry);
    expect([found.state, found.since]).toEqual([state, since]);
  });

  it("knows nothing of what was said without an instant", () => {
    const timeless = groupsOf([said("Use pnpm here", "a")])[0] as UtteranceGroup;
    expect(groupStateOf(timeless, () => undefined, known("2020-01-01T00:00:00Z")).state).toBe("known");
  });
});
