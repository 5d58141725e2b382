/** What holds, then how: when the second half is said at all, and how the two read as one sentence. */
import { describe, expect, it } from "vitest";
import { withNextTime, withPractice } from "../../src/rules/policy/next-time.js";

type Pairs = Record<"seen" | "heldOut", [claim: string, next: string][]>;

/** Written before the code; the second list of each kind was not looked at while it was made. */
const SAYS_AGAIN: Pairs = {
  seen: [
    ["Use npm ci in CI", "use npm ci."],
    ["Use npm ci in CI", "Always use npm ci in CI"],
    ["Never push to main directly", "Don't push to main directly"],
    ["Run the tests before pushing", "Test before you push"],
    ["Mask the email in logs", "Remember to mask the email in the logs"],
    ["No deploys on Friday", "Don't deploy on a Friday"],
    ["Always answer in German", "Answer in German"],
    ["Pin the base image", "Make sure the base image is pinned"],
    ["Tabs, not spaces", "Use tabs instead of spaces"],
    ["提交前先运行测试", "提交前先运行测试。"],
  ],
  heldOut: [
    ["Never push to main directly", "Do not push directly to main"],
    ["The API runs on port 8080", "Use port 8080 for the API"],
    ["Ask the owner before deleting branches", "Before deleting a branch, ask the owner"],
    ["Customer names never appear in test data", "Never use customer names in test data"],
    ["Amounts are net, not gross", "Take net amounts, not gross ones"],
    ["Feature flags are removed after the release", "Remove feature flags after a release"],
    ["Time zones: UTC everywhere", "use UTC everywhere"],
    ["Never log access tokens", "Please don't log access tokens again"],
    ["Commit messages are written in English", "commit messages in English"],
    ["Rechnungen gehen am Ersten raus", "rechnungen gehen am Ersten raus"],
  ],
};

const SAYS_HOW: Pairs = {
  seen: [
    ["Use npm ci in CI", "look for npm install in the CI file before pushing"],
    ["Time is never an issue for agents, so do it right", "check first whether a quality path exists"],
    ["Amounts are net", "read the currency column before summing"],
    ["Never push to main directly", "open a pull request"],
    ["Mask the email", "mask the phone number, too"],
    ["Answer in German", "answer in German, unless the mail is English"],
    ["Keep the changelog", "ask me"],
    ["Wait for CI", "wait 10 minutes for CI"],
    ["提交前先运行测试", "先看 CI 文件"],
    ["Use the staging key", "use the staging key, never the production key"],
  ],
  heldOut: [
    ["Deploys happen on Tuesdays", "ask Bridget for another day"],
    ["Log users out after 30 minutes", "set the session timeout to 1800 s"],
    ["Never deploy on Friday", "wait for Monday"],
    ["The build needs Node 20", "check node --version first"],
    ["Das Datum ist ISO", "vor dem Schreiben das Format prüfen"],
    ["Run migrations before the restart", "stop the workers, then run migrations"],
    ["Do not email customers", "call them"],
    ["Customer names never appear in test data", "take the names from test/names.txt"],
    ["Ask before deleting", "never delete without asking"],
    ["Prices are shown with tax", "check the invoice template as well"],
  ],
};

describe.each(["seen", "heldOut"] as const)("what to do next time (%s)", (half) => {
  it.each(SAYS_AGAIN[half])("says %j: %j brings no word", (claim, next) => {
    expect(withNextTime(claim, next)).toBe(claim);
  });

  it.each(SAYS_HOW[half])("after %j, %j is said", (claim, next) => {
    expect(withNextTime(claim, next)).toBe(`${claim}; next time: ${next}`);
  });
});

describe("the two as one sentence", () => {
  it.each([
    ["Use npm ci", undefined, "Use npm ci"],
    ["Use npm ci", "", "Use npm ci"],
    ["Use npm ci. ", "look at the lockfile", "Use npm ci; next time: look at the lockfile"],
    ["Use npm ci!", "look. Then push.", "Use npm ci; next time: look. Then push."],
    ["Use npm ci", "Look at the lockfile", "Use npm ci; next time: look at the lockfile"],
    ["Use npm ci", "Before pushing, look twice", "Use npm ci; next time: before pushing, look twice"],
    ["Use npm ci", "Don't trust the cache", "Use npm ci; next time: don't trust the cache"],
    ["Use npm ci", "Next time, check the lockfile", "Use npm ci; next time: check the lockfile"],
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
    [["Count retries before a release"], `${CLAIM}; in practice: count retries before a release`],
    [["nightly builds", "release builds"], `${CLAIM}; in practice: nightly builds; release builds`],
    [["flaky tests", "release builds"], `${CLAIM}; in practice: release builds`],
  ])("%j stands behind what it says", (applications, line) => {
    expect(withPractice(CLAIM, applications)).toBe(line);
  });
});
