/** Facts about a contact in a real workspace: what ends, what nobody has decided, what held when. */
import { describe, expect, it } from "vitest";
import { type Sandbox, sandbox } from "../sandbox.js";

async function told(box: Sandbox, fact: string, ...more: string[]) {
  const ran = await box.run(["remember", fact, "--contact", "jane", "--category", "fact", "--json", ...more]);
  expect(ran.code, ran.stderr).toBe(0);
  return ran.json().data;
}

async function held(box: Sandbox, ...more: string[]): Promise<string[]> {
  const ran = await box.run(["list", "--type", "memory", "--contact", "jane", "--json", ...more]);
  expect(ran.code, ran.stderr).toBe(0);
  return ran
    .json()
    .data.memories.map(({ text }: { text: string }) => text)
    .sort();
}

describe("a newer fact of the same key", () => {
  it("ends the older one, which stays readable for the time in which it held", { tags: "proof" }, async () => {
    const box = await sandbox();
    const paris = await told(box, "Jane lives in Paris", "--key", "home", "--from", "2020-01-01");
    const berlin = await told(box, "Jane lives in Berlin", "--key", "home", "--from", "2024-05-01");
    expect(paris.file).toBe("memory/contacts/jane.md");
    expect(berlin).toMatchObject({ decision: "replaced", superseded: [paris.id] });
    expect(berlin.because.join(" ")).toContain(paris.id);
    expect(await held(box)).toEqual(["Jane lives in Berlin"]);
    expect(await held(box, "--as-of", "2019-12-31")).toEqual([]);
    expect(await held(box, "--as-of", "2020-01-01")).toEqual(["Jane lives in Paris"]);
    expect(await held(box, "--as-of", "2024-04-30T23:59:59Z")).toEqual(["Jane lives in Paris"]);
    expect(await held(box, "--as-of", "2024-05-01")).toEqual(["Jane lives in Berlin"]);
    const file = await box.read("memory/contacts/jane.md");
    expect(file).toContain("valid_to: 2024-05-01T00:00:00Z");
    expect(file.match(/status: active/g)).toHaveLength(2);
    const found = await box.run(["recall", "where does jane live", "--contact", "jane", "--as-of", "2021-01-01"]);
    expect(found.stdout).toContain("Jane lives in Paris");
    expect(found.stdout).not.toContain("Berlin");
  });

  it("is counted where it says the same, and fills a gap where nothing else held", { tags: "proof" }, async () => {
    const box = await sandbox();
    const one = await told(box, "Jane lives in Berlin", "--key", "home", "--from", "2024-05-01");
    expect(await told(box, "Jane lives in Berlin", "--key", "home")).toMatchObject({ decision: "counted", id: one.id });
    expect(await box.read("memory/contacts/jane.md")).toContain("confirmed: 2026-02-15T14:00:00Z");
    const slot = ["--key", "home", "--from", "2020-01-01", "--until", "2024-05-01"];
    const before = await told(box, "Jane lives in Paris", ...slot);
    expect(before.superseded).toBeUndefined();
    expect(await held(box)).toEqual(["Jane lives in Berlin"]);
    expect(await held(box, "--as-of", "2022-01-01")).toEqual(["Jane lives in Paris"]);
  });

  it("is asked about where both would hold at one time, and printed beside the other until somebody decides", async () => {
    const box = await sandbox();
    const one = await told(box, "Jane lives in Berlin", "--key", "home", "--from", "2021-05-01");
    const slot = ["--key", "home", "--from", "2021-01-01", "--until", "2022-01-01"];
    const other = await told(box, "Jane lives in Rome", ...slot);
    expect(other).toMatchObject({ decision: "stored", asks: [{ about: one.id }], opened: 1 });
    expect(other.asks[0].answers.replaces).toContain("--contact jane");
    const both = await box.run(["list", "--type", "memory", "--contact", "jane", "--as-of", "2021-06-01"]);
    expect(both.stdout).toContain(`Jane lives in Berlin\tundecided beside ${other.id} (self): Jane lives in Rome\n`);
    expect(both.stdout).toContain(`Jane lives in Rome\tundecided beside ${one.id} (self): Jane lives in Berlin\n`);
    const shown = (await box.run(["context", "--contact", "jane", "--as-of", "2021-06-01"])).stdout;
    expect(shown).toContain(`\n  undecided beside ${one.id} self | Jane lives in Berlin\n`);
    expect(shown).toMatch(new RegExp(`\n${one.id} self, .*undecided beside ${other.id} \\| Jane lives in Berlin\n`));
    // What no longer holds is printed beside nothing.
    const now = (await box.run(["context", "--contact", "jane"])).stdout;
    expect(now).toContain("Jane lives in Berlin");
    expect(now).not.toMatch(/undecided|Rome/);
    const answer: string = other.asks[0].answers.unrelated;
    expect((await box.run(answer.split(" ").slice(1))).code, answer).toBe(0);
  });
});

