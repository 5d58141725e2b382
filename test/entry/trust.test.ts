import { describe, expect, it } from "vitest";
import { overclaimed, type Provenance, tierOf } from "../../src/entry/trust.js";

const PEOPLE: Provenance["people"] = [
  { name: "bridget", role: "owner", emails: ["bridget@example.invalid"] },
  { name: "omar", role: "member", emails: ["omar@example.invalid"] },
  { name: "helper", role: "agent" },
];
const BASE: Provenance = { agent: "main", people: PEOPLE, ownAgents: ["main", "second"], atTerminal: false };

const HUB = "hub://0a1b2c3d-0000-4000-8000-000000000000/0123456789abcdef/INS-20260215-K7Q2X";

describe("tierOf", () => {
  it.each<[what: string, known: Partial<Provenance>, tier: string, source: string | undefined]>([
    ["nothing stated", {}, "self", undefined],
    ["self", { source: "self" }, "self", "self"],
    ["the word that hosts have for it", { source: "Agent" }, "self", "self"],
    ["the same of a foreign agent", { source: "agent", agent: "stranger" }, "peer", "self"],
    [
      "a person of that name",
      { source: "agent", people: [...PEOPLE, { name: "agent", role: "member" }] },
      "relayed",
      "agent",
    ],
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
    ["an agent of a hub", { agent: "0123456789abcdef", origin: HUB }, "peer", undefined],
    ["an own agent, from a hub", { origin: HUB }, "peer", undefined],
    [
      "an own agent, from a hub that had it from another",
      { origin: `${HUB}?from=fedcba9876543210` },
      "peer",
      undefined,
    ],
    [
      "from a hub, said by the owner at a terminal",
      { origin: HUB, source: "bridget", atTerminal: true, gitEmail: "bridget@example.invalid" },
      "peer",
      "bridget",
    ],
    ["from a hub, as a file of the workspace", { origin: HUB, originInside: true }, "peer", undefined],
    ["like a hub, but no entry of one", { origin: "hub://0a1b2c3d/amos-1/" }, "external", undefined],
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
    [{ origin: HUB }, "self", "peer", "self"],
    [{ origin: HUB }, "external", "external", undefined],
  ])("%j stated as %s", (known, statedTier, tier, raised) => {
    const found = tierOf({ ...BASE, ...known, statedTier });
    expect({ tier: found.tier, raised: found.raised }).toEqual({ tier, raised });
  });
});

describe("overclaimed", () => {
  const record = { people: PEOPLE, ownAgents: ["main"], agent: "0123456789abcdef", origin: HUB };

  it.each<[what: string, tier: Parameters<typeof overclaimed>[0], facts: object, most: string | undefined]>([
    ["a peer's, from a hub", "peer", {}, undefined],
    ["an external's, from a hub", "external", {}, undefined],
    ["self, from a hub", "self", {}, "peer"],
    ["self by an own agent, from a hub", "self", { agent: "main" }, "peer"],
    ["an owner's, from a hub", "owner", { source: "bridget" }, "peer"],
    ["a peer's, from a site", "peer", { origin: "https://example.invalid/x" }, "external"],
  ])("%s", (_what, tier, facts, most) => {
    expect(overclaimed(tier, { ...record, ...facts })?.most).toBe(most);
  });
});
