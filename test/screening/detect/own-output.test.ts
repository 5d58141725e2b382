import { describe, expect, it } from "vitest";
import { isOwnOutput } from "../../../src/screening/detect/own-output.js";

describe("text that tenet printed", () => {
  it.each([
    ["a block", "<!-- tenet:begin rules -->\n## Learned\n- Anything\n<!-- tenet:end rules -->"],
    ["a quoted block", "> <!-- tenet:begin tail 8f3a -->\n> anything at all\n> <!-- tenet:end tail 8f3a -->"],
    ["a list line", "COR-20260215-K7Q2X\thigh\tactive\tUse npm ci"],
    ["a record's heading", "## COR-20260215-K7Q2X · Use npm ci"],
    ["a line of a context", "COR-20260215-K7Q2X relayed, undecided beside COR-20260215-K7Q2X | Use npm ci"],
    [
      "a context",
      "<tenet-now-0123456789ab>\nanything\nCOR-20260215-K7Q2X self | Use npm ci\n</tenet-now-0123456789ab>",
    ],
    ["what stands beneath", "COR-20260215-K7Q2X self | Use npm ci\n  held? tenet outcome k7q2x --held"],
    ["a nudge", "tenet: this sounds like a correction (\"no\": it says so).\ntenet correct 'no, it is a'"],
    ["the list of versions", "0002-TB4CE  active          2026-02-09  1 rule changed in SOUL.md  by hand"],
  ])("%s", (_name, text) => expect(isOwnOutput(text)).toBe(true));
});

describe("an author's words", () => {
  it.each([
    "<!-- tenet:begin rules -->\nNever deploy on Fridays.",
    "As k7q2x says, use npm ci.",
    "<tenet-now-0123456789ab>\nanything, and no end",
    "<tenet-now-0123456789ab>\nx\n</tenet-now-0123456789ab>\nThis I say myself",
    "COR-20260215-K7Q2X self is what I mean",
    "COR-20260215-K7Q2X also holds for pnpm",
    "tenet should ask before it stores that",
    "Check it. <!-- a comment -->",
    "COR-20260215-K7Q2X self | Use npm ci\nand pnpm does the same",
    "<!-- tenet:begin rules -->\n- x\n<!-- tenet:end rules -->\nThis block is written by tenet alone.",
    "",
  ])("%j", (text) => expect(isOwnOutput(text)).toBe(false));
});

it("long lines take no time to speak of", () => {
  expect(isOwnOutput(`- ${"<!-- ".repeat(20_000)}`)).toBe(false);
  expect(isOwnOutput(`COR-20260215-K7Q2X${"\tuse".repeat(50_000)}`)).toBe(true);
});
