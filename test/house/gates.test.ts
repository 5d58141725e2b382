/**
 * Each condition is decided in one place: `entry/gates/`, and the columns of the cache. These are the files that still
 * know one by hand. A file leaves a list; none comes onto it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { HOUSE } from "../compiled-source.js";

interface Condition {
  /** What a file does that knows it. */
  does: string;
  /** As it stands in a source. */
  words: RegExp;
  instead: string;
  files: readonly string[];
}

const CONDITIONS: readonly Condition[] = [
  {
    does: "compares tiers",
    words: /compareTiers\(/,
    instead: "how far somebody is trusted is weighed by `mayChange` and `tierOf`",
    files: [
      "capture/answer-pair",
      "capture/policy/settle",
      "capture/prepare",
      "entry/near/blocking",
      "hosts/events/prompt-memories",
      "import/policy/arrival",
      "store/base/policy/record-differences",
      "store/examples/correction-offer",
      "store/rules/evidence-loader",
      "store/rules/policy/existing-rules",
      "store/rules/policy/new-rules",
      "store/rules/policy/place-rules",
      "store/rules/repeated-lessons",
    ],
  },
  {
    does: "asks whose an entry is",
    words: /\b(?:audienceOf|isRestricted|isFor)\(/,
    instead: "what a caller sees is one WHERE of the cache",
    files: [
      "capture/compare-lines",
      "capture/drafts/draft-heard",
      "capture/prepare",
      "capture/recheck",
      "context/core-files",
      "context/coverage",
      "context/learnings-layer",
      "context/now-layers",
      "entry/heard",
      "import/edited-lines",
      "recall/learned-lately",
      "recall/searched-trees",
      "store/layers/session-core",
      "store/rules/policy/qualify",
      "store/wiki/wiki-sources",
      "sync/own-arrivals",
      "sync/shared-entries",
    ],
  },
  {
    does: "asks whether learning is on",
    words: /learning\.on\b|requireLearning/,
    instead: "`prepareWrite` refuses a verb that captures",
    files: [
      "capture/add",
      "capture/capture",
      "capture/finish-first",
      "capture/record-decision",
      "capture/runs/buffer",
      "cli/run",
      "context/heard-layer",
      "harvest/harvest",
      "health/status",
      "hosts/events/hook",
      "hosts/events/session-transcript",
      "hosts/events/user-prompt",
      "import/import",
      "loop/heartbeat",
      "loop/run",
      "loop/upkeep",
      "review/review-heard.terminal",
      "review/review-round.terminal",
      "rules/digest",
      "store/base/policy/setting-gate",
      "store/change/prepare-write",
      "store/loop/heard",
      "sync/take-rows",
    ],
  },
  {
    does: "reads the merge buffer",
    words: /readMergeBuffer|mergeBufferFile/,
    instead: "`prepareWrite` finishes what waits for git",
    files: [
      "capture/finish-first",
      "capture/runs/buffer",
      "capture/runs/commit-buffer",
      "context/coverage",
      "health/doctor/local-state",
      "health/status",
      "store/loop/upkeep-due",
      "store/runs",
    ],
  },
  {
    does: "compares a review's state",
    words: /review\??\.state [!=]==/,
    instead: "`isApproved`, `isSensitive` and the other questions of `visible` say it",
    files: [
      "capture/repeat",
      "capture/timed-changes",
      "check/person-behind",
      "context/core-files",
      "context/rules-layer",
      "entry/status",
      "harvest/known-entries",
      "import/export",
      "import/own-entries",
      "import/policy/arrival",
      "questions/answer",
      "recall/recall",
      "report/policy/questions",
      "review/review",
      "rules/why-entry",
      "store/facts/waiting",
      "store/index-page",
      "store/questions/policy/limits",
      "sync/take-change",
    ],
  },
  {
    does: "asks for the run of a command",
    words: /\bactor\.run\b|\{ run[ ,}].* = ctx\.actor/,
    instead: "`prepareWrite` refuses what changes known entries in a run",
    files: [
      "capture/capture",
      "capture/log",
      "capture/record",
      "capture/runs/buffer",
      "context/coverage",
      "harvest/keep-offers",
      "loop/answer",
      "loop/used",
      "review/undo",
      "rules/rules-upkeep",
      "rules/tend-rules",
      "store/change/prepare-write",
    ],
  },
];

const SOURCE = join(HOUSE, "src");
const sources = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => name.endsWith(".ts") && !/^(?:entry\/gates|store\/cache)\//.test(name))
  .map((name) => ({ name: name.slice(0, -".ts".length), text: readFileSync(join(SOURCE, name), "utf8") }))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));

describe("a condition is decided at its gate", () => {
  it.each(CONDITIONS)("no other file $does", ({ words, instead, files }) => {
    const knowing = sources.filter(({ text }) => words.test(text)).map(({ name }) => name);
    expect(
      knowing.filter((name) => !files.includes(name)),
      `${instead}: ask there`,
    ).toEqual([]);
    expect(
      files.filter((name) => !knowing.includes(name)),
      "take these off the list",
    ).toEqual([]);
  });
});
