/** Which settings count at a commit follows from who made the commits before it, not from what a file says. */

import { describe, expect, it } from "vitest";
import { DEFAULT_PROFILE, type Person } from "../../src/config.js";
import { type DecisionSettings, guardedIn } from "../../src/trust/policy/guarded-settings.js";
import { type SettingsCommit, type SettingsFacts, settingsLine } from "../../src/trust/policy/settings-line.js";
import fc from "../properties.js";

const person = (name: string, role: Person["role"]): Person => ({ name, role, emails: [`${name}@example.invalid`] });
const ann = person("ann", "owner");
const bob = person("bob", "member");
const imp = person("imp", "owner");
const base = guardedIn(DEFAULT_PROFILE);
/** By the name of their text. */
const FILES: Record<string, DecisionSettings | undefined> = {
  nobody: { ...base, apply_mode: "approval" },
  strict: { ...base, people: [ann, person("bot", "agent")], apply_mode: "curated" },
  loose: { ...base, people: [ann, person("bot", "agent")], apply_mode: "auto" },
  alike: { ...base, people: [ann, person("bot", "agent")], apply_mode: "curated" },
  team: { ...base, people: [ann, bob, person("bot", "agent")], apply_mode: "curated" },
  both: { ...base, people: [ann, bob, person("bot", "agent")], apply_mode: "auto" },
  posed: { ...base, people: [{ ...imp, name: "ann" }] },
  posing: { ...base, people: [{ ...imp, name: "ann" }], apply_mode: "approval" },
  bare: { ...base, people: [{ name: "ann", role: "owner" }], apply_mode: "curated" },
  named: { ...base, people: [ann], apply_mode: "auto" },
  joined: { ...base, people: [ann, imp], apply_mode: "auto" },
  imp: { ...base, people: [imp] },
  broken: undefined,
};
type Row = [commit: string, parents: string, who: string, file?: string, anew?: "anew"];

const FACTS: SettingsFacts = { settingsOf: (file) => FILES[file] };

function at(...rows: Row[]) {
  const commits = rows.map(
    ([commit, parents, who, file, anew]): SettingsCommit => ({
      commit,
      parents: parents.split(" ").filter((one) => one !== ""),
      email: `${who}@example.invalid`,
      file,
      beginsAnew: anew !== undefined,
    }),
  );
  const line = settingsLine(commits, FACTS);
  const last = rows.at(-1)?.[0] ?? "";
  const { before, after } = line.get(last) ?? {};
  const nameOf = (settings: DecisionSettings | undefined) =>
    settings && Object.keys(FILES).find((name) => JSON.stringify(FILES[name]) === JSON.stringify(settings));
  return {
    before: nameOf(before?.settings),
    counts: nameOf(after?.settings),
    open: after?.open.map(({ commit, key, before: was, after: is }) =>
      key === "people" ? `${commit} people` : `${commit} ${key} ${was} → ${is}`,
    ),
    roots: after?.roots,
    anew: after?.anew,
    settings: after?.settings,
  };
}
const root: Row = ["1", "", "ann", "strict"];

describe("the beginning", () => {
  it("is the first commit that lists an owner, whoever made it", () => {
    expect(at(["1", "", "bot", "nobody"])).toMatchObject({ before: undefined, counts: undefined });
    const rooted = at(["1", "", "bot", "nobody"], ["2", "1", "bot", "strict"]);
    expect(rooted).toMatchObject({ before: undefined, counts: "strict", open: [], roots: ["2"], anew: [] });
  });

  it("stays when the owner is taken out, the file deleted or broken by somebody unlisted", () => {
    for (const file of ["nobody", undefined, "broken"]) {
      const made = at(root, ["2", "1", "bot", ...(file === undefined ? [] : [file])] as unknown as Row);
      expect(made).toMatchObject({ counts: "strict", roots: ["1"] });
    }
    expect(at(root, ["2", "1", "bot", "nobody"]).open).toEqual(["2 apply_mode curated → approval", "2 people"]);
  });

  it("is made anew by a commit that says so, and that is remembered", () => {
    const made = at(root, ["2", "1", "imp", "imp", "anew"], ["3", "2", "imp", "imp"]);
    expect(made).toMatchObject({ counts: "imp", roots: ["2"], anew: ["2"] });
    expect(at(root, ["2", "1", "imp", "nobody", "anew"])).toMatchObject({ counts: "strict", anew: [] });
  });
});

