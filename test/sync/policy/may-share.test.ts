/** What may go to a hub: what no setting lets go, what the profile chooses, and when a person is asked again. */
import { describe, expect, it } from "vitest";
import type { Entry } from "../../../src/entry/entry.js";
import type { ShareSettings } from "../../../src/settings.js";
import { isWider, type Sharing, whyNotShared } from "../../../src/sync/policy/may-share.js";
import fc from "../../properties.js";

const INSIGHT = {
  type: "insight",
  id: "INS-20260215-K7Q2X",
  timestamp: "2026-02-15T10:00:00Z",
  agent: "main",
  tier: "self",
  insight: "A migration needs a lock",
  stakes: "medium",
  at_risk: "half of each",
  domain: "database",
  tags: ["migrations"],
  status: "active",
} as const satisfies Entry;
const FROM_HUB = "hub://0a1b2c3d/a305000000000000/INS-20260215-K7Q2Y";
const CORRECTION = { ...INSIGHT, type: "correction", id: "COR-20260215-K7Q2X", corrected_to: "Use a lock" };
const MEMORY = {
  ...INSIGHT,
  type: "memory",
  id: "MEM-20260215-K7Q2X",
  content: "x",
  category: "fact",
  basis: "explicit",
  confidence: 1,
};

const ALL: ShareSettings = { domains: null, tags: null, min_stakes: "low", ids: [] };
const why = (entry: object, share: Partial<ShareSettings> = {}) => whyNotShared(entry as Entry, { ...ALL, ...share });
const insight = (more: object) => ({ ...INSIGHT, ...more });

describe("whyNotShared", () => {
  it.each<[what: string, entry: object, share?: Partial<ShareSettings>]>([
    ["an insight", INSIGHT],
    ["an owner's", insight({ tier: "owner" })],
    ["of the project", insight({ scope: "project" })],
    ["a rule", insight({ status: "promoted" })],
    ["with an origin of this workspace", insight({ origin: "notes.md" })],
    ["just at the least stakes", INSIGHT, { min_stakes: "medium" }],
    ["of a shared domain", INSIGHT, { domains: ["ui", "database"] }],
    ["of a shared domain in another case", INSIGHT, { domains: [" DATABASE "] }],
    ["with a shared tag", insight({ tags: ["a", "B"] }), { tags: ["b", "c"] }],
    ["named, in another domain", INSIGHT, { domains: ["ui"], ids: [INSIGHT.id] }],
    ["named in small letters", INSIGHT, { domains: [], ids: [INSIGHT.id.toLowerCase()] }],
    ["a correction that is named", CORRECTION, { ids: [CORRECTION.id] }],
    ["a memory that is named", MEMORY, { ids: [MEMORY.id] }],
  ])("goes: %s", (_what, entry, share) => expect(why(entry, share)).toBeUndefined());

  const never: [what: string, entry: object, because: RegExp][] = [
    ["superseded", insight({ status: "superseded" }), /newer/],
    ["forgotten", insight({ status: "forgotten" }), /forgotten/],
    ["redacted", insight({ status: "forgotten", redacted: { at: "2026-02-15T10:00:00Z", by: "x" } }), /taken out/],
    ["erased", insight({ status: "forgotten", erased: { at: "2026-02-15T10:00:00Z", by: "x" } }), /taken out/],
    ["waiting", insight({ review: { state: "needs_review" } }), /still to look/],
    ["rejected", insight({ review: { state: "rejected" } }), /rejected/],
    ["an exception", insight({ review: { state: "one_time_exception" } }), /exception/],
    ["sensitive", insight({ review: { state: "sensitive" } }), /nobody/],
    ["expired", insight({ review: { state: "expired" } }), /in time/],
    ["a peer's", insight({ tier: "peer" }), /own knowledge/],
    ["from outside", insight({ tier: "external" }), /own knowledge/],
    ["of a user", insight({ scope: "user" }), /user/],
    ["of a conversation", insight({ scope: "conversation" }), /conversation/],
    ["of a contact", insight({ scope: "contact:jane" }), /scope is contact,/],
    ["for some files", insight({ paths: ["packages/api/**"] }), /files of this repository only/],
    ["from a hub", insight({ origin: FROM_HUB }), /hub/],
    ["from a hub, raised by hand", insight({ tier: "owner", origin: `${FROM_HUB}?from=bea0000000000000` }), /hub/],
    ["private", { ...MEMORY, sensitivity: "private" }, /private/],
    ["about one person", { ...MEMORY, user: "jane" }, /one person/],
    ["a decision", { ...INSIGHT, type: "decision", id: "DEC-20260215-K7Q2X" }, /decisions/],
  ];
  it.each(never)("never goes, named or not: %s", (_what, entry, because) => {
    expect(why(entry)).toMatch(because);
    expect(why(entry, { ids: [(entry as Entry).id] })).toMatch(because);
    expect(why(entry)).not.toMatch(/jane/);
  });

  it.each<[what: string, entry: object, share: Partial<ShareSettings>, because: RegExp]>([
    ["below the least stakes", INSIGHT, { min_stakes: "high" }, /stakes are medium, below high/],
    ["another domain", INSIGHT, { domains: ["data"] }, /domain database/],
    ["no domain", insight({ domain: undefined }), { domains: ["database"] }, /no domain/],
    ["none of the tags", INSIGHT, { tags: ["migration"] }, /tags/],
    ["the domain without the tag", INSIGHT, { domains: ["database"], tags: ["x"] }, /tags/],
    ["a correction", CORRECTION, {}, /names it/],
    ["a memory", MEMORY, { ids: [INSIGHT.id] }, /names it/],
  ])("is not chosen: %s", (_what, entry, share, because) => expect(why(entry, share)).toMatch(because));
});

