/** Settings that decide who decides: a wish nobody confirmed counts as far as it tightens. */
import { describe, expect, it } from "vitest";
import { DEFAULT_PROFILE, type Person, type ShareSettings } from "../../src/config.js";
import {
  type DecisionSettings,
  GUARDED_KEYS,
  guardedDifferences,
  guardedIn,
  tightened,
} from "../../src/trust/policy/guarded-settings.js";
import { personOf } from "../../src/trust/policy/person-of.js";

type Part = Partial<DecisionSettings> & { command?: string | null };
const settings = ({ command = null, ...part }: Part): DecisionSettings => ({
  ...guardedIn(DEFAULT_PROFILE),
  ...part,
  commands: { ...DEFAULT_PROFILE.commands, digest: command },
});

describe("one value", () => {
  const modes = ["auto", "approval", "curated"] as const;
  for (const [a, counts] of modes.entries()) {
    for (const [b, wish] of modes.entries()) {
      it(`apply_mode ${counts}, ${wish} wished`, () => {
        const made = tightened(settings({ apply_mode: counts }), settings({ apply_mode: wish }));
        expect(made.settings.apply_mode).toBe(modes[Math.max(a, b)]);
        expect(made.waiting).toEqual(b < a ? [{ key: "apply_mode", counts, waits: wish }] : []);
      });
    }
  }

  const non = (non_interactive: boolean) => settings({ approval: { non_interactive } });
  const base = (value: string | null) => settings({ trust: { base: value } });
  const command = (value: string | null) => settings({ command: value });
  const standing = (...tags: string[]) =>
    settings({ review: { auto: tags.map((tag) => ({ type: "reflexion", tag, state: "approved_for_reuse" })) } });
  const rows: [string, DecisionSettings, DecisionSettings, boolean][] = [
    ["scripts may decide: on", non(false), non(true), false],
    ["scripts may decide: off", non(true), non(false), true],
    ["a base: the first", base(null), base("origin/main"), true],
    ["a base: another", base("origin/main"), base("origin/topic"), false],
    ["a base: none any more", base("origin/main"), base(null), false],
    ["a program: none", command("a"), command(null), true],
    ["a program: another", command("a"), command("b"), false],
    ["a program: the first", command(null), command("a"), false],
    ["a standing rule: the first", standing(), standing("sync"), false],
    ["a standing rule: gone", standing("sync"), standing(), true],
    ["standing rules: one of two gone", standing("sync", "export"), standing("export"), true],
    ["standing rules: in another order", standing("sync", "export"), standing("export", "sync"), true],
    ["nothing", settings({}), settings({}), true],
  ];
  for (const [what, counts, wish, taken] of rows) {
    it(what, () => {
      const made = tightened(counts, wish);
      expect(made.settings).toEqual(taken ? wish : counts);
      expect(made.waiting).toHaveLength(taken ? 0 : 1);
    });
  }
});

describe("files from elsewhere", () => {
  const external = (...knowledge_external: string[]) => ({ ...settings({}), knowledge_external });
  it.each<[name: string, counts: string[], wish: string[], inForce: string[]]>([
    ["as they are", ["a", "b"], ["b", "a"], ["a", "b"]],
    ["one more", ["a"], ["a", "b"], ["a", "b"]],
    ["one less", ["a", "b"], ["b"], ["a", "b"]],
    ["all gone", ["a"], [], ["a"]],
    ["the first", [], ["a"], ["a"]],
    ["an exception", ["a"], ["a", "!b"], ["a"]],
    ["an exception gone", ["a", "!b"], ["a"], ["a", "!b"]],
  ])("%s", (_, counts, wish, inForce) => {
    const made = tightened(external(...counts), external(...wish));
    expect(new Set(made.settings.knowledge_external)).toEqual(new Set(inForce));
    const isTaken = [...inForce].sort().join() === [...wish].sort().join();
    expect(made.waiting.map(({ key }) => key)).toEqual(isTaken ? [] : ["knowledge_external"]);
  });
});