describe("an owner without an address", () => {
  const bare: Row = ["1", "", "bot", "bare"];
  it("is believed who first writes down theirs, for the whole file", () => {
    expect(at(bare, ["2", "1", "ann", "named"])).toMatchObject({ counts: "named", open: [], roots: ["1"] });
    expect(at(bare, ["2", "1", "ann", "named"], ["3", "2", "bot", "bare"]).counts).toBe("named");
  });

  it("keeps what counts from everybody else, and from other people in the same file", () => {
    expect(at(bare, ["2", "1", "bot", "named"]).counts).toBe("bare");
    expect(at(bare, ["2", "1", "imp", "imp"]).counts).toBe("bare");
    expect(at(bare, ["2", "1", "imp", "joined"]).counts).toBe("bare");
  });
});

describe("a commit on the line", () => {
  it("counts when somebody listed before it made it", () => {
    expect(at(root, ["2", "1", "ann", "loose"])).toMatchObject({ before: "strict", counts: "loose", open: [] });
    expect(at(root, ["2", "1", "ann", "broken"])).toMatchObject({ counts: "strict" });
  });

  it("does not count when somebody else did, even who lists themselves in it, or an agent by role", () => {
    expect(at(root, ["2", "1", "imp", "imp"])).toMatchObject({
      counts: "strict",
      open: ["2 apply_mode curated → auto", "2 people"],
    });
    expect(at(root, ["2", "1", "imp", "imp"], ["3", "2", "imp", "loose"])).toMatchObject({ counts: "strict" });
    expect(at(root, ["2", "1", "bot", "loose"]).counts).toBe("strict");
  });

  it("that switches and one that switches back stay told until a person lets the file in", () => {
    const switched: Row[] = [root, ["2", "1", "bot", "loose"], ["3", "2", "bot", "x"], ["4", "3", "bot", "strict"]];
    expect(at(...switched)).toMatchObject({ counts: "strict", open: ["2 apply_mode curated → auto"] });
    expect(at(...switched, ["5", "4", "ann", "strict"]).open).toEqual(["2 apply_mode curated → auto"]);
    expect(at(...switched, ["5", "4", "ann", "alike"])).toMatchObject({ open: [] });
    expect(at(...switched.slice(0, 2), ["3", "2", "ann", "both"])).toMatchObject({ counts: "both", open: [] });
  });
});

