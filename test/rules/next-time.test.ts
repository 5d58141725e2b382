/** What holds, then how: when the second half is said at all, and how the two read as one sentence. */
import { describe, expect, it } from "vitest";
import { withNextTime, withPractice } from "../../src/rules/policy/next-time.js";

describe("what to do next time", () => {
  it.each([
    ["Use npm ci in CI", "use npm ci."],
    ["Use npm ci in CI", "Use the npm ci in CI!"],
    ["Never push to main directly", "Never push"],
    ["The port of the API is 8080", "port of the API"],
    ["Don't log access tokens", "do not log access tokens"],
    ["Rechnungen gehen am Ersten raus", "rechnungen gehen am Ersten raus"],
    ["提交前先运行测试", "提交前先运行测试。"],
    ["Use `npm ci`", "  "],
  ])("of %j, %j is left out: the words stand there already", (claim, next) => {
    expect(withNextTime(claim, next)).toBe(claim);
  });

  it.each([
    // Whether other words say the same is not for the line to judge.
    ["Use npm ci in CI", "Always use npm ci in CI"],
    ["Never push to main directly", "Don't push to main directly"],
    ["Run the tests before pushing", "Test before you push"],
    ["Use npm ci in CI", "ci use npm"],
    ["Never push to main directly", "push directly"],
    ["Use npm ci in CI", "look for npm install in the CI file before pushing"],
    ["Never push to main directly", "Open a pull request"],
    ["Answer in German", "answer in German, unless the mail is English"],
    ["Wait for CI", "wait 10 minutes for CI"],
    ["Use port 80", "use port 8080"],
    ["提交前先运行测试", "先看 CI 文件"],
  ])("after %j, %j is said as it was written", (claim, next) => {
    expect(withNextTime(claim, next)).toBe(`${claim}; next time: ${next}`);
  });
});

describe("the two as one sentence", () => {
  it.each([
    ["Use npm ci", undefined, "Use npm ci"],
    ["Use npm ci", "", "Use npm ci"],
    ["Use npm ci. ", "look at the lockfile", "Use npm ci; next time: look at the lockfile"],
    ["Use npm ci!", "look. Then push.", "Use npm ci; next time: look. Then push."],
    ["Use npm ci", "Look at the lockfile", "Use npm ci; next time: Look at the lockfile"],
    ["Use npm ci", "Before pushing, look twice", "Use npm ci; next time: Before pushing, look twice"],
    ["Use npm ci", "Don't trust the cache", "Use npm ci; next time: Don't trust the cache"],
    ["Use npm ci", "Next time, check the lockfile", "Use npm ci; Next time, check the lockfile"],
    ["Use npm ci", "next time: check the lockfile", "Use npm ci; next time: check the lockfile"],
    ["Use npm ci", "Docker must be restarted", "Use npm ci; next time: Docker must be restarted"],
    ["Use npm ci", "README before code", "Use npm ci; next time: README before code"],
    ["Use npm ci", "I ask the owner", "Use npm ci; next time: I ask the owner"],
    ["Use npm ci", "Will decides about the cache", "Use npm ci; next time: Will decides about the cache"],
    ["Use npm ci", "May is too late for that", "Use npm ci; next time: May is too late for that"],
    ["npm ci nutzen", "Prüfe das Format", "npm ci nutzen; next time: Prüfe das Format"],
  ])("%j and %j are %j", (claim, next, line) => {
    expect(withNextTime(claim, next)).toBe(line);
  });
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
