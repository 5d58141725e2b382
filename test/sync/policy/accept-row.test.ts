/** A reader takes a row only as its writer signed it; everything else is refused, with why. */
import { describe, expect, it } from "vitest";
import { acceptRow, type KnownWriter } from "../../../src/sync/policy/accept-row.js";

import { bodyText } from "../../../src/sync/policy/shared-body.js";
import { ARRIVAL, BODY, HUB, keysOf, rowOf, type Tampered } from "./rows.js";

const FIRST: KnownWriter = { hub: HUB, last: 0 };

describe("a row that is taken", () => {
  it("has its body", () => {
    const row = rowOf();
    expect(acceptRow(row, FIRST)).toEqual({ accepted: { row, kind: "entry", body: BODY } });
    const wordless = rowOf({ after: { body: null } });
    expect(acceptRow(wordless, FIRST)).toEqual({ accepted: { row: wordless, kind: "gone" } });
    const arrival = rowOf({ body: ARRIVAL });
    expect(acceptRow(arrival, FIRST)).toEqual({ accepted: { row: arrival, kind: "arrival", arrival: ARRIVAL } });
  });

  it.each<[string, Tampered]>([
    ["withdrawn", { header: { hash: "withdrawn" } }],
    ["erased", { header: { hash: "erased" } }],
    ["that was learned", { body: { ...BODY, from: "bea-0123456789abcdef" } }],
    ["an arrival of its own words", { body: { ...ARRIVAL, own: "INS-20260215-K7Q2Z", from: "bea-0123456789abcdef" } }],
    ["exactly two days ahead", { header: { at: "2026-02-18T10:00:00Z" } }],
    ["a correction", { body: { ...BODY, type: "correction" }, header: { entry: "COR-20260215-K7Q2X" } }],
    ["a claim of 8,000 characters", { body: { ...BODY, claim: "x".repeat(8000) } }],
    ["a hundred tags", { body: { ...BODY, tags: Array.from({ length: 100 }, (_, at) => `t${at}`) } }],
  ])("%s", (_what, tampered) => {
    expect(acceptRow(rowOf(tampered), FIRST)).toHaveProperty("accepted");
  });
});

/** A body that was not made here: as its fields stand. */
const raw = (fields: object): Tampered => ({ text: JSON.stringify({ ...JSON.parse(bodyText(BODY)), ...fields }) });

describe("a row that is refused", () => {
  it.each<[what: string, tampered: Tampered, why: RegExp]>([
    ["signed by another", { signer: "bea", key: keysOf("amos").key }, /signature/],
    ["signed for another hub", { hub: "ffffffff-1111-4222-8333-444455556666" }, /signature/],
    ["withdrawn by another", { after: { hash: "withdrawn", body: null } }, /signature/],
    ["no signature", { after: { signature: new Uint8Array(0) } }, /signature/],
    ["another body", { after: { body: bodyText({ ...BODY, claim: "Drop the lock" }) } }, /not the one that was signed/],
    ["a body that is no JSON", { text: "{" }, /no such form/],
    ["spaces in the body", { text: `${bodyText(BODY)} ` }, /one way/],
    ["a field twice", { text: bodyText(BODY).replace("{", '{"type":"insight",') }, /one way/],
    ["a field nobody knows", raw({ agent: "amos" }), /no such form/],
    ["a prototype", { text: bodyText(BODY).replace("{", '{"__proto__":{"a":1},') }, /no such form|one way/],
    ["an empty list", raw({ tags: [] }), /no such form/],
    ["a score of 11", raw({ score: 11 }), /score/],
    ["unknown stakes", raw({ stakes: "huge" }), /stakes/],
    ["a text of 8,001", { body: { ...BODY, evidence: "x".repeat(8001) } }, /evidence/],
    ["a tag of 201", { body: { ...BODY, tags: ["t".repeat(201)] } }, /tags/],
    [
      "more than 64 KB",
      { body: { ...BODY, applications: Array.from({ length: 9 }, () => "x".repeat(7900)) } },
      /64 KB/,
    ],
    ["a control character", { body: { ...BODY, evidence: "a\u0007b" } }, /nobody sees/],
    ["a hidden character", { body: { ...BODY, tags: ["da\u200bta"] } }, /nobody sees/],
    ["half a character", { body: { ...BODY, evidence: "a\ud800" } }, /nobody sees/],
    ["blanks at its ends", { body: { ...BODY, claim: " a" } }, /nobody sees/],
    ["a time too far ahead", { header: { at: "2026-02-18T10:00:01Z" } }, /two days ahead/],
    ["a day that is none", { header: { at: "2026-02-30T10:00:00Z" } }, /no time/],
    ["of another type", { header: { entry: "COR-20260215-K7Q2X" } }, /another type/],
    ["an id with a path", { header: { entry: "../INS-20260215-K7Q2X" } }, /entry's id/],
    ["SQL for an agent", { header: { agent: "a'; DROP TABLE rows; --" } }, /the agent/],
    ["a hash in capitals", { header: { hash: "A".repeat(64) } }, /body's hash/],
    ["the number 0", { header: { number: 0 } }, /number/],
    ["an unknown deletion", { header: { hash: "gone" } }, /body's hash/],
    ["a deletion with words", { header: { hash: "erased" }, after: { body: "{}" } }, /holds no words/],
    ["an arrival at no entry", { text: '{"type":"arrival","of":"bea"}' }, /\(of\)/],
    ["an arrival with words", { text: bodyText(ARRIVAL).replace("}", ',"claim":"a"}') }, /no such form/],
    ["learned from nobody", { body: { ...BODY, from: "bea" } }, /\(from\)/],
  ])("%s", (_what, tampered, why) => {
    const verdict = acceptRow(rowOf(tampered), FIRST);
    expect(verdict).toHaveProperty("refused", expect.stringMatching(why));
    expect(verdict).not.toHaveProperty("again");
  });

  it("has another key than the one that was seen first, though it signed with it", () => {
    const forged = rowOf({ signer: "bea" });
    const why = expect.stringMatching(/key/);
    expect(acceptRow(forged, { ...FIRST, key: keysOf("amos").key })).toHaveProperty("refused", why);
    expect(acceptRow(forged, { ...FIRST, key: keysOf("bea").key })).toHaveProperty("accepted");
  });

  it("was read before", () => {
    const again = acceptRow(rowOf({ header: { number: 5 } }), { ...FIRST, last: 5 });
    expect(again).toEqual({ refused: expect.stringMatching(/before/), again: true });
  });

  it("never throws, whatever stands in it", () => {
    const odd: unknown[] = [null, undefined, 1n, {}, [], "x", Number.NaN, new Uint8Array(3), Symbol.iterator];
    for (const field of Object.keys(rowOf()) as (keyof ReturnType<typeof rowOf>)[]) {
      if (field === "received") continue;
      for (const value of odd) {
        const verdict = acceptRow({ ...rowOf(), [field]: value } as ReturnType<typeof rowOf>, FIRST);
        const allowed = field === "body" && value === null;
        expect(verdict, `${field}: ${String(value)}`).toHaveProperty(allowed ? "accepted" : "refused");
      }
    }
  });
});
