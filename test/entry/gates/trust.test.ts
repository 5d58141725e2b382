import { describe, expect, it } from "vitest";
import { answererTier } from "../../../src/review/answering.js";
import { type Provenance, tierOf } from "../../../src/store/profile/tier-of.js";

const PEOPLE: Provenance["people"] = [
  { name: "bridget", role: "owner", emails: ["bridget@example.invalid"] },
  { name: "omar", role: "member", emails: ["omar@example.invalid"] },
  { name: "helper", role: "agent" },
];
const BASE: Provenance = { agent: "main", people: PEOPLE, ownAgents: ["main", "second"], atTerminal: false };

const HUB = "hub://0a1b2c3d-0000-4000-8000-000000000000/0123456789abcdef/INS-20260215-K7Q2X";
const SITE = "https://example.invalid/x";
/** Somebody at a terminal. */
const typing = (name: string) => ({ atTerminal: true, gitEmail: `${name}@example.invalid` });
/** Where nobody is named as the owner. */
const nobody = { people: [], gitName: "sybil" };

describe("tierOf", () => {
  it.each<[what: string, known: Partial<Provenance>, tier: string, source: string | undefined]>([
    ["nothing stated", {}, "self", undefined],
    ["self", { source: "self" }, "self", "self"],
    ["the word that hosts have for it", { source: "Agent" }, "self", "self"],
    ["the same of a foreign agent", { source: "agent", agent: "stranger" }, "peer", "self"],
    ["a person of that name", { source: "agent", people: [{ name: "agent", role: "member" }] }, "relayed", "agent"],
    ["another own agent", { agent: "second" }, "self", undefined],
    ["a foreign agent", { agent: "stranger" }, "peer", undefined],
    ["self of a foreign agent", { agent: "stranger", source: "self" }, "peer", "self"],
    ["the owner, told by the agent", { source: "bridget" }, "relayed", "bridget"],
    ["in any case", { source: " Bridget " }, "relayed", "bridget"],
    ["--user states a person", { user: "bridget" }, "relayed", "bridget"],
    ["another person", { source: "omar" }, "relayed", "omar"],
    ["an agent by role", { source: "helper" }, "peer", "helper"],
    ["an unknown name", { source: "mallory" }, "peer", "mallory"],
    ["the owner typing", { atTerminal: true, gitEmail: "Bridget@Example.invalid" }, "owner", "bridget"],
    ["the owner typing, named", { source: "bridget", ...typing("bridget") }, "owner", "bridget"],
    ["somebody else typing for the owner", { source: "bridget", ...typing("omar") }, "relayed", "bridget"],
    ["a member typing", typing("omar"), "relayed", "omar"],
    ["git's e-mail without a terminal", { gitEmail: "bridget@example.invalid" }, "self", undefined],
    ["nobody's e-mail at a terminal", { ...typing("x"), gitName: "x" }, "self", undefined],
    ["the owner's turn of a transcript", { source: "bridget", fromTranscript: true }, "owner", "bridget"],
    ["a member's turn of a transcript", { source: "omar", fromTranscript: true }, "relayed", "omar"],
    ["from outside", { origin: SITE }, "external", undefined],
    [
      "from outside, said by the owner",
      { origin: SITE, source: "bridget", ...typing("bridget") },
      "external",
      "bridget",
    ],
    ["an agent of a hub", { agent: "0123456789abcdef", origin: HUB }, "peer", undefined],
    ["an own agent, from a hub", { origin: HUB }, "peer", undefined],
    ["the same, learned from another", { origin: `${HUB}?from=fedcba9876543210` }, "peer", undefined],
    ["from a hub, said by the owner", { origin: HUB, source: "bridget", ...typing("bridget") }, "peer", "bridget"],
    ["from a hub, as a file of the workspace", { origin: HUB, originInside: true }, "peer", undefined],
    ["like a hub, but no entry of one", { origin: "hub://0a1b2c3d/amos-1/" }, "external", undefined],
    ["from a file of the workspace", { origin: "notes.md", originInside: true }, "self", undefined],
    ["no owner named: who types is the owner", { ...nobody, atTerminal: true }, "owner", "sybil"],
    ["the same, named by that name", { ...nobody, atTerminal: true, source: "Sybil" }, "owner", "Sybil"],
    ["the same, another name", { ...nobody, atTerminal: true, source: "omar" }, "peer", "omar"],
    ["no owner named, off a terminal", nobody, "self", undefined],
  ])("%s", (_what, known, tier, source) => {
    const found = tierOf({ ...BASE, ...known });
    expect({ tier: found.tier, source: found.source }).toEqual({ tier, source });
    expect(found.because).toMatch(/\.$/);
  });

  it("tells an unknown name from a listed one", () => {
    expect(tierOf({ ...BASE, source: "mallory" }).isUnknown).toBe(true);
    expect(tierOf({ ...BASE, source: "omar" }).isUnknown).toBeUndefined();
  });
});

describe("answererTier", () => {
  it.each([
    ["a person's own, typed", "owner", { typed: true, inSession: true }, "external", "owner"],
    ["the newer entry's in its session", "self", { typed: false, inSession: true }, "peer", "peer"],
    ["in its session never more than relayed", "self", { typed: false, inSession: true }, "owner", "relayed"],
    ["relayed in its session", "self", { typed: false, inSession: true }, "relayed", "relayed"],
    ["the agent's own later", "self", { typed: false, inSession: false }, "owner", "self"],
  ] as const)("%s", (_what, own, how, newer, expected) => {
    expect(answererTier(own, how, { tier: newer })).toBe(expected);
  });
});