describe("a fact that is put between", () => {
  const slot = ["--key", "home", "--from", "2026-01-01", "--until", "2026-02-01"];

  it("splits the one around it in two, which is said, and undo takes it back whole", async () => {
    const box = await sandbox();
    const around = await told(box, "Jane lives in Berlin", "--key", "home", "--from", "2020-01-01");
    const file = await box.read("memory/contacts/jane.md");
    const between = await told(box, "Jane lives in Rome", ...slot);
    expect(between).toMatchObject({ decision: "replaced", superseded: [around.id], asks: [] });
    expect(between.because.at(-1)).toContain(`${around.id} is split in two: it holds until 2026-01-01T00:00:00Z, and`);
    for (const [day, fact] of [
      ["2019-12-31", []],
      ["2025-12-31T23:59:59Z", ["Jane lives in Berlin"]],
      ["2026-01-01", ["Jane lives in Rome"]],
      ["2026-02-01", ["Jane lives in Berlin"]],
    ] as const)
      expect(await held(box, "--as-of", day), day).toEqual(fact);
    expect(await held(box)).toEqual(["Jane lives in Berlin"]);
    expect((await box.run(["undo"])).code).toBe(0);
    expect(await box.read("memory/contacts/jane.md")).toBe(file);
  });

  it("is named by the one around it under --replaces, without a key as well", async () => {
    const box = await sandbox();
    const around = await told(box, "Jane lives in Berlin", "--from", "2020-01-01");
    const between = await told(box, "Jane lives in Rome", ...slot.slice(2), "--replaces", around.id);
    expect(between.because.join(" ")).toContain("is split in two");
    expect(await held(box)).toEqual(["Jane lives in Berlin"]);
  });
});

describe("without a key", () => {
  it("a differing one is asked about, and ends where one began that its author or a person names", async () => {
    const box = await sandbox();
    const one = await told(box, "Jane likes calls at 9");
    box.at("2026-02-16T14:00:00Z");
    const other = await told(box, "Jane likes calls at 11");
    expect(other).toMatchObject({ decision: "stored", asks: [{ about: one.id }] });
    expect(other.superseded).toBeUndefined();
    const decided = await box.run(["resolve", other.id, one.id, "--replaces", "--contact", "jane"]);
    expect([decided.code, decided.stdout]).toEqual([0, expect.stringContaining("ends where")]);
    expect(await held(box)).toEqual(["Jane likes calls at 11"]);
    expect(await held(box, "--as-of", "2026-02-16")).toEqual(["Jane likes calls at 9"]);
    box.at("2026-02-17T14:00:00Z");
    const third = await told(box, "Jane likes no calls", "--replaces", other.id);
    expect(third.superseded).toEqual([other.id]);
    expect(await held(box)).not.toContain("Jane likes calls at 11");
    expect(await held(box, "--as-of", "2026-02-16T20:00:00Z")).toContain("Jane likes calls at 11");
    // What is about another, or about nobody, takes the place of nothing that is about her.
    const newer = ["remember", "Calls are at 9", "--category", "fact", "--replaces", third.id];
    const project = await box.run(newer);
    expect([project.code, project.stderr]).toEqual([2, expect.stringContaining("not about the same contact")]);
    expect((await box.run([...newer, "--contact", "bob"])).code).toBe(2);
  });
});

it("what nobody can mean is refused, and nothing is stored", async () => {
  const box = await sandbox();
  for (const [flags, why] of [
    ["--contact ../x", /no id of a contact/],
    [`--contact ${"x".repeat(65)}`, /no id of a contact/],
    ["--contact con", /no id of a contact/],
    ["--contact jane --from tomorrow", /no date/],
    ["--contact jane --from 2026-02-30", /no date/],
    ["--contact jane --from 2026-02-10T09:00:00", /no date/],
    ["--contact jane --from 2026-02-16", /future/],
    ["--contact jane --from 2026-02-10 --until 2026-02-10", /not later/],
    ["--contact jane --scope project", /not about jane/],
    ["--contact jane --group people", /file of their own/],
    ["--until 2027-01-01", /only a fact about a contact/],
    ["--private", /only a fact about a contact/],
    ["--scope contact:A", /scope/],
  ] as const) {
    const ran = await box.run(["remember", "Jane is fine", "--category", "fact", ...flags.split(" ")]);
    expect([ran.code, ran.stderr], flags).toEqual([2, expect.stringMatching(why)]);
  }
  for (const command of [
    "recall x --as-of 2026-01-01",
    "list --type memory --as-of 2026-01-01",
    "context --as-of 2026-01-01",
    "recall x --private",
    "recall x --contact jane --as-of soon",
    "list --contact ../x",
  ])
    expect((await box.run(command.split(" "))).code, command).toBe(2);
  await expect(box.read("memory/contacts/jane.md")).rejects.toThrow();
});
