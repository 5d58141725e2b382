/** Which fact about a contact holds at an instant: computed from all with one key. */
import { describe, expect, it } from "vitest";
import type { Memory } from "../../src/entry/entry.js";
import { holdsAt } from "../../src/entry/standing/facts.js";
import { openStore } from "../../src/store/open-store.js";
import { memory } from "../store/entries.js";
import { stored, testWorld } from "../store/workspace.js";

const on = (day: string): string => `2026-${day}T00:00:00Z`;
const OWNER = "bridget";

/** `01-05 02-10..02-20 owner`: said then, what it holds for (from when it was said on, for good), and how far it is trusted. */
function fact(text: string, id: string, more: Partial<Memory> = {}): Memory {
  const [said = "", period = "", tier = "self"] = text.split(" ");
  const [from = "", until = ""] = period.split("..");
  const holds = {
    ...(from !== "" && { valid_from: on(from) }),
    ...(until !== "" && { valid_to: on(until) }),
  };
  const about = { scope: "contact:jane", key: "phone", content: id } as const;
  return memory({
    id: `MEM-20260101-${id}`,
    timestamp: on(said),
    tier: tier as Memory["tier"],
    ...about,
    ...holds,
    ...more,
  });
}

/** Which of them hold on a day. */
async function holding(facts: readonly Memory[], day: string): Promise<string> {
  const world = testWorld();
  await stored(world, ...facts);
  const rows = (await openStore(world)).where({ type: "memory" });
  const found = rows.filter((row) => row.status === "active" && holdsAt(row, new Date(on(day))));
  return found
    .map(({ id }) => id.slice(-5))
    .sort()
    .join(" ");
}

describe("a fact holds from its first instant until the one that is no longer a part of it", () => {
  it.each([
    ["02-10..02-12", "02-09", false],
    ["02-10..02-12", "02-10", true],
    ["02-10..02-12", "02-11", true],
    ["02-10..02-12", "02-12", false],
    ["02-10", "12-31", true],
    ["02-10..02-10", "02-10", false],
    ["", "02-27", false],
    ["", "02-28", true],
  ])("%s on %s: %s", (period, day, holds) => {
    expect(holdsAt(fact(`02-28 ${period}`, "A0001"), new Date(on(day)))).toBe(holds);
  });
});

describe("of those with one key the one that began last and has not ended holds", () => {
  it.each<[name: string, facts: string[], days: Record<string, string>]>([
    [
      "one that ends covers another for a while",
      ["01-01", "02-20 03-01..04-01"],
      { "03-15": "B0002", "05-01": "A0001" },
    ],
    ["one of the past, recorded today", ["02-01", "03-01 01-01"], { "01-15": "B0002", "03-02": "A0001" }],
    ["an agent's newer one displaces no owner's", ["01-01  owner", "02-01"], { "01-15": "A0001", "03-01": "A0001" }],
    ["an owner's displaces an agent's newer one", ["02-01", "01-01  owner"], { "03-01": "B0002" }],
    ["a number that comes back", ["01-01", "02-01", "03-01"], { "01-15": "A0001", "02-15": "B0002", "03-15": "C0003" }],
    ["two that began at once: recorded last", ["01-01 02-01", "01-02 02-01"], { "03-01": "B0002" }],
  ])("%s", async (_, facts, days) => {
    const ids = ["A0001", "B0002", "C0003"];
    const stated = facts.map((text, at) => fact(text, ids[at] ?? ""));
    for (const [day, holds] of Object.entries(days)) expect([day, await holding(stated, day)]).toEqual([day, holds]);
  });
});

it("a forgotten fact keeps its period until one is recorded after the forgetting", async () => {
  const forgotten = { forgotten: { at: on("03-01"), by: OWNER, tier: "owner" as const } };
  const known = fact("01-01 ..", "A0001");
  const gone = fact("02-01 .. owner", "B0002", forgotten);
  expect(await holding([known, gone], "04-01")).toBe("");
  expect(await holding([known, gone, fact("03-10 ..", "C0003")], "04-01")).toBe("C0003");
});
