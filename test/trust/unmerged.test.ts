/**
 * What of records counts before a person merged it, on real repositories: in the agent's clone, in every other clone, and once
 * it is merged.
 */
import { mkdir, rm } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/entry/entry.js";
import { pinOf } from "../../src/entry/pins.js";
import { contentHash } from "../../src/entry/status.js";
import { openStore } from "../../src/store/open-store.js";
import { appendRecord } from "../../src/store/records/record-edit.js";
import { approved } from "../approved.js";
import { AT_TERMINAL, capturing } from "../capture/capturing.js";
import { atTerminal, ENTER } from "../cli/terminal.js";
import type { Sandbox } from "../sandbox.js";
import { insight, memory } from "../store/entries.js";
import { ownersRecord, PROTECTED_PROFILE, type Protected, protectedRepository } from "./protected.js";

const ID = "COR-20260201-W0001";
const [FILE, TEXT] = ownersRecord(ID, "Prices are net");
const NET = { [FILE]: TEXT };

interface Seen {
  status: string;
  tier: string;
  text: string;
  unmerged?: string[];
  review?: string;
}

/** An entry as `list` has it; undefined where it has none. */
async function listed(box: Sandbox, id = ID): Promise<Seen | undefined> {
  const { entries } = (await box.run(["list", "--status", "all", "--json"])).json().data;
  return entries.find((one: { id: string }) => one.id === id);
}

async function findings(box: Sandbox, command: "doctor" | "verify" = "doctor"): Promise<string[]> {
  const { findings: found } = (await box.run([command, "--json"])).json().data;
  return found
    .filter(({ code }: { code: string }) => /^(?:ignored-|removed-review|base-unreadable)/.test(code))
    .map(({ code, id }: { code: string; id?: string }) => [code, id].filter(Boolean).join(" "));
}

const change = async (box: Sandbox, from: string | RegExp, to: string, file = FILE) =>
  await box.write(file, (await box.read(file)).replace(from, to));

/** The same in the agent's clone, pushed in another clone of its branch, and merged in a third. */
async function everywhere(
  { agent, push, clone }: Protected,
  see: (box: Sandbox) => Promise<unknown>,
): Promise<unknown[]> {
  const here = await see(agent);
  await push();
  return [here, await see(agent), await see(await clone("work"))];
}

describe("an owner's word on the base", () => {
  it.each([
    ["superseded", "status: active", "status: superseded"],
    ["forgotten", "status: active", "status: forgotten"],
    ["lowered", "tier: owner", "tier: self"],
  ])(
    "%s by hand stays live in every clone and is named, until a person merges it",
    { tags: "proof" },
    async (what, from, to) => {
      const world = await protectedRepository(NET);
      await change(world.agent, from, to);
      const live = { status: "active", tier: "owner" };
      const marks = [what === "lowered" ? "tier" : "status"];
      for (const seen of await everywhere(world, listed)) expect(seen).toMatchObject({ ...live, unmerged: marks });
      expect(await findings(world.agent)).toEqual([`ignored-${marks[0]} ${ID}`]);
      expect(await findings(await world.clone("work"), "verify")).toEqual([`ignored-${marks[0]} ${ID}`]);
      expect((await world.agent.run(["recall", "prices"])).stdout).toContain("Prices are net");
      expect((await world.agent.run(["show", ID])).stdout).toContain("not merged");
      await world.merge();
      const after = await listed(world.agent);
      expect(after).toMatchObject(what === "lowered" ? { tier: "self" } : { status: what });
      expect(after).not.toHaveProperty("unmerged");
      expect(await findings(world.agent)).toEqual([]);
    },
  );

  it("that a person forgets at a terminal is gone at once here, and in other clones once it is merged", {
    tags: "proof",
  }, async () => {
    const world = await protectedRepository(NET);
    const { code } = await atTerminal(world.agent, ["forget", ID], [["to confirm", `w0001${ENTER}`]]);
    expect(code).toBe(0);
    expect(await listed(world.agent)).toMatchObject({ status: "forgotten" });
    await rm(world.agent.path(".tenet/cache"), { recursive: true });
    expect(await listed(world.agent)).toMatchObject({ status: "forgotten" });
    expect(await findings(world.agent, "verify")).toEqual([]);
    await world.push();
    expect(await listed(await world.clone("work"))).toMatchObject({ status: "active", unmerged: ["status"] });
    await world.merge("--squash");
    expect(await listed(await world.clone())).toMatchObject({ status: "forgotten" });
  });

  it("whose record is gone is not served", async () => {
    const world = await protectedRepository(NET);
    await rm(world.agent.path(FILE));
    expect(await listed(world.agent)).toBeUndefined();
    expect((await world.agent.run(["status"])).stdout).toContain("1 entry of the base not here; push or fetch");
  });

  it("keeps its state under an amended commit that carries a person's name", async () => {
    const world = await protectedRepository(NET);
    await change(world.agent, "status: active", "status: superseded");
    await world.agent.git("add", "-A");
    await world.agent.git("commit", "-q", "--amend", "--no-edit", "--author", "bridget <bridget@example.invalid>");
    expect(await listed(world.agent)).toMatchObject({ status: "active", unmerged: ["status"] });
  });

  it("moved into another file, or shadowed by a second record, is compared all the same", async () => {
    const world = await protectedRepository(NET);
    await rm(world.agent.path(FILE));
    const earlier = FILE.replace("2026-02-01", "2026-01-01");
    await world.agent.write(earlier, TEXT.replace("status: active", "status: superseded"));
    expect(await listed(world.agent)).toMatchObject({ status: "active", unmerged: ["status"] });
    await world.agent.git("checkout", "-q", "--", FILE);
    expect(await listed(world.agent)).toMatchObject({ status: "active", unmerged: ["status"] });
  });
});

