/** What of records counts before a person merged it, and what once they did. That no clone can change it: `attacks`. */
import { mkdir, rm } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { context } from "../../src/context/context.js";
import type { Entry } from "../../src/entry/entry.js";
import { pinOf } from "../../src/entry/gates/pins.js";
import { contentHash } from "../../src/entry/status.js";
import { doctor } from "../../src/health/doctor.js";
import { status, statusOutline } from "../../src/health/status.js";
import { verify } from "../../src/health/verify.js";
import { memories } from "../../src/recall/memories.js";
import { recall } from "../../src/recall/recall.js";
import { show } from "../../src/recall/show.js";
import { openStore } from "../../src/store/open-store.js";
import { appendRecord } from "../../src/store/records/record-edit.js";
import { pipeText } from "../../src/text/outline/pipe.js";
import { approved } from "../approved.js";
import { AT_TERMINAL, capturing } from "../capture/capturing.js";
import { atTerminal, ENTER } from "../cli/terminal.js";
import type { Sandbox } from "../sandbox.js";
import { insight, memory } from "../store/entries.js";
import {
  based,
  change,
  contextAt,
  letIn,
  listed,
  ownersRecord,
  PROTECTED_PROFILE,
  protectedRepository,
} from "./protected.js";

const ID = "COR-20260201-W0001";
const [FILE, TEXT] = ownersRecord(ID, "Prices are net");
const NET = { [FILE]: TEXT };
const MODES = ["auto", "approval", "curated"] as const;
const inMode = (mode: string) => PROTECTED_PROFILE.replace("apply_mode: approval", `apply_mode: ${mode}`);

async function findings(box: Sandbox, examine: typeof verify | typeof doctor = verify): Promise<string[]> {
  const { findings: found } = await examine({ ...(await contextAt(box)), profileWarnings: [] });
  return found.flatMap(({ code, id }) =>
    /^(?:ignored-|removed-review|base-unreadable)/.test(code) ? [code, id].filter(Boolean).join(" ") : [],
  );
}
const found = async (box: Sandbox, query: string) => {
  const { results, withheld } = await recall(await contextAt(box), { query, mode: "keyword" });
  return { texts: results.map(({ text }) => text), withheld };
};
const stated = async (box: Sandbox) => pipeText(statusOutline(await status(await contextAt(box))));

describe("an owner's word on the base", () => {
  it.each([
    ["superseded", "status: active", "status"],
    ["forgotten", "status: active", "status"],
    ["self", "tier: owner", "tier"],
  ])("%s by hand stays live and is named, until a person merges it", { tags: "sampled" }, async (what, from, mark) => {
    const box = await based(NET);
    await change(box, FILE, from, `${mark}: ${what}`);
    expect(await listed(box, ID)).toMatchObject({ status: "active", tier: "owner", unmerged: [mark] });
    for (const examine of [verify, doctor]) expect(await findings(box, examine)).toEqual([`ignored-${mark} ${ID}`]);
    expect(await found(box, "prices")).toMatchObject({ texts: ["Prices are net"] });
    await letIn(box);
    const after = await listed(box, ID);
    expect(after).toMatchObject({ [mark]: what });
    expect(after).not.toHaveProperty("unmerged", expect.anything());
    expect(await findings(box)).toEqual([]);
  });

  it("that a person forgets at a terminal is gone at once here, and in other clones once it is merged", {
    tags: "proof",
  }, async () => {
    const world = await protectedRepository(NET);
    const { code } = await atTerminal(world.agent, ["forget", ID], [["to confirm", `w0001${ENTER}`]]);
    expect(code).toBe(0);
    expect(await listed(world.agent, ID)).toMatchObject({ status: "forgotten" });
    await rm(world.agent.path(".tenet/cache"), { recursive: true });
    expect(await listed(world.agent, ID)).toMatchObject({ status: "forgotten" });
    expect(await findings(world.agent)).toEqual([]);
    await world.push();
    expect(await listed(await world.clone("work"), ID)).toMatchObject({ status: "active", unmerged: ["status"] });
    await world.merge("--squash");
    expect(await listed(await world.clone(), ID)).toMatchObject({ status: "forgotten" });
  });

  it("moved into another file, or shadowed by a second record, is compared all the same", async () => {
    const box = await based(NET);
    await rm(box.path(FILE));
    expect(await listed(box, ID)).toBeUndefined();
    const superseded = TEXT.replace("status: active", "status: superseded");
    await box.write(FILE.replace("2026-02-01", "2026-01-01"), superseded);
    expect(await listed(box, ID)).toMatchObject({ status: "active", unmerged: ["status"] });
    await box.write(FILE, TEXT);
    expect(await listed(box, ID)).toMatchObject({ status: "active", unmerged: ["status"] });
  });

  it("that is not here yet is counted, and served once it is", { tags: "proof" }, async () => {
    const [behind, file, text] = [await based(NET), ...ownersRecord("COR-20260204-W0003", "Bills are paid weekly")];
    await behind.write(file, text);
    await letIn(behind);
    await behind.git("reset", "-q", "--hard", "HEAD~1");
    expect(await listed(behind, "COR-20260204-W0003")).toBeUndefined();
    expect(await stated(behind)).toContain("1 entry of the base not here; push or fetch");
    await behind.git("merge", "-q", "origin/main");
    expect(await listed(behind, "COR-20260204-W0003")).toMatchObject({ tier: "owner" });
    expect(await stated(behind)).not.toContain("push or fetch");
  });
});

