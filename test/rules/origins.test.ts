/** How many sources there are behind some sayings. */
import { describe, expect, it } from "vitest";
import { hubOrigin } from "../../src/entry/hub-origin.js";
import { originsOf, type Said } from "../../src/store/rules/policy/evidence.js";

/** As a hub calls somebody. */
const there = (name: string) => `${name}-0123456789abcdef`;
const hub = (agent: string, entry = "INS-20260215-K7Q2X") => hubOrigin({ hub: "0a1b2c3d", agent: there(agent), entry });
const from = (agent: string, teacher: string) => `${hub(agent)}?from=${there(teacher)}`;

describe("origins", () => {
  const say = (agent: string, session?: string): Said => ({ agent, ...(session === undefined ? {} : { session }) });
  const at = (...origins: string[]): Said[] => origins.map((origin) => ({ origin }));
  const by = (agent: string, source: string): Said => ({ agent, source });
  const main = { agent: "main" };
  const learned = at(hub("amos"), from("bea", "amos"));

  it.each<[string, Said[], number]>([
    ["one agent in two sessions", [say("a", "1"), say("a", "2")], 1],
    ["one agent in another spelling", [say("Amos"), say(" amos ")], 1],
    ["two agents", [say("a"), say("b")], 2],
    ["two agents in two sessions", [say("a", "1"), say("b", "2")], 2],
    ["two names in one session", [say("a", "1"), say("b", "1")], 1],
    ["three names, linked by their sessions", [say("a", "1"), say("b", "1"), say("b", "2"), say("c", "2")], 1],
    ["one person through two agents", [by("a", "bridget"), by("b", "Bridget")], 1],
    ["two people through one agent", [by("a", "bridget"), by("a", "sybil")], 2],
    ["the agent itself, named self", [by("a", "self"), say("a")], 1],
    ["two pages of one site", at("https://www.example.invalid/1", "http://example.invalid:80/2"), 1],
    ["one site as two users", at("https://x@example.invalid/1", "https://y@example.invalid/1"), 1],
    ["two sites", at("https://a.invalid/1", "https://b.invalid/1"), 2],
    ["one file", at("docs/a.md", "DOCS/a.md"), 1],
    [
      "two agents of one hub, read in one session",
      at(hub("amos"), hub("bea")).map((one) => ({ ...one, session: "1" })),
      2,
    ],
    ["one agent of a hub twice", at(hub("amos"), hub("amos", "INS-20260216-K7Q2Y")), 1],
    ["one agent in two hubs", at(hub("amos"), hub("amos").replace("0a1b", "ffff")), 1],
    ["an agent of a hub and the one it had it from", learned, 1],
    ["an agent of a hub that had it from one who is not here", at(from("bea", "amos")), 1],
    ["three agents of a hub, learned in a row", [...learned, ...at(from("carl", "bea"))], 1],
    // Its `from` is this clone's own name in the hub, which no saying here bears.
    ["an agent of a hub that learned it from this clone", [main, ...at(from("bea", "me"))], 1],
    ["one that learned it from a second one, beside a first", at(hub("dora"), from("bea", "amos")), 1],
    ["two agents whose teacher is a liar that dated it first", at(from("amos", "liar"), from("bea", "liar")), 1],
    ["an own agent beside a liar and its pupil", [main, ...at(from("amos", "liar"), hub("liar"))], 2],
    ["an own agent beside two that name each other", [main, ...at(from("amos", "bea"), from("bea", "amos"))], 1],
    ["a learner beside two agents, one of whom it names", [main, ...learned], 2],
    ["a learner beside two, neither of whom it names", [main, ...at(hub("amos"), from("bea", "carl"))], 2],
    ["an own agent and an agent of a hub", [main, ...at(hub("amos"))], 2],
    ["nobody", [], 0],
  ])("%s", (_, sayings, count) => {
    expect(originsOf(sayings)).toHaveLength(count);
    expect(originsOf([...sayings].reverse())).toHaveLength(count);
  });

  it("are named by whoever had it from nobody; an agent of a hub by itself, not by the hub", () => {
    expect(originsOf([main, ...at(from("amos", "bea"))])).toEqual(["agent main"]);
    expect(originsOf(at(hub("amos")))).toEqual([`agent ${there("amos")}`]);
  });
});
