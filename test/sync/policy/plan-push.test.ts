/** What a push appends is the difference to the hub: nothing twice, nothing forgotten, whatever the order. */
import { describe, expect, it } from "vitest";
import { hashOfBody } from "../../../src/sync/policy/hub-row.js";
import type { NewestRow, OwnState, PushPlan } from "../../../src/sync/policy/plan-push.js";
import { planPush } from "../../../src/sync/policy/plan-push.js";
import { bodyText, type SharedBody } from "../../../src/sync/policy/shared-body.js";
import fc from "../../properties.js";

const body = (claim: string): SharedBody => ({ type: "insight", claim, stakes: "high" });
const hashOf = (claim: string) => hashOfBody(bodyText(body(claim)));
const row = (kind: NewestRow["kind"], hash = ""): NewestRow => ({ entry: "a", kind, hash });

/** What becomes of the one entry `a`. */
function fate(own: readonly Omit<OwnState, "id">[], rows: readonly NewestRow[]): string {
  const states = own.map((one) => ({ id: "a", ...one }));
  const plan = planPush(states, rows);
  const names = (["entries", "withdrawn", "erased", "erasedThere"] as const).filter((name) => plan[name].length > 0);
  return [...names, ...(plan.kept > 0 ? ["kept"] : [])].join() || "nothing";
}

describe("planPush", () => {
  it.each<[what: string, own: Omit<OwnState, "id">[], rows: NewestRow[], fate: string]>([
    ["new", [{ body: body("x") }], [], "entries"],
    ["there already", [{ body: body("x") }], [row("entry", hashOf("x"))], "nothing"],
    ["changed", [{ body: body("x") }], [row("entry", hashOf("y"))], "entries"],
    ["shared again", [{ body: body("x") }], [row("withdrawn")], "entries"],
    ["erased elsewhere", [{ body: body("x") }], [row("erased")], "erasedThere"],
    ["arrived at before", [{ body: body("x") }], [row("arrival")], "entries"],
    ["no longer shared", [{ gone: "withdrawn" }], [row("entry", hashOf("x"))], "withdrawn"],
    ["withdrawn before", [{ gone: "withdrawn" }], [row("withdrawn")], "nothing"],
    ["erased", [{ gone: "erased" }], [row("entry", hashOf("x"))], "erased"],
    ["erased after it was withdrawn", [{ gone: "erased" }], [row("withdrawn")], "erased"],
    ["not in this tree", [], [row("entry", hashOf("x"))], "kept"],
    ["not readable", [{}], [row("entry", hashOf("x"))], "nothing"],
    ["erased, whatever else is said of it", [{ body: body("x") }, { gone: "erased" }], [row("entry")], "erased"],
    ["withdrawn, though it has a body", [{ body: body("x"), gone: "withdrawn" }], [row("entry")], "withdrawn"],
    ["no arrival after all", [{ gone: "withdrawn" }], [row("arrival")], "withdrawn"],
    ["of which the words were taken out", [{ body: body("x") }], [row("gone", hashOf("y"))], "entries"],
  ])("%s", (_what, own, rows, wanted) => {
    expect(fate(own, rows)).toBe(wanted);
    expect(fate([...own].reverse(), [...rows].reverse())).toBe(wanted);
  });

  it("writes the bodies down in the one way, in order of id", () => {
    const states = ["b", "a"].map((id) => ({ id, body: body(id) }));
    const written = (id: string) => ({ id, at: "", body: body(id), text: bodyText(body(id)) });
    expect(planPush(states, []).entries).toEqual([written("a"), written("b")]);
  });
});

const id = fc.constantFrom(..."abcdefgh");
const states = fc.array(
  fc.oneof(
    fc.record({ id, body: fc.constantFrom("x", "y").map(body) }),
    fc.record({ id, gone: fc.constantFrom<"erased" | "withdrawn">("erased", "withdrawn") }),
    fc.record({ id }),
  ),
  { maxLength: 12 },
);
const kind = fc.constantFrom<NewestRow["kind"]>("entry", "withdrawn", "erased", "arrival", "gone");
/** Of each entry the newest. */
const rows = fc
  .uniqueArray(fc.record({ entry: id, kind }), { selector: ({ entry }) => entry })
  .map((list) => list.map((one): NewestRow => ({ ...one, hash: one.kind === "entry" ? hashOf("x") : "" })));

/** The newest rows after a push, of which only the first `done` were written. */
function pushed(known: readonly NewestRow[], plan: PushPlan, done = Number.POSITIVE_INFINITY): NewestRow[] {
  const written = [
    ...plan.erased.map((entry): NewestRow => ({ entry, kind: "erased", hash: "erased" })),
    ...plan.withdrawn.map((entry): NewestRow => ({ entry, kind: "withdrawn", hash: "withdrawn" })),
    ...plan.entries.map(({ id: entry, text }): NewestRow => ({ entry, kind: "entry", hash: hashOfBody(text) })),
  ].slice(0, done);
  return [...new Map([...known, ...written].map((one) => [one.entry, one])).values()];
}

const isEmpty = ({ entries, withdrawn, erased }: PushPlan) => entries.length + withdrawn.length + erased.length === 0;

const byEntry = (a: NewestRow, b: NewestRow) => (a.entry < b.entry ? -1 : 1);

describe("any push", () => {
  it("leaves nothing to do, also when it was interrupted anywhere before", () => {
    const settles = fc.property(states, rows, fc.nat({ max: 8 }), (own, known, done) => {
      const whole = pushed(known, planPush(own, known));
      expect(isEmpty(planPush(own, whole))).toBe(true);
      const half = pushed(known, planPush(own, known), done);
      const again = pushed(half, planPush(own, half));
      const standing = (list: NewestRow[]) => planPush([], list).kept;
      expect(isEmpty(planPush(own, again))).toBe(true);
      expect(standing(again)).toBe(standing(whole));
      expect(again.toSorted(byEntry)).toEqual(whole.toSorted(byEntry));
    });
    fc.assert(settles);
  });

  it("is the same in any order, never brings back what was erased, and touches no row of another branch", () => {
    const stays = fc.property(states, rows, (own, known) => {
      const plan = planPush(own, known);
      expect(planPush(own.toReversed(), known.toReversed())).toEqual(plan);
      const erased = new Set(known.flatMap(({ entry, kind }) => (kind === "erased" ? [entry] : [])));
      for (const { id: entry } of plan.entries) expect(erased.has(entry)).toBe(false);
      const here = new Set(own.map(({ id: entry }) => entry));
      const touched = [...plan.withdrawn, ...plan.erased, ...plan.entries.map(({ id: entry }) => entry)];
      expect(touched.every((entry) => here.has(entry))).toBe(true);
    });
    fc.assert(stays);
  });
});