describe("what an agent types into a file", () => {
  const ORIGIN = "https://example.invalid/readme";
  const external = insight({ id: "INS-20260202-EXT01", tier: "external", origin: ORIGIN });
  const own = insight({ id: "INS-20260202-EXT01", tier: "self" });
  const file = "memory/learning/insights/2026-02-02.md";
  const put = async (box: Sandbox, entry: Entry) => await box.write(file, appendRecord(undefined, entry));
  const started = async (entry: Entry, profile = PROTECTED_PROFILE) =>
    await protectedRepository({ [file]: appendRecord(undefined, entry) }, profile);

  it("an approval counts in no clone before a person merged it", { tags: "proof" }, async () => {
    const world = await started(external);
    await put(world.agent, approved(external));
    for (const seen of await everywhere(world, (box) => listed(box, external.id)))
      expect(seen).toMatchObject({ review: "needs_review", unmerged: ["review"] });
    expect((await world.agent.run(["recall", "lockfile", "--json"])).json().data).toMatchObject({ withheld: 1 });
    await world.merge();
    expect(await listed(world.agent, external.id)).not.toHaveProperty("review");
    await world.onMain((person) => person.git("revert", "--no-edit", "-m", "1", "HEAD"));
    expect(await listed(await world.clone(), external.id)).toMatchObject({ review: "needs_review" });
  });

  it("a tier of an owner counts in no clone before a person merged it", async () => {
    const world = await started(own);
    await put(world.agent, { ...own, tier: "owner", source: "bridget" });
    for (const seen of await everywhere(world, (box) => listed(box, own.id)))
      expect(seen).toMatchObject({ tier: "self", unmerged: ["tier"] });
  });

  it.each([
    ["auto", "rejected"],
    ["approval", "one_time_exception"],
    ["curated", "sensitive"],
  ] as const)(
    "in %s what people called %s stays so where it was taken out, and is named",
    { tags: "proof" },
    async (mode, state) => {
      const review = { state, by: "bridget", at: "2026-02-03T00:00:00Z", hash: contentHash(own) };
      const profile = PROTECTED_PROFILE.replace("apply_mode: approval", `apply_mode: ${mode}`);
      const world = await started({ ...own, review } as Entry, profile);
      await put(world.agent, own);
      const printed = async (box: Sandbox) => {
        const [found, { stdout }] = [await box.run(["recall", "lockfile", "--json"]), await box.run(["context"])];
        return [found.json().data.results, stdout.includes(own.insight)];
      };
      for (const seen of await everywhere(world, printed)) expect(seen).toEqual([[], false]);
      expect((await world.agent.run(["show", own.id, "--json"])).json().data.unmerged).toEqual(["review"]);
      expect(await findings(world.agent)).toEqual([`removed-review ${own.id}`]);
      expect((await world.agent.run(["status"])).stdout).toContain(
        `(${state.replaceAll("_", " ")}), and that one holds`,
      );
      await world.merge();
      expect(await findings(world.agent)).toEqual([]);
    },
  );

  it("a rejection of what is no owner's acts at once", async () => {
    const world = await started(own);
    await put(world.agent, {
      ...own,
      review: { state: "rejected", by: "bridget", at: "2026-02-03T00:00:00Z" },
    } as Entry);
    const seen = await listed(world.agent, own.id);
    expect(seen).toMatchObject({ review: "rejected" });
    expect(seen).not.toHaveProperty("unmerged");
  });

  it("a pin has no effect before a person merged it, and one that the base has stays while the record is there", {
    tags: "proof",
  }, async () => {
    const facts = "memory/facts/fact.md";
    const plain = memory({ id: "MEM-20260202-PNN01" });
    const pinned = { ...plain, pinned: pinOf(plain, "bridget", "2026-02-03T00:00:00Z") };
    const pins = async (box: Sandbox) =>
      (await box.run(["memories", "--json"])).json().data.memories.map((one: { pinned?: true }) => one.pinned === true);
    const world = await protectedRepository({ [facts]: appendRecord(undefined, plain) });
    await world.agent.write(facts, appendRecord(undefined, pinned));
    for (const seen of await everywhere(world, pins)) expect(seen).toEqual([false]);
    await world.merge();
    expect(await pins(world.agent)).toEqual([true]);
    await world.agent.write(facts, appendRecord(undefined, plain));
    for (const seen of await everywhere(world, pins)) expect(seen).toEqual([true]);
  });
});

