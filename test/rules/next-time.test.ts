/** What holds, then how: when the second half is said at all, and how the two read as one sentence. */
import { describe, expect, it } from "vitest";
import { withNextTime, withPractice } from "../../src/rules/policy/next-time.js";

describe("what to do next time", () => {
  it.each([
    ["Use npm ci in CI", "use npm ci."],
    ["Use npm ci in CI", "Use the npm ci in CI!"],
    ["Never push to main directly", "Never push"],
    ["The port of the API is 8080", "port of the API"],
    ["Rechnungen gehen am Ersten raus", "rechnungen gehen am Ersten raus"],
    ["提交前先运行测试", "提交前先运行测试。"],
    ["Use `npm ci`", "  "],
  ])("of %j, %j is left out: the words stand there already", (claim, next) => {
    expect(withNextTime(claim, next)).toBe(claim);
  });

  it.each([
    // Whether other words say the same is not for the line to judge.
    ["Use npm ci in CI", "Always use npm ci in CI"],
    ["Run the tests before pushing", "Test before you push"],
    ["Use npm ci in CI", "ci use npm"],
    ["Never push to main directly", "push directly"],
    ["Answer in German", "answer in German, unless the mail is English"],
    ["Wait for CI", "wait 10 minutes for CI"],
    ["Use port 80", "use port 8080"],
    ["提交前先运行测试", "先看 CI 文件"],
  ])("after %j, %j is said as it was written", (claim, next) => {
    expect(withNextTime(claim, next)).toBe(`${claim}; next time: ${next}`);
  });
});

it.each([
  ["Use npm ci", undefined, "Use npm ci"],
  ["Use npm ci. ", "look at the lockfile", "Use npm ci; next time: look at the lockfile"],
  ["Use npm ci!", "look. Then push.", "Use npm ci; next time: look. Then push."],
  ["Use npm ci", "Next time, check the lockfile", "Use npm ci; Next time, check the lockfile"],
  ["Use npm ci", "next time: check the lockfile", "Use npm ci; next time: check the lockfile"],
  ["Use npm ci", "Docker must be restarted", "Use npm ci; next time: Docker must be restarted"],
])("%j and %j are one sentence: %j", (claim, next, line) => {
  expect(withNextTime(claim, next)).toBe(line);
});

describe("what an insight is good for", () => {
  const CLAIM = "Retries hide a flaky test";
  it.each([
    [[], CLAIM],
    [["Count retries before a release"], `${CLAIM}; in practice: Count retries before a release`],
    [["nightly builds", "release builds"], `${CLAIM}; in practice: nightly builds; release builds`],
    [["a flaky test", "release builds"], `${CLAIM}; in practice: release builds`],
  ])("%j stands behind what it says", (applications, line) => {
    expect(withPractice(CLAIM, applications)).toBe(line);
  });
});
