/** Which side of an open pair gives way: by trust, by age, by what was found by a prior belief. */
import { expect, it } from "vitest";
import type { Near, Tier } from "../../../src/entry/entry.js";
import { keptOutOf } from "../../../src/entry/near/blocking.js";
import type { PairEntry } from "../../../src/entry/near/pairs.js";

type Head = PairEntry & { tier: Tier };

const head = (name: string, tier: Tier): Head => ({
  id: `COR-20260501-${name}`,
  type: "correction",
  timestamp: "2026-05-01T12:00:00Z",
  status: "active",
  claims: [`claim of ${name}`],
  tier,
});

it.each<[older: Tier, newer: Tier, by: Near["by"], side: "older" | "newer", always: boolean]>([
  ["self", "self", "claim", "newer", false],
  ["owner", "owner", "lex", "newer", false],
  ["owner", "relayed", "claim", "newer", true],
  ["peer", "external", "claim", "newer", true],
  ["self", "owner", "claim", "older", true],
  ["self", "self", "prior", "older", true],
  ["self", "owner", "prior", "older", true],
  ["owner", "self", "prior", "newer", true],
])("of %s and then %s, found by %s, it is the %s", (older, newer, by, side, always) => {
  const near: Near = { with: "COR-20260501-AAAA1", score: 0.5, by, state: "open" };
  const pair = { key: "pair", older: head("AAAA1", older), newer: head("BBBB2", newer), near };
  const found = keptOutOf(pair, ({ tier }) => tier);
  expect([found.side === pair[side], found.always]).toEqual([true, always]);
});
