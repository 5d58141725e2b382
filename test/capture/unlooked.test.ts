/** What came by a merge or a hand was never looked up: the next command that writes with the model does so, and asks. */
import { describe, expect, it } from "vitest";
import { recheckAll } from "../../src/capture/look/recheck.js";
import { Search } from "../../src/search/search.js";
import { openStore } from "../../src/store/open-store.js";
import { noteUnlooked, unlookedIn } from "../../src/store/state/unlooked.js";
import { capturing } from "./capturing.js";

const DAY = "memory/learning/insights/2026-02-14.md";
const record = (id: string, insight: string) => `---
type: insights
date: 2026-02-14
---
# Insights · 2026-02-14

## ${id}

\`\`\`yaml
type: insight
id: ${id}
timestamp: 2026-02-14T09:00:00Z
agent: sybil
tier: self
insight: ${insight}
evidence: seen
stakes: medium
at_risk: drift
status: active
\`\`\`
`;

describe("an entry that came by another way than a capture here", () => {
  it("is looked up by the next capture, opens a close pair on the newer one, and decides nothing", {
    tags: "proof",
  }, async () => {
    const w = capturing();
    const own = await w.learn("The nightly build fails when the cache directory is older than the lockfile");
    await w.learn("Customers answer faster to mails sent before nine");
    w.put(DAY, record("INS-20260214-M2XBA", "If the cache is older than the lockfile, nightly builds break"));
    await w.learn("Paper is cheaper in summer");
    await w.learn("Trains to the harbour run late");
    expect(unlookedIn(w.workspace)).toEqual([]);
    expect(await w.entry(own.id)).toMatchObject({
      status: "active",
      near: [{ with: "INS-20260214-M2XBA", found: "claim" }],
    });
    expect(await w.entry("INS-20260214-M2XBA")).toMatchObject({ status: "active" });
  });

  it("is looked up with all others, from one state of the tree to the next", async () => {
    const w = capturing();
    const sayings = [
      "The nightly build fails when the cache directory is older than the lockfile",
      "If the cache is older than the lockfile, nightly builds break",
      "Nightly builds break on a cache that is older than the lockfile",
    ];
    const ids = sayings.map((_, at) => `INS-20260214-M2XB${at}`);
    const records = ids.map((id, at) => record(id, sayings[at] ?? ""));
    const [head = ""] = records[0]?.split("## ") ?? [];
    w.put(DAY, head + records.map((one) => one.slice(head.length)).join("\n"));
    noteUnlooked(w.workspace, ids);
    const tree = await openStore(w);
    const search = new Search(w, tree);
    await search.build(w.progress);
    const looked = await recheckAll(w, tree, search, { atOnce: 1 });
    await search.close();
    expect(looked.map(({ id }) => id)).toEqual(ids);
    expect(unlookedIn(w.workspace)).toEqual([]);
    const pairs = (await w.entries()).flatMap(({ id, near = [] }) =>
      near.map((row) => [id, row.with].sort().join(" ")),
    );
    expect(new Set(pairs).size).toBe(pairs.length);
    expect(pairs.length).toBeGreaterThan(1);
    // What was compared by now is not written again.
    const files = w.files();
    expect(await recheckAll(w, await openStore(w), search)).toEqual([]);
    expect(w.files()).toEqual(files);
  });
});
