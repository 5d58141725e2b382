import { describe, expect, it } from "vitest";
import { type Provenance, tierOf } from "../../src/entry/trust.js";

const PEOPLE: Provenance["people"] = [
  { name: "bridget", role: "owner", emails: ["bridget@example.invalid"] },
  { name: "omar", role: "member", emails: ["omar@example.invalid"] },
  { name: "helper", role: "agent" },
];
const BASE: Provenance = { agent: "main", people: PEOPLE, ownAgents: ["main", "second"], atTerminal: false };

describe("tierOf", () => {
  it.each<[what: string, known: Partial<Provenance>, tier: string, source: string | undefined]>([
    ["nothing stated", {}, "self", undefined],
    ["self", { source: "self" }, "self", "self"],
    ["another own agent", { agent: "second" }, "self", undefined],
    ["own agent as source", { source: "main" }, "self", "main"],
    ["a foreign agent", { agent: "stranger" }, "peer", undefined],
    ["self of a foreign agent", { agent: "stranger", source: "self" }, "peer", "self"],
    ["the owner, told by the agent", { source: "bridget" }, "relayed", "bridget"],
    ["in any case", { source: " Bridget " }, "relayed", "bridget"],
    ["--user states a person", { user: "bridget" }, "relayed", "bridget"],
    ["another person", { source: "omar" }, "relayed", "omar"],
    ["an agent by role", { source: "helper" }, "peer", "helper"],
    ["an unknown name", { source: "mallory" }, "peer", "mallory"],
    ["the owner typing", { atTerminal: true, gitEmail: "Bridget@Example.invalid" }, "owner", "bridget"],
    [
      "the owner typing, named",
      { source: "bridget", atTerminal: true, gitEmail: "bridget@example.invalid" },
      "owner",
      "bridget",
    ],
    [
      "somebody else typing for the owner",
      { source: "bridget", atTerminal: true, gitEmail: "omar@example.invalid" },
      "relayed",
      "bridget",
    ],
    ["a member typing", { atTerminal: true, gitEmail: "omar@example.invalid" }, "relayed", "omar"],
    ["git's e-mail without a terminal", { gitEmail: "bridget@example.invalid" }, "self", undefined],
    [
      "nobody's e-mail at a terminal",
      { atTerminal: true, gitEmail: "x@example.invalid", gitName: "x" },
      "self",
      undefined,
    ],
    ["the owner's turn of a transcript", { source: "bridget", fromTranscript: true }, "owner", "bridget"],
    ["a member's turn of a transcript", { source: "omar", fromTranscript: true }, "relayed", "omar"],
    ["from outside", { origin: "https://example.invalid/x" }, "external", undefined],
    [
      "from outside, said by the owner",
      { origin: "https://example.invalid/x", source: "bridget", atTerminal: true, gitEmail: "bridget@example.invalid" },
      "external",
      "bridget",
    ],
    ["from a file of the workspace", { origin: "notes.md", originInside: true }, "self", undefined],
    ["no owner named: who types is the owner", { people: [], atTerminal: true, gitName: "sybil" }, "owner", "sybil"],
    [
      "no owner named, named by the same name",
      { people: [], atTerminal: true, gitName: "sybil", source: "Sybil" },
      "owner",
      "Sybil",
    ],
    ["no owner named, off a terminal", { people: [], gitName: "sybil" }, "self", undefined],
    [
      "no owner named, another name",
      { people: [], atTerminal: true, gitName: "sybil", source: "omar" },
      "peer",
      "omar",
    ],
  ])("%s", (_what, known, tier, source) => {
    const found = tierOf({ ...BASE, ...known });
    expect({ tier: found.tier, source: found.source }).toEqual({ tier, source });
    expect(found.because).toMatch(/\.$/);
  });

  it("tells an unknown name from a listed one", () => {
    expect(tierOf({ ...BASE, source: "mallory" }).unknownSource).toBe("mallory");
    expect(tierOf({ ...BASE, source: "omar" }).unknownSource).toBeUndefined();
  });

  it.each<[found: Partial<Provenance>, stated: Provenance["statedTier"], tier: string, raised: string | undefined]>([
    [{}, "peer", "peer", undefined],
    [{}, "external", "external", undefined],
    [{}, "self", "self", undefined],
    [{}, "relayed", "self", "relayed"],
    [{}, "owner", "self", "owner"],
    [{ source: "bridget" }, "self", "self", undefined],
    [{ source: "bridget" }, "owner", "relayed", "owner"],
    [{ agent: "stranger" }, "self", "peer", "self"],
    [{ origin: "https://example.invalid" }, "peer", "external", "peer"],
  ])("%j stated as %s", (known, statedTier, tier, raised) => {
    const found = tierOf({ ...BASE, ...known, statedTier });
    expect({ tier: found.tier, raised: found.raised }).toEqual({ tier, raised });
  });
});
