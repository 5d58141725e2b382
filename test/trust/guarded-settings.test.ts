/** Settings that decide who decides: a wish nobody confirmed counts as far as it tightens. */
import { describe, expect, it } from "vitest";
import { DEFAULT_PROFILE, type Person } from "../../src/config.js";
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
  const signed = (value: boolean) => settings({ trust: { signed: value } });
  const command = (value: string | null) => settings({ command: value });
  const standing = (...tags: string[]) =>
    settings({ review: { auto: tags.map((tag) => ({ type: "reflexion", tag, state: "approved_for_reuse" })) } });
  const rows: [string, DecisionSettings, DecisionSettings, boolean][] = [
    ["scripts may decide: on", non(false), non(true), false],
    ["scripts may decide: off", non(true), non(false), true],
    ["signatures: asked for", signed(false), signed(true), true],
    ["signatures: no longer asked for", signed(true), signed(false), false],
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

describe("people", () => {
  const ann: Person = { name: "ann", role: "owner", emails: ["ann@example.invalid", "a@example.invalid"] };
  const bob: Person = { name: "bob", role: "admin", emails: ["bob@example.invalid"], keys: ["SHA256:Bb"] };
  const one: Person = { name: "ann", role: "owner", emails: ["ann@example.invalid"] };
  const bare: Person = { name: "ann", role: "owner" };
  const { keys: _, ...keyless } = bob;
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
    ["the last key gone", [ann, bob], [ann, keyless], [ann, bob]],
    ["a key in place of another", [ann, bob], [ann, { ...bob, keys: ["SHA256:x"] }], [ann, bob]],
    ["the first key", [ann, keyless], [ann, bob], [ann, keyless]],
    ["one of two keys gone", [ann, { ...bob, keys: ["SHA256:Bb", "k"] }], [ann, bob], [ann, bob]],
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
    "trust.signed",
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
  ]);
});
