/** An insight said in several ways: by which wording it is known everywhere, and that all of them are found and shown. */
import { describe, expect, it } from "vitest";
import type { EvolutionItem } from "../../src/entry/entry.js";
import { forget } from "../../src/forget/forget.js";
import { list } from "../../src/recall/list.js";
import { recall } from "../../src/recall/recall.js";
import { show } from "../../src/recall/show.js";
import { changeTree } from "../../src/store/change/change.js";
import { changeVerb } from "../../src/store/change/prepare-write.js";
import { indexPage } from "../../src/store/index-page.js";
import { openStore } from "../../src/store/open-store.js";
import { appendRecord, editRecord } from "../../src/store/records/record-edit.js";
import { AT_TERMINAL, type Capturing, capturing, NO_MODEL } from "../capture/capturing.js";
import { context } from "../operations.js";
import { insight } from "../store/entries.js";

const FIRST = "Retries hide a slow name server";
const GROWN = "Retries mask broken lookups in Frankfurt";

const at = (day: number) => `2026-02-${day}T10:00:00Z`;
const WITH_EVIDENCE = { at: at(17), text: GROWN, evidence: "Run 88 waited 40 s" };

async function evolved(w: Capturing, evolution: EvolutionItem[]): Promise<string> {
  const id = (await w.learn(FIRST, { evidence: "3 traces" })).id as string;
  await changeTree(w, { ...changeVerb("test"), reason: "said again" }, (change) => change.update(id, { evolution }));
  return id;
}

const fileOf = (w: Capturing) => Object.entries(w.files()).find(([name]) => name.includes("insights"))?.[1] ?? "";
const headingIn = (text: string) => /^## .*$/m.exec(text)?.[0];

describe("an insight that grew", () => {
  it("is known by its newest wording with evidence: heading, list, show, context, the index page", {
    tags: "proof",
  }, async () => {
    const w = capturing();
    const id = await evolved(w, [WITH_EVIDENCE]);
    expect(headingIn(fileOf(w))).toBe(`## ${id} · ${GROWN}`);
    expect((await w.entry(id)).insight).toBe(FIRST);
    expect((await list(w, { limit: 5 })).entries).toMatchObject([{ id, text: GROWN }]);
    expect((await context(w, { query: FIRST })).text).toContain(GROWN);
    expect(indexPage(await openStore(w))).toContain(GROWN);
  });

  it.each([FIRST, GROWN])(
    "is found by the words of %j, by keywords and by meaning",
    { tags: "proof" },
    async (query) => {
      const w = capturing();
      const id = await evolved(w, [WITH_EVIDENCE]);
      await w.learn("The spring catalogue ships in March");
      for (const mode of ["keyword", "hybrid"] as const) {
        expect((await recall(w, { query, mode })).results[0], mode).toMatchObject({ id, text: GROWN });
      }
    },
  );

  it("shows none of them where it is sensitive", async () => {
    const w = capturing(NO_MODEL);
    const id = await evolved(w, [WITH_EVIDENCE]);
    await changeTree(w, { ...changeVerb("test"), reason: "review" }, (change) =>
      change.update(id, { review: { state: "sensitive" } }),
    );
    expect(JSON.stringify(await show(w, id))).not.toMatch(/Retries|traces|Run 88/);
  });
});

describe("the heading of an insight that grows", () => {
  const plain = appendRecord(undefined, insight({ insight: FIRST }));
  const { id } = insight();

  it.each<[why: string, heading: string, after: string]>([
    ["as tenet wrote it, follows", `## ${id} · ${FIRST}`, `## ${id} · ${GROWN}`],
    ["as a person wrote it, stays", `## ${id} · What the retries hide`, `## ${id} · What the retries hide`],
    ["with the id alone, as a person left it, stays", `## ${id}`, `## ${id}`],
  ])("%s", (_, heading, after) => {
    const before = plain.replace(`## ${id} · ${FIRST}`, heading);
    expect(headingIn(editRecord(before, id, { evolution: [WITH_EVIDENCE] }))).toBe(after);
  });
});

describe("a headline that is taken away", () => {
  it("with everything that one source said", async () => {
    const w = capturing(NO_MODEL);
    const id = await evolved(w, [{ ...WITH_EVIDENCE, source: "mallory" }]);
    expect((await show(w, id)).claim).toBe(GROWN);
    w.as(AT_TERMINAL);
    await forget(w, { refs: [], selector: { by: "source", value: "mallory" }, taking: "forget", confirmed: true });
    expect((await show(w, id)).claim).toBe(FIRST);
    expect(headingIn(fileOf(w))).toBe(`## ${id} · ${FIRST}`);
    expect((await openStore(w)).head(id)?.text).toBe(FIRST);
  });
});
