/** When a sentence that was heard is new, when it is closed, and who may be shown it. */
import { describe, expect, it } from "vitest";
import { type HeardSentence, type Hearing, heardAs, isHeardFor, isOpen } from "../../src/store/state/hearing.js";
import { claimHash } from "../../src/text/claims/canonical.js";

const AT = "2026-02-15T14:00:00Z";
const said = (more: Partial<Hearing> = {}): Hearing => ({
  ...{ sentence: "No, use pnpm here.", at: AT, session: "s1", from: "prompt" },
  ...more,
});
const kept = (more: Partial<HeardSentence> = {}): HeardSentence => ({ ...said(), id: "K7Q2X", printed: 2, ...more });
const closing = (by?: string, at = AT) => ({ at, session: "s1", ...(by === undefined ? {} : { by }) });
const COR = "COR-20260215-M2XBA";
/** The next day, in another session. */
const NEXT_DAY = { session: "s2", at: "2026-02-16T09:00:00Z" };

describe("a sentence that is heard", () => {
  it.each<[string, HeardSentence, Partial<Hearing>, string | undefined]>([
    ["the same words", kept(), { sentence: "no, use pnpm here" }, undefined],
    ["the same words, in another session", kept(), NEXT_DAY, undefined],
    ["other words", kept(), { sentence: "No, use npm here." }, "N3W2D"],
    ["another person's", kept(), { user: "sybil" }, "N3W2D"],
    ["on behalf of a contact", kept(), { contact: "jane" }, "N3W2D"],
    ["recorded, read again in its transcript", kept({ closed: [closing(COR)] }), { from: "transcript" }, undefined],
    [
      "recorded, said before that in a transcript of another name",
      kept({ closed: [closing(COR, "2026-02-15T15:00:00Z")] }),
      { session: "s2", at: "2026-02-15T14:30:00Z" },
      undefined,
    ],
    ["recorded, and said again in another session", kept({ closed: [closing(COR)] }), NEXT_DAY, "K7Q2X"],
    ["dropped by a person, and said again", kept({ closed: [closing()] }), NEXT_DAY, undefined],
  ])("%s", (_, known, more, fresh) => {
    const heard = heardAs([known], said(more), () => "N3W2D");
    if (fresh === undefined) expect(heard).toBe(known);
    else expect(heard).toEqual({ ...said(more), id: fresh, printed: 0 });
  });
});

describe("a sentence is open", () => {
  type Recording = Parameters<typeof isOpen>[1][number];
  const equal = (more: Partial<Recording> = {}): Recording[] => {
    const claims = [claimHash("No, use pnpm here")];
    return [{ ...{ type: "correction", status: "active", timestamp: "2026-02-15T14:10:00Z", claims }, ...more }];
  };
  it.each<[string, HeardSentence, Recording[], boolean]>([
    ["that nobody named", kept(), [], true],
    ["that a stored entry names", kept({ closed: [closing(COR)] }), [], false],
    ["that an entry named which is not stored", kept({ closed: [closing("COR-20260215-G0NE2")] }), [], true],
    ["that a person dropped", kept({ closed: [closing()] }), [], false],
    ["beside an entry in other words", kept(), equal({ claims: [claimHash("Use pnpm here")] }), true],
    ["beside one in equal words since", kept(), equal(), false],
    ["beside one from before: it was said again", kept(), equal({ timestamp: "2026-02-15T12:59:59Z" }), true],
    ["beside one of its own session", kept(), equal({ timestamp: "2026-02-15T09:00:00Z", session: "s1" }), false],
    ["beside one that counts no more", kept(), equal({ status: "superseded" }), true],
    ["beside what is only of another person", kept({ user: "bridget" }), equal({ user: "sybil" }), true],
    ["beside what is about a contact", kept(), equal({ scope: "contact:jane" }), true],
    ["of a contact beside what is about it", kept({ contact: "jane" }), equal({ scope: "contact:jane" }), false],
  ])("%s", (_, one, entries, is) => {
    expect(isOpen(one, entries, (id) => id === COR)).toBe(is);
  });
});

describe("a sentence is shown", () => {
  it.each<[string, Partial<Hearing>, Parameters<typeof isHeardFor>[1], boolean]>([
    ["to everybody where nobody is named", {}, { user: "sybil" }, true],
    ["to its own person", { user: "bridget" }, { user: "Bridget" }, true],
    ["to no other", { user: "bridget" }, { user: "sybil" }, false],
    ["to nobody who is not known", { user: "bridget" }, {}, false],
    ["where its contact is named", { contact: "jane" }, { contact: "jane" }, true],
    ["not where another is, or none", { contact: "jane" }, { contact: "joan" }, false],
    ["not to another who names its contact", { contact: "j", user: "bridget" }, { contact: "j", user: "sybil" }, false],
  ])("%s", (_, more, viewer, is) => {
    expect(isHeardFor(said(more), viewer)).toBe(is);
  });
});