describe("a merge", () => {
  it("by a person is a yes to all of what it brings", () => {
    expect(
      at(root, ["2", "1", "bot", "loose"], ["3", "1", "bot", "strict"], ["4", "1 2", "ann", "loose"]),
    ).toMatchObject({ counts: "loose", open: [] });
  });

  it("by a person is no yes to what was there already", () => {
    const made = at(root, ["2", "1", "bot", "loose"], ["3", "1", "bot", "strict"], ["4", "2 3", "ann", "loose"]);
    expect(made).toMatchObject({ counts: "strict", open: ["2 apply_mode curated → auto"] });
  });

  it("by an agent brings what a person committed on the other side, and nothing else", () => {
    expect(at(root, ["2", "1", "ann", "loose"], ["3", "1 2", "bot", "loose"])).toMatchObject({
      counts: "loose",
      open: [],
    });
    expect(at(root, ["2", "1", "bot", "loose"], ["3", "1 2", "bot", "loose"])).toMatchObject({
      counts: "strict",
      open: ["2 apply_mode curated → auto"],
    });
    expect(at(root, ["2", "1", "ann", "alike"], ["3", "1 2", "bot", "loose"])).toMatchObject({
      counts: "strict",
      open: ["3 apply_mode curated → auto"],
    });
  });

  it("by an agent does not take a person's word back, whichever parent it names first", () => {
    const rows: Row[] = [
      ["1", "", "ann", "loose"],
      ["2", "1", "ann", "strict"],
      ["3", "1", "bot", "loose"],
    ];
    for (const parents of ["3 2", "2 3"]) {
      expect(at(...rows, ["4", parents, "bot", "loose"])).toMatchObject({
        counts: "strict",
        open: ["4 apply_mode curated → auto"],
      });
    }
  });

  it("of two sides that people changed counts where both allow it, until a person merges or commits", () => {
    const rows: Row[] = [root, ["2", "1", "ann", "loose"], ["3", "1", "ann", "team"]];
    expect(at(...rows, ["4", "2 3", "bot", "both"])).toMatchObject({ counts: "strict" });
    expect(at(...rows, ["4", "2 3", "ann", "both"])).toMatchObject({ counts: "both", open: [] });
  });

  it("of a branch of somebody who was taken out since does not bring them back", () => {
    const rows: Row[] = [
      ["1", "", "ann", "team"],
      ["2", "1", "ann", "strict"],
      ["3", "1", "bob", "both"],
    ];
    expect(at(...rows, ["4", "3 2", "bob", "both"]).counts).toBe("strict");
    expect(at(...rows, ["4", "2 3", "bob", "both"]).counts).toBe("strict");
  });

  it("of another beginning that names the owner with another address introduces nobody", () => {
    const made = at(root, ["2", "", "imp", "posed"], ["3", "2 1", "imp", "posed"], ["4", "3", "imp", "posing"]);
    expect(made.settings?.people).toEqual([{ name: "ann", role: "owner" }]);
  });

  it("of another beginning leaves nobody who is listed in one of them alone", () => {
    const made = at(root, ["2", "", "imp", "imp"], ["3", "2 1", "imp", "imp"]);
    expect(made.roots).toEqual(["2", "1"]);
    expect(made.settings).toMatchObject({ people: [], apply_mode: "curated" });
  });
});

describe("from a commit that is known", () => {
  const anyOf = (count: number) => fc.integer({ min: 0, max: count - 1 });
  const row = fc.record({
    who: fc.constantFrom("ann", "bob", "imp", "bot"),
    file: fc.option(fc.constantFrom(undefined, ...Object.keys(FILES)), { nil: "as before" }),
    parents: fc.array(fc.nat(), { minLength: 1, maxLength: 2 }),
    beginsAnew: fc.constantFrom(false, false, false, false, true),
  });

  it("later ones count as they do from the beginning", () => {
    const runs = Number(process.env["RUNS"] ?? 1_000);
    fc.assert(
      fc.property(fc.array(row, { minLength: 2, maxLength: 16 }), anyOf(15), (rows, nth) => {
        const point = Math.min(nth, rows.length - 2);
        const commits: SettingsCommit[] = [];
        for (const [n, { who, file, parents, beginsAnew }] of rows.entries()) {
          const from = n > point ? point : 0;
          const before = n === 0 ? [] : [...new Set(parents.map((one) => `${from + (one % (n - from))}`))];
          const [first = 0] = before.map(Number);
          const stands = file === "as before" ? commits[first]?.file : file;
          commits.push({ commit: `${n}`, parents: before, email: `${who}@example.invalid`, file: stands, beginsAnew });
        }
        const whole = settingsLine(commits, FACTS);
        const { commit, file } = commits[point] as SettingsCommit;
        const known = { after: whole.get(commit)?.after };
        const start: SettingsCommit = { commit, parents: [], email: "", file, beginsAnew: false, known };
        const later = settingsLine([start, ...commits.slice(point + 1)], FACTS);
        for (const one of commits.slice(point + 1)) expect(later.get(one.commit)).toEqual(whole.get(one.commit));
      }),
      { numRuns: runs },
    );
  });
});