const external = insight({ id: "INS-20260202-EXT01", tier: "external", origin: "https://example.invalid/readme" });
const EXTERNAL_FILE = "memory/learning/insights/2026-02-02.md";
const text = (entry: Entry) => appendRecord(undefined, entry);

describe("what an agent types into a file", () => {
  const own = insight({ id: external.id, agent: "main" });
  const reviewed = (state: "rejected" | "one_time_exception" | "sensitive") =>
    text({ ...own, review: { state, by: "bridget", at: "2026-02-03T00:00:00Z", hash: contentHash(own) } });

  it("as an approval does not count before a person merged it, nor when they took that back", async () => {
    const box = await based({ [EXTERNAL_FILE]: text(external) });
    await box.write(EXTERNAL_FILE, text(approved(external)));
    expect(await listed(box, external.id)).toMatchObject({ review: "needs_review", unmerged: ["review"] });
    expect(await found(box, "lockfile")).toEqual({ texts: [], withheld: 1 });
    await letIn(box);
    expect(await found(box, "lockfile")).toEqual({ texts: [external.insight], withheld: 0 });
    await box.write(EXTERNAL_FILE, text(external));
    await letIn(box);
    expect(await listed(box, external.id)).toMatchObject({ review: "needs_review" });
  });

  it.each([
    ["auto", "rejected"],
    ["approval", "one_time_exception"],
    ["curated", "sensitive"],
  ] as const)(
    "in %s does not take out that people called it %s, and is named",
    { tags: "sampled" },
    async (mode, state) => {
      const box = await based({ [EXTERNAL_FILE]: reviewed(state) }, inMode(mode));
      await box.write(EXTERNAL_FILE, text(own));
      expect((await found(box, "lockfile")).texts).toEqual([]);
      expect((await context(await contextAt(box))).text).not.toContain(own.insight);
      expect((await show(await contextAt(box), own.id)).unmerged).toEqual(["review"]);
      expect(await findings(box, doctor)).toEqual([`removed-review ${own.id}`]);
      expect(await stated(box)).toContain(`(${state.replaceAll("_", " ")}), and that one holds`);
      await letIn(box);
      expect(await findings(box)).toEqual([]);
    },
  );

  it("as a rejection of what is no owner's acts at once", async () => {
    const box = await based({ [EXTERNAL_FILE]: text(own) });
    await box.write(EXTERNAL_FILE, reviewed("rejected"));
    const seen = await listed(box, own.id);
    expect([seen?.review, seen?.unmerged]).toEqual(["rejected", undefined]);
  });

  it("as a pin has no effect before a person merged it, and one that the base has stays while the record is there", {
    tags: "proof",
  }, async () => {
    const facts = "memory/facts/fact.md";
    const plain = memory({ id: "MEM-20260202-PNN01" });
    const pinned = text({ ...plain, pinned: pinOf(plain, "bridget", "2026-02-03T00:00:00Z") });
    const pins = async (box: Sandbox) =>
      (await memories(await contextAt(box))).memories.map((one) => one.pinned === true);
    const box = await based({ [facts]: text(plain) });
    await box.write(facts, pinned);
    expect(await pins(box)).toEqual([false]);
    await letIn(box);
    expect(await pins(box)).toEqual([true]);
    await box.write(facts, text(plain));
    expect(await pins(box)).toEqual([true]);
  });
});

