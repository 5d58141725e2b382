/** What of a record counts beside the base: the table of it. */
import { describe, expect, it } from "vitest";
import type { Entry, ReviewState } from "../../../src/entry/entry.js";
import { mayChange } from "../../../src/entry/gates/may-change.js";
import { pinOf } from "../../../src/entry/gates/pins.js";
import { asCounted, countingOf, tierBeforeMerge } from "../../../src/entry/gates/unmerged.js";
import { contentHash } from "../../../src/entry/status.js";
import { approved } from "../../approved.js";
import { correction, insight, memory } from "../../store/entries.js";

type Mode = "auto" | "approval" | "curated";

const ruled = (entry: Entry, state: ReviewState): Entry => ({
  ...entry,
  review: { state, by: "bridget", at: "2026-02-16T00:00:00Z", hash: contentHash(entry) },
});
const owners = (more: object = {}): Entry => correction({ tier: "owner", ...more });
const relayed = (more: object = {}): Entry => correction({ tier: "relayed", ...more });
const TAKEN = { at: "2026-02-16T00:00:00Z", by: "bridget" };
const external = (more: object = {}): Entry =>
  insight({ tier: "external", origin: "https://example.invalid/x", ...more });
const fact = (more: object = {}): Entry => memory({ tier: "relayed", ...more });
const pinned = (entry: Entry): Entry =>
  ({ ...entry, pinned: pinOf(entry as never, "bridget", "2026-02-16T00:00:00Z") }) as Entry;

interface Case {
  written: Entry;
  base?: Entry;
  mode?: Mode;
  /** An act of this clone tells of it. */
  acted?: boolean;
  /** What is told as not merged, and, where it starts with "!", has no effect either. */
  unmerged?: string;
  /** Fields as they count. */
  counts?: object;
}

const look = ({ written, base, mode = "approval", acted = false }: Case) => {
  const counting = countingOf({ written, base, mode, acted, auto: [] });
  return { counting, entry: counting === undefined ? written : asCounted(written, counting) };
};

const RULED = { review: undefined };
const RULED_OUT: ReviewState[] = ["rejected", "needs_review"];
const gone: object = { status: "forgotten", forgotten: { at: "2026-02-16T00:00:00Z", by: "x", was: "active" } };
const superseded = { status: "superseded", superseded_by: "COR-20260216-AAAAA" };
const fast = { corrected_to: "Do it fast" };
const words = { unmerged: "words", counts: { tier: "owner" } };
const erased = { status: "forgotten", erased: TAKEN };
const redacted = { corrected_to: "[redacted]", status: "forgotten", redacted: TAKEN };

