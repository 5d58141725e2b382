/** What is remembered of one person reaches nobody else, by whatever is asked: a word that only it holds is looked for. */

import { describe, expect, it } from "vitest";
import { add } from "../../src/capture/add.js";
import { record, remember } from "../../src/capture/record.js";
import { audit } from "../../src/health/audit.js";
import { doctor } from "../../src/health/doctor.js";
import { status } from "../../src/health/status.js";
import { exportEntries } from "../../src/import/export.js";
import { list } from "../../src/recall/list.js";
import { memories } from "../../src/recall/memories.js";
import { recall } from "../../src/recall/recall.js";
import { show } from "../../src/recall/show.js";
import { reviewQueue } from "../../src/review/queue/review-queue.js";
import { acting, type Capturing, capturing } from "../capture/capturing.js";
import { context, heartbeat } from "../operations.js";

const CANARY = "sextant";
const FACT = `Bridget calls her notes ${CANARY} and keeps them short`;

/** Said for the person who is served, without a scope, and not quite certain. */
async function told(): Promise<{ world: Capturing; id: string }> {
  const world = capturing();
  const said = { content: FACT, category: "preference", confidence: 0.85, key: `${CANARY}.notes`, tags: [CANARY] };
  const { id = "" } = await remember({ ...acting(world, { user: "bridget" }) }, said);
  await remember({ ...world }, { content: "Notes of meetings lie in the wiki", category: "fact" });
  return { world, id };
}

/** The same as something that was learned of that person. */
async function taught(type: "correction" | "insight"): Promise<{ world: Capturing; id: string }> {
  const world = capturing();
  const claim = type === "correction" ? { corrected_to: FACT } : { insight: FACT };
  const said = { ...claim, type, risk: "high: she is read wrong", scope: "user", tags: [CANARY], domain: CANARY };
  const { id = "" } = await record({ ...acting(world, { user: "bridget" }) }, said);
  await world.learn("Notes of meetings lie in the wiki");
  return { world, id };
}

/** Everything that answers with words of entries. */
const ASKED: Record<string, (w: Capturing, id: string) => Promise<unknown>> = {
  "recall by words": (w) => recall(w, { query: `${CANARY} notes`, mode: "keyword" }),
  "recall by meaning": (w) => recall(w, { query: FACT, mode: "hybrid" }),
  "recall, by both": (w) => recall(w, { query: FACT }),
  "recall of the scope": (w) => recall(w, { query: FACT, scope: "user" }),
  context: (w) => context(w),
  "context for a task": (w) => context(w, { query: FACT }),
  list: (w) => list(w, { limit: 50 }),
  "list of the scope": (w) => list(w, { limit: 50, scope: "user" }),
  show: (w, id) => show(w, id),
  memories: (w) => memories(w),
  "memories of the scope": (w) => memories(w, { scope: "user" }),
  export: (w) => exportEntries(w, {}),
  status: (w) => status(w),
  heartbeat: (w) => heartbeat(w, { dryRun: true }),
  review: (w) => reviewQueue(w),
  audit: (w) => audit(w),
  doctor: (w) => doctor({ ...w, profileWarnings: [] }),
  "remember nearly the same": (w) =>
    remember(w, { content: "Walt calls his notes quadrant and keeps them short", category: "preference" }),
  "remember the same key": (w) => remember(w, { content: "Notes are long", category: "preference", key: "notes" }),
  "add as a list": (w) =>
    add(w, {
      text: JSON.stringify({ type: "insight", insight: "Notes are kept short", risk: "low: noise" }),
      keepGoing: true,
    }),
};

const answerOf = async (asked: Promise<unknown>): Promise<string> =>
  JSON.stringify(await asked.catch((error: Error & { details?: unknown }) => [error.message, error.details]));

describe("what is remembered for one person", () => {
  it.each(Object.entries(ASKED))("is in nobody else's %s", { tags: "sampled" }, async (_name, ask) => {
    const { world, id } = await told();
    for (const reader of [acting(world, { user: "walt" }), acting(world, { git: async () => ({ name: "walt" }) })]) {
      expect(await answerOf(ask({ ...reader }, id))).not.toContain(CANARY);
    }
    expect(world.warnings.join("\n")).not.toContain(CANARY);
  });

  it.each(["correction", "insight"] as const)("nor what was learned of them: a %s", { tags: "proof" }, async (type) => {
    const { world, id } = await taught(type);
    for (const [name, ask] of Object.entries(ASKED)) {
      expect(await answerOf(ask({ ...acting(world, { user: "walt" }) }, id)), name).not.toContain(CANARY);
    }
    expect(JSON.stringify([world.files(), world.warnings])).not.toContain(CANARY);
  });

  it("is in their own recall, list of memories and context", async () => {
    const { world, id } = await told();
    const reader = { ...acting(world, { user: "Bridget" }) };
    expect((await memories(reader)).memories).toMatchObject([{}, { text: FACT, confidence: 0.85, scope: "user" }]);
    for (const mode of ["keyword", "hybrid"] as const) {
      expect((await recall(reader, { query: FACT, mode })).results[0]).toMatchObject({ id, confidence: 0.85 });
    }
    expect((await show(reader, id)).entry).toMatchObject({ user: "bridget", confidence: 0.85 });
    expect(JSON.stringify(await context(reader, { query: FACT }))).toContain(CANARY);
  });
});
