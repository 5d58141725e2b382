import { expect, it } from "vitest";
import { withNextTime } from "../../src/context/entry-items.js";

it.each<[string, string | undefined, string]>([
  ["Use npm ci", "look for npm install", "Use npm ci; next time: look for npm install"],
  ["Use npm ci. ", "look first", "Use npm ci; next time: look first"],
  ["Use npm ci", undefined, "Use npm ci"],
  ["Use npm ci", "use npm ci.", "Use npm ci"],
])("a correction %j says what to do next time: %j", (claim, next, line) => {
  expect(withNextTime(claim, next)).toBe(line);
});
