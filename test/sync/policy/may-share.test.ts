/** What may go to a hub: what no setting lets go, what the profile chooses, and when a person is asked again. */
import { describe, expect, it } from "vitest";
import type { Entry } from "../../../src/entry/entry.js";
import type { Profile } from "../../../src/settings.js";
import type { Row } from "../../../src/store/open-store.js";
import { whyNotShared } from "../../../src/sync/policy/may-share.js";

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

const ALL: Profile["sync"]["share"] = { min_stakes: "low", ids: [] };
const why = (entry: object, share: Partial<Profile["sync"]["share"]> = {}) =>
  whyNotShared(entry as Row, { ...ALL, ...share });
const insight = (more: object) => ({ ...INSIGHT, ...more });

describe("whyNotShared", () => {
  it.each<[what: string, entry: object, share?: Partial<Profile["sync"]["share"]>]>([
    ["an insight", INSIGHT],
    ["an owner's", insight({ tier: "owner" })],
    ["of the project", insight({ scope: "project" })],
    ["a rule", insight({ status: "promoted" })],
    ["with an origin of this workspace", insight({ origin: "notes.md" })],
    ["just at the least stakes", INSIGHT, { min_stakes: "medium" }],
    ["named, below the least stakes", INSIGHT, { min_stakes: "high", ids: [INSIGHT.id] }],
    ["named in small letters", INSIGHT, { min_stakes: "high", ids: [INSIGHT.id.toLowerCase()] }],
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

  it.each<[what: string, entry: object, share: Partial<Profile["sync"]["share"]>, because: RegExp]>([
    ["below the least stakes", INSIGHT, { min_stakes: "high" }, /stakes are medium, below high/],
    ["a correction", CORRECTION, {}, /names it/],
    ["a memory", MEMORY, { ids: [INSIGHT.id] }, /names it/],
  ])("is not chosen: %s", (_what, entry, share, because) => expect(why(entry, share)).toMatch(because));
});
