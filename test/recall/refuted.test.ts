/** What a correction refutes is printed with that correction wherever entries are read; exceptions and near claims, too. */
import { describe, expect, it } from "vitest";
import type { Entry, Near } from "../../src/entry/entry.js";
import { listOutline, memoriesOutline } from "../../src/recall/entries-outline.js";
import { list } from "../../src/recall/list.js";
import { memories } from "../../src/recall/memories.js";
import { recall } from "../../src/recall/recall.js";
import { recallOutline } from "../../src/recall/recall-outline.js";
import { shownSchema } from "../../src/recall/recall-schemas.js";
import { show } from "../../src/recall/show.js";
import { showOutline } from "../../src/recall/show-outline.js";
import { pipeText } from "../../src/text/outline/render.js";
import { say } from "../operations.js";
import { screenText } from "../screen-text.js";
import { world } from "../search/world.js";
import { correction, memory } from "../store/entries.js";

const OLD = "MEM-20260210-P0RT1";
const FIX = "COR-20260215-K7Q2X";
const row = (more: Partial<Near> = {}): Near => ({ with: OLD, score: 0.3, by: "prior", state: "open", ...more });
const refuted = (more: Partial<Near> = {}): Entry[] => [
  memory({ id: OLD, timestamp: "2026-02-10T08:00:00Z", content: "Clients are called on port 8080" }),
  correction({ id: FIX, corrected_to: "Clients are called on port 9090", near: [row(more)] }),
];
const SAYS = `refuted by ${FIX} (relayed): Clients are called on port 9090`;
const WIDE = 100;
const KEYWORD = { query: "clients port 8080", mode: "keyword", type: "memory" } as const;

describe("a refuted memory", () => {
  it("is found with its correction", async () => {
    const found = await recall(world(refuted()), KEYWORD);
    expect(found.results[0]).toMatchObject({ id: OLD, beside: [{ id: FIX, why: "refuted", tier: "relayed" }] });
    expect(pipeText(await recallOutline(found))).toContain(SAYS);
    expect(screenText(await recallOutline(found), WIDE)).toMatch(
      /refuted by .*k7q2x \(relayed\): Clients are called on port 9090/i,
    );
  });

  it("is listed with it, in a pipe and on a terminal", async () => {
    const listed = await list(world(refuted()), { limit: 10, type: "memory" });
    expect(listed.entries).toMatchObject([{ id: OLD, states: ["open"], beside: [{ id: FIX, why: "refuted" }] }]);
    expect(pipeText(listOutline(listed))).toContain(`\t${SAYS}\n`);
    expect(screenText(listOutline(listed), WIDE)).toMatch(/\n {4}refuted by .*k7q2x \(relayed\): Clients/i);
    const kept = await memories(world(refuted()));
    expect(pipeText(memoriesOutline(kept))).toContain(`\t${SAYS}\n`);
    expect(screenText(memoriesOutline(kept), WIDE)).toMatch(/refuted by .*k7q2x \(relayed\): Clients/i);
  });

  it("is shown with it and with how the pair is answered", async () => {
    const shown = await show(world(refuted()), OLD);
    expect(shownSchema.safeParse(await say(shown)).error).toBeUndefined();
    expect(shown).toMatchObject({
      beside: [{ id: FIX, why: "refuted" }],
      near: [{ with: FIX, state: "open", score: 0.3, by: "prior", text: "Clients are called on port 9090" }],
    });
    const text = pipeText(showOutline(await say(shown)));
    expect(text).toContain(`\n  ${SAYS}\n`);
    expect(text).toContain("(.30 by what it corrects)");
    expect(text).toContain("tenet resolve k7q2x p0rt1 --same | --replaces | --exception | --unrelated");
  });

  it("is open by its status, and no longer where somebody closed the pair", async () => {
    const open = (more: Partial<Near> = {}) => list(world(refuted(more)), { limit: 10, status: "open" });
    expect((await open()).entries.map(({ id }) => id).sort()).toEqual([FIX, OLD]);
    expect((await open({ state: "unrelated" })).total).toBe(0);
    const shown = await show(world(refuted({ state: "unrelated" })), FIX);
    expect(shown.beside).toBeUndefined();
    expect(await say(shown.near)).toMatchObject([{ state: "unrelated", answer: "tenet resolve k7q2x p0rt1 --open" }]);
  });

  it("is shown alone to a reader who may not retrieve the correction", async () => {
    const [old, fix] = refuted() as [Entry, Entry];
    const hidden = world([old, { ...fix, scope: "conversation", session: "another" } as Entry]);
    const found = await recall({ ...hidden }, KEYWORD);
    const shown = await show({ ...hidden }, OLD);
    const listed = await list({ ...hidden }, { limit: 10 });
    for (const answer of [found, shown, listed]) expect(JSON.stringify(answer)).not.toMatch(/9090|K7Q2X/);
    expect(found.results.map(({ id }) => id)).toEqual([OLD]);
  });
});

describe("other pairs in show", () => {
  it("names what waits for somebody, and no line that was changed since", async () => {
    const at = "2026-02-15T14:00:00Z";
    const pairs: Near[] = [
      row({ by: "claim", state: "open", score: 0.8 }),
      { with: "CLAUDE.md#0123456789ab", score: 0.71, by: "claim", state: "open" },
      {
        with: "MEM-20260210-0THER",
        score: 0.5,
        by: "lex",
        state: "open",
        proposed: { answer: "same", by: "main", at },
      },
    ];
    const [old, fix] = refuted() as [Entry, Entry];
    const other = memory({ id: "MEM-20260210-0THER", timestamp: "2026-02-10T08:00:00Z", content: "Port 9090 is open" });
    const shown = await show(world([old, other, { ...fix, near: pairs } as Entry]), FIX);
    const text = pipeText(showOutline(await say(shown)));
    expect(text).toContain("(.80 by its claim)");
    expect(text).not.toContain("CLAUDE.md");
    expect(text).toContain("(.50 by its words, proposed: same)");
    expect(text).toContain(`undecided beside ${OLD} (`);
  });

  it("and exceptions both ways", async () => {
    const [old, fix] = refuted() as [Entry, Entry];
    const ctx = () => world([old, { ...fix, near: undefined, exception_to: [OLD] } as Entry]);
    const general = await show(ctx(), OLD);
    expect(general.links).toMatchObject([{ relation: "exception", id: FIX }]);
    expect(general.beside).toMatchObject([{ id: FIX, why: "exception" }]);
    expect((await show(ctx(), FIX)).links).toMatchObject([{ relation: "exception to", id: OLD }]);
  });
});
