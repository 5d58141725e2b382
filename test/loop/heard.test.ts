/** What was heard: when a sentence is new, when it is closed, who may be shown it, and when it leaves. */
import { describe, expect, it } from "vitest";
import { fixedClock } from "../../src/clock.js";
import type { Entry } from "../../src/entry/entry.js";
import { keepBounds } from "../../src/store/state/bounds.js";
import { closeHeard, type Hearing, hear, openHeard, readHeard } from "../../src/store/state/heard.js";
import { memory } from "../store/entries.js";
import { stored, testWorld } from "../store/workspace.js";

const AT = "2026-02-15T14:00:00Z";
const PNPM = "No, use pnpm here.";
const said = (more: Partial<Hearing> = {}): Hearing => ({
  sentence: PNPM,
  at: AT,
  session: "s1",
  from: "prompt",
  ...more,
});
const NEXT_DAY = { session: "s2", at: "2026-02-16T09:00:00Z" };
const COR = "COR-20260215-M2XBA";
const by = COR;

describe("a sentence that is heard", () => {
  const recorded = { by, at: AT };
  it.each<[string, { by?: string; at: string } | undefined, Partial<Hearing>, "known" | "anew" | "another"]>([
    ["the same words", undefined, { sentence: "no, use pnpm here" }, "known"],
    ["the same words, in another session", undefined, NEXT_DAY, "known"],
    ["other words", undefined, { sentence: "No, use npm here." }, "another"],
    ["another person's", undefined, { user: "sybil" }, "another"],
    ["on behalf of a contact", undefined, { contact: "jane" }, "another"],
    ["recorded, read again in its transcript", recorded, { from: "transcript" }, "known"],
    ["recorded, said before that", { by, at: NEXT_DAY.at }, { session: "s2", at: "2026-02-15T14:30:00Z" }, "known"],
    ["recorded, and said again in another session", recorded, NEXT_DAY, "anew"],
    ["dropped by a person, and said again", { at: AT }, NEXT_DAY, "known"],
  ])("%s", (_, closed, more, is) => {
    const world = testWorld();
    const id = hear(world, [said()])[0]?.id ?? "";
    if (closed !== undefined) closeHeard({ ...world, clock: fixedClock(closed.at) }, [id], closed.by);
    hear(world, [said(more)]);
    const kept = readHeard(world.workspace);
    expect(kept).toHaveLength(is === "another" ? 2 : 1);
    expect(kept.find((one) => one.id === id)).toMatchObject(is === "anew" ? said(more) : said());
    expect(kept[0]?.closed === undefined).toBe(closed === undefined || is === "anew");
  });
});

describe("a sentence is open", () => {
  const SAME = "No, use pnpm here";
  const equal = (more: Partial<Entry> = {}): Entry =>
    ({
      ...memory({ content: SAME, category: "fact", timestamp: "2026-02-15T14:10:00Z" }),
      session: "s9",
      ...more,
    }) as Entry;
  it.each<[string, Partial<Hearing>, Entry[], { by?: string } | undefined, boolean]>([
    ["that nobody named", {}, [], undefined, true],
    ["that a stored entry names", {}, [equal({ content: "Other words" })], { by: equal().id }, false],
    ["that an entry named which is not stored", {}, [], { by }, true],
    ["that a person dropped", {}, [], {}, false],
    ["beside an entry in other words", {}, [equal({ content: "Use pnpm here" })], undefined, true],
    ["beside one in equal words since", {}, [equal()], undefined, false],
    ["beside one from before: it was said again", {}, [equal({ timestamp: "2026-02-15T12:59:59Z" })], undefined, true],
    ["beside one of its session", {}, [equal({ timestamp: "2026-02-15T09:00:00Z", session: "s1" })], undefined, false],
    ["beside what is only of another person", {}, [equal({ scope: "user", user: "sybil" })], undefined, true],
    ["beside what is about a contact", {}, [equal({ scope: "contact:jane" })], undefined, true],
    [
      "of a contact, beside what is about it",
      { contact: "jane" },
      [equal({ scope: "contact:jane" })],
      undefined,
      false,
    ],
  ])("%s", async (_, more, entries, closed, is) => {
    const world = testWorld();
    await stored(world, ...entries);
    const id = hear(world, [said(more)])[0]?.id ?? "";
    if (closed !== undefined) closeHeard(world, [id], closed.by);
    const actor = { ...world.actor, ...(more.contact === undefined ? {} : { contact: more.contact }) };
    expect((await openHeard({ ...world, actor })).length === 1).toBe(is);
  });
});

describe("a sentence is shown", () => {
  type Reader = { user?: string; contact?: string };
  it.each<[string, Partial<Hearing>, Reader, boolean]>([
    ["to everybody where nobody is named", {}, { user: "sybil" }, true],
    ["to its own person", { user: "bridget" }, { user: "Bridget" }, true],
    ["to no other", { user: "bridget" }, { user: "sybil" }, false],
    ["to nobody who is not known", { user: "bridget" }, {}, false],
    ["where its contact is named", { contact: "jane" }, { contact: "jane" }, true],
    ["not where another is, or none", { contact: "jane" }, { contact: "joan" }, false],
    ["not to another who names its contact", { contact: "j", user: "bridget" }, { contact: "j", user: "sybil" }, false],
  ])("%s", async (_, more, reader, is) => {
    const world = testWorld();
    hear(world, [said(more)]);
    expect((await openHeard({ ...world, actor: { ...world.actor, ...reader } })).length === 1).toBe(is);
  });
});

describe("what was heard", () => {
  const words = ({ workspace }: ReturnType<typeof testWorld>) => readHeard(workspace).map(({ sentence }) => sentence);

  it("drops what was closed, after 400 days, never what is open", () => {
    const world = testWorld();
    const [closed] = hear(world, [said({ sentence: "Use pnpm" }), said({ sentence: "Use tests" })]);
    closeHeard(world, [closed?.id ?? ""], COR);
    const leftAt = (now: string) => {
      keepBounds({ ...world, clock: fixedClock(now) });
      return words(world);
    };
    expect(leftAt("2027-03-22T13:59:59Z")).toEqual(["Use pnpm", "Use tests"]);
    expect(leftAt("2027-03-22T14:00:01Z")).toEqual(["Use tests"]);
  });
});