describe("what a hub is told", () => {
  const share = (part: Partial<ShareSettings>) => ({ ...DEFAULT_PROFILE.sync.share, ...part });
  const sharing = (part: Partial<ShareSettings>) =>
    settings({ sync: { ...guardedIn(DEFAULT_PROFILE).sync, share: share(part) } });
  const [a, b] = ["COR-20260215-K7Q2X", "MEM-20260215-K7Q2Y"];
  it.each<
    [name: string, counts: Partial<ShareSettings>, wish: Partial<ShareSettings>, inForce: Partial<ShareSettings>]
  >([
    ["as it is", { domains: ["ci", "api"] }, { domains: ["api", "ci"] }, { domains: ["api", "ci"] }],
    ["some domains instead of any", {}, { domains: ["ci"] }, { domains: ["ci"] }],
    ["any instead of some", { domains: ["ci"] }, { domains: null }, { domains: ["ci"] }],
    ["one more domain, one less", { domains: ["ci", "api"] }, { domains: ["ci", "web"] }, { domains: ["ci"] }],
    ["no domain at all", { domains: ["ci"] }, { domains: [] }, { domains: [] }],
    ["a domain instead of none", { domains: [] }, { domains: ["ci"] }, { domains: [] }],
    ["some tags instead of any", {}, { tags: ["x"] }, { tags: ["x"] }],
    ["any tag instead of some", { tags: ["x"] }, {}, { tags: ["x"] }],
    ["lower stakes", {}, { min_stakes: "low" }, {}],
    ["higher stakes", {}, { min_stakes: "high" }, { min_stakes: "high" }],
    ["the same stakes, from high", { min_stakes: "high" }, { min_stakes: "medium" }, { min_stakes: "high" }],
    ["an id", {}, { ids: [a] }, { ids: [] }],
    ["another id", { ids: [a] }, { ids: [a, b] }, { ids: [a] }],
    ["an id gone", { ids: [a, b] }, { ids: [b] }, { ids: [b] }],
    ["ids in another order", { ids: [a, b] }, { ids: [b, a] }, { ids: [b, a] }],
    ["narrower and wider at once", {}, { domains: ["ci"], min_stakes: "low" }, { domains: ["ci"] }],
  ])("%s", (_, counts, wish, inForce) => {
    const made = tightened(sharing(counts), sharing(wish));
    expect(made.settings.sync.share).toEqual(share(inForce));
    const isTaken = JSON.stringify(share(inForce)) === JSON.stringify(share(wish));
    expect(made.waiting.map(({ key }) => key)).toEqual(isTaken ? [] : ["sync.share"]);
    // What counts twice over is what counted.
    expect(tightened(sharing(counts), made.settings).waiting).toEqual([]);
  });

  it("fields: fewer count at once, more wait", () => {
    const telling = (...fields: typeof DEFAULT_PROFILE.sync.fields) =>
      settings({ sync: { ...guardedIn(DEFAULT_PROFILE).sync, fields } });
    expect(tightened(telling("tags", "score"), telling("score"))).toMatchObject({
      settings: { sync: { fields: ["score"] } },
      waiting: [],
    });
    expect(tightened(telling("score"), telling("evidence", "score"))).toMatchObject({
      settings: { sync: { fields: ["score"] } },
      waiting: [{ key: "sync.fields", counts: ["score"], waits: ["evidence", "score"] }],
    });
  });

  it("names: more count at once, none is taken off", () => {
    const naming = (...names: string[]) => settings({ sync: { ...guardedIn(DEFAULT_PROFILE).sync, names } });
    expect(tightened(naming("Ann"), naming("Bob", "Ann")).waiting).toEqual([]);
    const made = tightened(naming("Ann"), naming("Bob"));
    expect(made.settings.sync.names).toEqual(["Ann", "Bob"]);
    expect(made.waiting).toEqual([{ key: "sync.names", counts: ["Ann", "Bob"], waits: ["Bob"] }]);
  });

  it("pseudonym and pace are everybody's to set", () => {
    const wish = { ...DEFAULT_PROFILE, sync: { ...DEFAULT_PROFILE.sync, pseudonym: "acme", take_per_day: 7 } };
    expect(tightened(settings({}), wish)).toEqual({ settings: wish, waiting: [] });
    expect(guardedIn(wish).sync).not.toHaveProperty("pseudonym");
  });
});

