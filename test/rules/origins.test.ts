/** How many sources there are behind some sayings. */
import { describe, expect, it } from "vitest";
import { hubOrigin } from "../../src/entry/hub-origin.js";
import { originsOf, type Said } from "../../src/rules/policy/evidence.js";

/** As a hub calls somebody. */
const there = (name: string) => `${name}-0123456789abcdef`;
const hub = (agent: string, entry = "INS-20260215-K7Q2X") => hubOrigin({ hub: "0a1b2c3d", agent: there(agent), entry });
const from = (agent: string, teacher: string) => `${hub(agent)}?from=${there(teacher)}`;

describe("origins", () => {
  it.each<[string, Said[], number]>([
    ["one agent", [{ agent: "a" }], 1],
    [
      "one agent in two sessions",
      [
        { agent: "a", session: "1" },
        { agent: "a", session: "2" },
      ],
      1,
    ],
    ["one agent in another spelling", [{ agent: "Amos" }, { agent: " amos " }], 1],
    ["two agents", [{ agent: "a" }, { agent: "b" }], 2],
    [
      "two agents in two sessions",
      [
        { agent: "a", session: "1" },
        { agent: "b", session: "2" },
      ],
      2,
    ],
    [
      "two names in one session",
      [
        { agent: "a", session: "1" },
        { agent: "b", session: "1" },
      ],
      1,
    ],
    [
      "three names, linked by their sessions",
      [
        { agent: "a", session: "1" },
        { agent: "b", session: "1" },
        { agent: "b", session: "2" },
        { agent: "c", session: "2" },
      ],
      1,
    ],
    [
      "one person through two agents",
      [
        { agent: "a", source: "bridget" },
        { agent: "b", source: "Bridget" },
      ],
      1,
    ],
    [
      "two people through one agent",
      [
        { agent: "a", source: "bridget" },
        { agent: "a", source: "sybil" },
      ],
      2,
    ],
    ["the agent itself, named self", [{ agent: "a", source: "self" }, { agent: "a" }], 1],
    [
      "two pages of one site",
      [
        { agent: "a", origin: "https://www.example.invalid/1" },
        { agent: "b", origin: "http://example.invalid:80/2" },
      ],
      1,
    ],
    [
      "one site as two users",
      [{ origin: "https://x@example.invalid/1" }, { origin: "https://y@example.invalid/1" }],
      1,
    ],
    ["two sites", [{ origin: "https://a.invalid/1" }, { origin: "https://b.invalid/1" }], 2],
    ["one file", [{ origin: "docs/a.md" }, { origin: "DOCS/a.md" }], 1],
    ["two agents of one hub", [{ origin: hub("amos") }, { origin: hub("bea") }], 2],
    [
      "two agents of one hub, read in one session",
      [
        { agent: "amos", origin: hub("amos"), session: "1" },
        { agent: "bea", origin: hub("bea"), session: "1" },
      ],
      2,
    ],
    ["one agent of a hub twice", [{ origin: hub("amos") }, { origin: hub("amos", "INS-20260216-K7Q2Y") }], 1],
    ["one agent in two hubs", [{ origin: hub("amos") }, { origin: hub("amos").replace("0a1b", "ffff") }], 1],
    ["an agent of a hub and the one it had it from", [{ origin: hub("amos") }, { origin: from("bea", "amos") }], 1],
    ["an agent of a hub that had it from one who is not here", [{ origin: from("bea", "amos") }], 1],
    [
      "three agents of a hub, learned in a row",
      [{ origin: hub("amos") }, { origin: from("bea", "amos") }, { origin: from("carl", "bea") }],
      1,
    ],
    // Its `from` is this clone's own name in the hub, which no saying here bears.
    ["an agent of a hub that learned it from this clone", [{ agent: "main" }, { origin: from("bea", "me") }], 1],
    [
      "an agent of a hub that learned it from the second one, where the first one is named",
      [{ origin: hub("dora") }, { origin: from("bea", "amos") }],
      1,
    ],
    [
      "two agents of a hub whose teacher is a liar that dated it before all others",
      [{ origin: from("amos", "liar") }, { origin: from("bea", "liar") }],
      1,
    ],
    [
      "an own agent, an agent of a hub, and a liar that dated it before both",
      [{ agent: "main" }, { origin: from("amos", "liar") }, { origin: hub("liar") }],
      2,
    ],
    [
      "two agents of a hub that name each other, and an own agent",
      [{ agent: "main" }, { origin: from("amos", "bea") }, { origin: from("bea", "amos") }],
      1,
    ],
    [
      "a learner beside two agents, one of whom it names",
      [{ agent: "main" }, { origin: hub("amos") }, { origin: from("bea", "amos") }],
      2,
    ],
    [
      "a learner beside two agents, neither of whom it names",
      [{ agent: "main" }, { origin: hub("amos") }, { origin: from("bea", "carl") }],
      2,
    ],
    ["an own agent and an agent of a hub", [{ agent: "main" }, { origin: hub("amos") }], 2],
    ["nobody", [], 0],
  ])("%s", (_, sayings, count) => {
    expect(originsOf(sayings)).toHaveLength(count);
    expect(originsOf([...sayings].reverse())).toHaveLength(count);
  });

  it("are named by whoever had it from nobody", () => {
    expect(originsOf([{ agent: "main" }, { origin: from("amos", "bea") }])).toEqual(["agent main"]);
  });

  it("names the agent of a hub, not the hub", () => {
    expect(originsOf([{ origin: hub("amos"), session: "1" }])).toEqual([`agent ${there("amos")}`]);
  });
});
