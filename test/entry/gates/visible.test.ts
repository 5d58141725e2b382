import { expect, test } from "vitest";
import { isFor, isRestricted } from "../../../src/entry/gates/visible.js";

test.each([
  ["a memory of the project is for everybody", { type: "memory" }, {}, true],
  ["one for everybody, too", { type: "memory", scope: "global" }, { user: "b" }, true],
  ["a user's own is for that user", { type: "memory", scope: "user", user: "Bridget" }, { user: " bridget" }, true],
  ["and for nobody else", { type: "memory", scope: "user", user: "bridget" }, { user: "sybil" }, false],
  ["nor for somebody unknown", { type: "memory", scope: "user", user: "bridget" }, {}, false],
  ["one that names nobody is for nobody", { type: "memory", scope: "user" }, { user: "bridget" }, false],
  ["a name counts whatever the scope says", { type: "memory", scope: "project", user: "b" }, { user: "c" }, false],
  ["a name counts on any entry", { type: "insight", user: "b" }, { user: "c" }, false],
  ["a conversation is for its session", { scope: "conversation", session: "s1" }, { session: "s1" }, true],
  ["and for no other", { scope: "conversation", session: "s1" }, { session: "s2", user: "b" }, false],
  ["one without a session is for none", { scope: "conversation" }, {}, false],
  ["so is what was learned in it", { type: "insight", scope: "conversation", session: "s1" }, { session: "s1" }, true],
  ["for no other either", { type: "insight", scope: "conversation", session: "s1" }, { session: "s2" }, false],
  ["what was learned of a user is for all", { type: "correction", scope: "user" }, {}, true],
])("%s", (_, entry, viewer, expected) => {
  expect(isFor(entry, viewer)).toBe(expected);
  if (!expected) expect(isRestricted(entry)).toBe(true);
});