describe("people", () => {
  const ann: Person = { name: "ann", role: "owner", emails: ["ann@example.invalid", "a@example.invalid"] };
  const bob: Person = { name: "bob", role: "admin", emails: ["bob@example.invalid"] };
  const one: Person = { name: "ann", role: "owner", emails: ["ann@example.invalid"] };
  const bare: Person = { name: "ann", role: "owner" };
  const rows: [string, Person[], Person[], Person[]][] = [
    ["as they are", [ann, bob], [ann, bob], [ann, bob]],
    ["in another order", [ann, bob], [bob, ann], [bob, ann]],
    ["somebody new", [ann], [ann, bob], [ann]],
    ["somebody gone", [ann, bob], [ann], [ann]],
    ["the last owner gone", [ann, bob], [bob], [ann, bob]],
    ["everybody gone", [ann, bob], [], [ann, bob]],
    ["the last owner made an admin", [ann, bob], [{ ...ann, role: "admin" }, bob], [ann, bob]],
    ["the last owner made an agent", [ann], [{ ...ann, role: "agent" }], [ann]],
    ["a role raised", [ann, bob], [ann, { ...bob, role: "owner" }], [ann, bob]],
    ["a role lowered", [ann, bob], [ann, { ...bob, role: "member" }], [ann, { ...bob, role: "member" }]],
    ["an agent made a member", [ann, { ...bob, role: "agent" }], [ann, bob], [ann, { ...bob, role: "agent" }]],
    ["an address gone", [ann], [one], [one]],
    ["a new address", [one], [ann], [one]],
    ["an address in place of another", [one], [{ ...one, emails: ["x@example.invalid"] }], [bare]],
    [
      "an address for an agent",
      [ann, { ...bare, name: "x", role: "agent" }],
      [ann, { ...bob, name: "x", role: "agent" }],
      [ann, { name: "x", role: "agent", emails: ["bob@example.invalid"] }],
    ],
    [
      "an owner's address for an agent",
      [ann, { ...bare, name: "x", role: "agent" }],
      [ann, { ...one, name: "x", role: "agent" }],
      [ann, { ...bare, name: "x", role: "agent" }],
    ],
    ["an address for somebody without", [bare], [one], [bare]],
    [
      "an address in other letters",
      [one],
      [{ ...one, emails: ["ANN@example.invalid"] }],
      [{ ...one, emails: ["ANN@example.invalid"] }],
    ],
    ["somebody twice, once higher", [ann, bob], [ann, bob, { ...bob, role: "owner" }], [ann, bob]],
    ["nobody listed, somebody wished", [], [ann], []],
  ];
  for (const [what, counts, wish, inForce] of rows) {
    it(what, () => {
      const made = tightened(settings({ people: counts }), settings({ people: wish }));
      expect(made.settings.people).toEqual(inForce);
      const same = guardedDifferences(settings({ people: wish }), settings({ people: inForce })).length === 0;
      expect(made.waiting.map(({ key }) => key)).toEqual(same ? [] : ["people"]);
    });
  }

  it("are found by their address, agents not", () => {
    expect(personOf([ann, bob], " BOB@example.invalid")).toBe(bob);
    expect(personOf([{ ...bob, role: "agent" }], "bob@example.invalid")).toBeUndefined();
    expect(personOf([bare], "")).toBeUndefined();
  });
});

it("the rest of a profile is taken as it is", () => {
  const wish = { ...DEFAULT_PROFILE, timezone: "Europe/Berlin", apply_mode: "auto" as const };
  const made = tightened(settings({ apply_mode: "curated" }), wish);
  expect(made.settings).toEqual({ ...wish, apply_mode: "curated" });
  const files = ["files.soul", "files.memory", "files.procedures"];
  const keys = [
    "apply_mode",
    "people",
    "approval.non_interactive",
    "trust.base",
    "commands.digest",
    "commands.eval",
    "commands.wiki",
  ];
  expect(GUARDED_KEYS).toEqual([
    ...keys,
    "learning.on",
    "learning.instructions",
    "knowledge_external",
    "review.auto",
    ...files,
    "sync.share",
    "sync.fields",
    "sync.names",
  ]);
});