const sharing = (share: Partial<ShareSettings> = {}, names: Sharing["names"] = []): Sharing => ({
  share: { ...ALL, min_stakes: "medium", ...share },
  names,
});

describe("isWider", () => {
  it.each<[what: string, now: Sharing, confirmed: Sharing, wider: boolean]>([
    ["the same", sharing(), sharing(), false],
    ["a domain more", sharing({ domains: ["a", "b"] }), sharing({ domains: ["a"] }), true],
    ["a domain less", sharing({ domains: ["a"] }), sharing({ domains: ["a", "b"] }), false],
    ["another domain", sharing({ domains: ["b"] }), sharing({ domains: ["a"] }), true],
    ["the domain in another case", sharing({ domains: ["A"] }), sharing({ domains: ["a"] }), false],
    ["every domain", sharing({ domains: null }), sharing({ domains: ["a"] }), true],
    ["some of all domains", sharing({ domains: ["a"] }), sharing({ domains: null }), false],
    ["a tag more", sharing({ tags: ["a", "b"] }), sharing({ tags: ["a"] }), true],
    ["lower stakes", sharing({ min_stakes: "low" }), sharing(), true],
    ["higher stakes", sharing({ min_stakes: "high" }), sharing(), false],
    ["an id", sharing({ ids: ["INS-20260215-K7Q2X"] }), sharing(), true],
    ["an id less", sharing(), sharing({ ids: ["INS-20260215-K7Q2X"] }), false],
    ["the id in small letters", sharing({ ids: [INSIGHT.id.toLowerCase()] }), sharing({ ids: [INSIGHT.id] }), false],
    ["a name that is taken out no more", sharing(), sharing({}, ["Bluebird"]), true],
    ["the name in small letters", sharing({}, ["bluebird"]), sharing({}, ["Bluebird"]), false],
    ["fewer domains, but a tag", sharing({ domains: [], tags: ["a", "b"] }), sharing({ tags: ["a"] }), true],
  ])("%s", (_what, now, confirmed, wider) => expect(isWider(now, confirmed)).toBe(wider));

  const list = fc.option(fc.subarray(["a", "b", "c"]));
  const share = fc.record<ShareSettings>({
    domains: list,
    tags: list,
    min_stakes: fc.constantFrom("high", "medium", "low"),
    ids: fc.subarray([INSIGHT.id, CORRECTION.id, MEMORY.id]),
  });
  const settings = fc.record<Sharing>({
    share,
    names: fc.subarray(["Bluebird", "Ann"]),
  });

  it("is false whenever what goes now went before", () => {
    const entries = fc.record({
      domain: fc.constantFrom("a", "b", "c", undefined),
      tags: fc.subarray(["a", "b", "c"]),
      stakes: fc.constantFrom("high", "medium", "low"),
      base: fc.constantFrom<object>(INSIGHT, CORRECTION, MEMORY),
    });
    const holds = fc.property(settings, settings, entries, (now, confirmed, { base, ...more }) => {
      expect(isWider(now, now)).toBe(false);
      if (isWider(now, confirmed)) return;
      const entry = { ...base, ...more } as Entry;
      if (whyNotShared(entry, now.share) === undefined) expect(whyNotShared(entry, confirmed.share)).toBeUndefined();
      expect(confirmed.names.every((name) => now.names.includes(name))).toBe(true);
    });
    fc.assert(holds, { numRuns: 800 });
  });
});