describe("an owner's new word", () => {
  it("is retrieved in every mode, and waits for the merge", { tags: "proof" }, async () => {
    for (const mode of ["auto", "approval", "curated"]) {
      const profile = PROTECTED_PROFILE.replace("apply_mode: approval", `apply_mode: ${mode}`);
      const world = await protectedRepository({}, profile);
      const [file, text] = ownersRecord("COR-20260203-W0002", "Bills are sent on Mondays");
      await world.agent.write(file, text);
      expect((await world.agent.run(["recall", "bills"])).stdout).toContain("Bills are sent on Mondays");
      expect(await listed(world.agent, "COR-20260203-W0002")).toMatchObject({ tier: "owner", unmerged: ["words"] });
      expect((await world.agent.run(["status"])).stdout).toContain("1 entry not merged; push or fetch");
      await world.push();
      await world.merge();
      expect(await listed(world.agent, "COR-20260203-W0002")).not.toHaveProperty("unmerged");
      expect((await world.agent.run(["status"])).stdout).not.toContain("not merged");
    }
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
  const ORIGIN = "https://example.invalid/readme";
  const external = insight({ id: "INS-20260202-EXT01", tier: "external", origin: ORIGIN });
  const file = "memory/learning/insights/2026-02-02.md";

  it.each([true, false])(
    "what was known holds, nothing new counts, what is live is found (known before: %s)",
    { tags: "proof" },
    async (isKnown) => {
      const world = await protectedRepository({ ...NET, [file]: appendRecord(undefined, external) });
      const { agent } = world;
      if (isKnown) await agent.run(["list"]);
      await rm(agent.path(".git/objects"), { recursive: true });
      await mkdir(agent.path(".git/objects"));
      await agent.run(["list"]);
      await change(agent, "status: active", "status: superseded");
      await agent.write(file, appendRecord(undefined, approved(external)));
      expect(await listed(agent)).toMatchObject({ status: "active", text: "Prices are net" });
      expect(await listed(agent, external.id)).toMatchObject({ review: "needs_review", unmerged: ["review"] });
      const ran = await agent.run(["list"]);
      // As long as git need not be asked, nobody misses what it lost.
      expect([ran.code, ran.stderr.match(/cannot be read/g)]).toEqual([0, isKnown ? null : ["cannot be read"]]);
      const doctor = await agent.run(["doctor", "--json"]);
      expect(doctor.code).toBe(8);
      expect(doctor.stdout).toContain('"base-unreadable"');
    },
  );

  it("one missing blob is enough: it is said once, and what stands here stays live", { tags: "proof" }, async () => {
    const world = await protectedRepository(NET);
    const [file, text] = ownersRecord("COR-20260204-W0003", "Bills are paid within a week");
    await world.onMain((person) => person.write(file, text));
    const { agent } = world;
    const oid = (await agent.git("rev-parse", `origin/main:${file}`)).trim();
    await rm(agent.path(".git/objects", oid.slice(0, 2), oid.slice(2)));
    const ran = await agent.run(["list"]);
    expect([ran.code, ran.stdout.includes("Prices are net")]).toEqual([0, true]);
    expect(ran.stderr.match(/cannot be read/g)).toHaveLength(1);
    expect((await agent.run(["verify"])).code).toBe(8);
  });
});

it("fetching while behind shows what is missing here, and serves nothing of it", { tags: "proof" }, async () => {
  const world = await protectedRepository(NET);
  const [file, text] = ownersRecord("COR-20260204-W0003", "Bills are paid within a week");
  await world.onMain((person) => person.write(file, text));
  expect(await listed(world.agent, "COR-20260204-W0003")).toBeUndefined();
  expect((await world.agent.run(["status"])).stdout).toContain("1 entry of the base not here; push or fetch");
  await world.agent.git("merge", "-q", "origin/main");
  expect(await listed(world.agent, "COR-20260204-W0003")).toMatchObject({ tier: "owner" });
  expect((await world.agent.run(["status"])).stdout).not.toContain("push or fetch");
});