describe.each<[string, Record<string, Case>]>([
  [
    "status and tier",
    {
      "an owner's word as the base has it": { written: owners(), base: owners() },
      "superseded by hand": {
        ...{ written: owners(superseded), base: owners(), unmerged: "!status" },
        counts: { status: "active", superseded_by: undefined },
      },
      "forgotten by hand": {
        ...{ written: owners(gone), base: owners({ status: "promoted" }), unmerged: "!status" },
        counts: { status: "promoted", forgotten: undefined },
      },
      "superseded by an act of this clone": { written: owners(superseded), base: owners(), acted: true },
      "superseded on the base": { written: owners(superseded), base: owners(superseded) },
      "what is no owner's is superseded": { written: relayed(superseded), base: relayed() },
      "lowered by hand": {
        ...{ written: owners({ tier: "self" }), base: owners(), unmerged: "!tier" },
        counts: { tier: "owner" },
      },
      "lowered by an act of this clone": { written: owners({ tier: "self" }), base: owners(), acted: true },
      "lowered, and no owner's": { written: relayed({ tier: "peer" }), base: relayed() },
      "raised by hand": {
        ...{ written: owners(), base: relayed({ tier: "self" }), unmerged: "tier" },
        counts: { tier: "self" },
      },
      "raised by an act": {
        ...{ written: owners(), base: relayed(), acted: true, unmerged: "tier" },
        counts: { tier: "relayed" },
      },
      "without its words": { written: owners(redacted), base: owners() },
      "with its words, under a mark that they were taken out": {
        ...{ written: owners(erased), base: owners(), unmerged: "!status" },
        counts: { status: "active", erased: undefined },
      },
    },
  ],
  [
    "words",
    {
      "an owner's that are new": { written: owners(), ...words },
      "an owner's in other words": {
        written: owners(fast),
        base: owners(),
        ...words,
        counts: { ...fast, tier: "owner" },
      },
      "an owner's that were used": { written: owners({ seen: 4 }), base: owners() },
      "another's that are new": { written: relayed() },
      "another's in other words": { written: relayed(fast), base: relayed() },
    },
  ],
  [
    "reviews",
    {
      "an approval that is new": { written: approved(external()), base: external(), unmerged: "review", counts: RULED },
      "an approval of an entry that is new": { written: approved(external()), unmerged: "review", counts: RULED },
      "an approval where the mode asks nobody": { written: approved(relayed()), base: relayed() },
      "the same where it asks": {
        ...{ written: approved(relayed()), base: relayed(), mode: "curated" },
        ...{ unmerged: "review", counts: RULED },
      },
      "an approval as the base has it": { written: approved(external()), base: approved(external()) },
      "an approval that was taken out": {
        ...{ written: external(), base: approved(external()), unmerged: "!review" },
        counts: { review: { state: "approved_for_reuse" } },
      },
      "rejected at once": { written: ruled(relayed(), "rejected"), base: relayed() },
      "sensitive on an owner's word": { written: ruled(owners(), "sensitive"), base: owners() },
      ...Object.fromEntries(
        RULED_OUT.map((state): [string, Case] => {
          const written = ruled(owners(), state);
          return [
            `${state} on an owner's word, by hand`,
            { written, base: owners(), unmerged: "!review", counts: RULED },
          ];
        }),
      ),
      "rejected on an owner's word, by an act": { written: ruled(owners(), "rejected"), base: owners(), acted: true },
      "a rejection that was taken out": {
        ...{ written: relayed(), base: ruled(relayed(), "rejected"), unmerged: "!review" },
        counts: { review: { state: "rejected" } },
      },
      "a rejection that became an approval": {
        ...{ written: approved(relayed()), base: ruled(relayed(), "rejected"), unmerged: "!review" },
        counts: { review: { state: "rejected" } },
      },
      "sensitive loosened to an exception": {
        ...{ written: ruled(relayed(), "one_time_exception"), base: ruled(relayed(), "sensitive") },
        ...{ unmerged: "!review", counts: { review: { state: "sensitive" } } },
      },
    },
  ],
  [
    "pins",
    {
      "as the base has it": { written: pinned(fact()), base: pinned(fact()) },
      "that is new": { written: pinned(fact()), base: fact(), unmerged: "pin", counts: { pinned: undefined } },
      "that was dropped": {
        ...{ written: fact(), base: pinned(fact()), unmerged: "pin" },
        counts: { pinned: { by: "bridget" } },
      },
    },
  ],
])("%s", (_, cases) => {
  it.each(Object.entries(cases))("%s", (_name, one) => {
    const { counting, entry } = look(one);
    const { unmerged: told = "", counts, written } = one;
    expect(counting?.unmerged ?? []).toEqual(told === "" ? [] : [told.replace("!", "")]);
    expect(counting?.ignored ?? []).toEqual(told.startsWith("!") ? [told.slice(1)] : []);
    for (const [field, value] of Object.entries(counts ?? {})) {
      if (value === undefined) expect(entry).not.toHaveProperty(field);
      else expect(entry).toMatchObject({ [field]: value });
    }
    if (counts === undefined) expect(entry).toEqual(written);
  });
});

it("a person's standing rule lets in what it names, and nothing else", () => {
  const reflexion = { ...insight(), type: "reflexion", reflexion: "x", tags: ["sync"] } as never as Entry;
  const written = approved(reflexion);
  const review = { ...written.review, by: "review.auto" } as never;
  const auto = [{ type: "reflexion" as const, tag: "sync" }] as never;
  const beside = { base: undefined, mode: "auto" as const, acted: false };
  expect(countingOf({ ...beside, written: { ...written, review }, auto })).toBeUndefined();
  expect(countingOf({ ...beside, written: { ...written, review }, auto: [] })?.unmerged).toEqual(["review"]);
  expect(countingOf({ ...beside, written, auto })?.unmerged).toEqual(["review"]);
});

it("an owner's word that is not merged takes out what a relayed one may, and is taken out as an owner's", () => {
  const unmerged = ["words"] as const;
  expect(tierBeforeMerge({ tier: "owner", unmerged })).toBe("relayed");
  expect(tierBeforeMerge({ tier: "owner" })).toBe("owner");
  expect(tierBeforeMerge({ tier: "self", unmerged })).toBe("self");
  const retire = (tier: "owner" | "relayed") => mayChange({ tier: "owner", unmerged }, { tier }, "retire");
  expect([retire("owner"), retire("relayed")]).toEqual(["proposed", "yes"]);
  expect(mayChange({ tier: "relayed" }, { tier: "owner" }, "retire")).toBe("proposed");
});
