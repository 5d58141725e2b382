/** How many sources there are behind some sayings. */
import { describe, expect, it } from "vitest";
import { originsOf, type Said } from "../../src/rules/policy/evidence.js";

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
    ["nobody", [], 0],
  ])("%s", (_, sayings, count) => {
    expect(originsOf(sayings)).toHaveLength(count);
    expect(originsOf([...sayings].reverse())).toHaveLength(count);
  });
});