describe("an owner's new word", () => {
  it.each(MODES)("in %s is retrieved, and waits for the merge", { tags: "proof" }, async (mode) => {
    const box = await based({}, inMode(mode));
    await box.write(...ownersRecord("COR-20260203-W0002", "Bills are sent on Mondays"));
    expect(await found(box, "bills")).toMatchObject({ texts: ["Bills are sent on Mondays"] });
    expect(await listed(box, "COR-20260203-W0002")).toMatchObject({ tier: "owner", unmerged: ["words"] });
    expect(await stated(box)).toContain("1 entry not merged; push or fetch");
    await letIn(box);
    expect((await listed(box, "COR-20260203-W0002"))?.unmerged).toBeUndefined();
    expect(await stated(box)).not.toContain("not merged");
  });

  it("takes out by itself what a relayed one may, and nothing of an owner's that is merged", async () => {
    const world = capturing();
    const say = (content: string, key: string, more = {}) =>
      world.draft({ type: "memory", category: "fact", content, key, ...more });
    const told = await say("The office is in Bonn", "office", { source: "bridget" });
    world.as(AT_TERMINAL);
    const merged = await say("VAT is 19 percent", "vat");
    // What is there when such a base is met first counts as merged.
    Object.assign(world, { base: { state: "unreadable", because: "its tree is missing" } });
    await openStore(world);
    expect(await say("VAT is 20 percent", "vat")).toMatchObject({ decision: "stored", asks: [{ about: merged.id }] });
    expect(await world.entry(merged.id)).toMatchObject({ status: "active", tier: "owner" });
    expect(await say("The office is in Berlin", "office")).toMatchObject({ superseded: [told.id] });
    const typed = await say("VAT is 21 percent", "vat", { replaces: [merged.id] });
    expect(typed).toMatchObject({ superseded: [merged.id] });
    expect((await openStore(world)).head(merged.id ?? "")).toMatchObject({ status: "superseded" });
  });
});

describe("a base that cannot be read any more", () => {
  it.each([true, false])(
    "what was known holds, nothing new counts, what is live is found (known before: %s)",
    { tags: "proof" },
    async (isKnown) => {
      const box = await based({ ...NET, [EXTERNAL_FILE]: text(external) });
      if (isKnown) await listed(box, ID);
      await rm(box.path(".git/objects"), { recursive: true });
      await mkdir(box.path(".git/objects"));
      await listed(box, ID);
      await change(box, FILE, "status: active", "status: superseded");
      await box.write(EXTERNAL_FILE, text(approved(external)));
      expect(await listed(box, ID)).toMatchObject({ status: "active", text: "Prices are net" });
      expect(await listed(box, external.id)).toMatchObject({ review: "needs_review", unmerged: ["review"] });
      // As long as git need not be asked, nobody misses what it lost.
      const { warnings } = await contextAt(box);
      expect(warnings.filter((one) => one.includes("cannot be read"))).toHaveLength(isKnown ? 0 : 1);
      expect(await findings(box, doctor)).toContain("base-unreadable");
    },
  );

  it("as one blob is missing is said once, and what stands here stays live", { tags: "proof" }, async () => {
    const [box, file, text] = [await based(NET), ...ownersRecord("COR-20260204-W0003", "Bills are paid weekly")];
    await box.write(file, text);
    await letIn(box);
    const oid = (await box.git("rev-parse", `HEAD:${file}`)).trim();
    await rm(box.path(".git/objects", oid.slice(0, 2), oid.slice(2)));
    await box.git("reset", "-q", "--hard", "HEAD~1");
    const ran = await box.run(["list"]);
    expect([ran.code, ran.stdout.includes("Prices are net")]).toEqual([0, true]);
    expect(ran.stderr.match(/cannot be read/g)).toHaveLength(1);
    expect((await box.run(["verify"])).code).toBe(8);
  });
});
