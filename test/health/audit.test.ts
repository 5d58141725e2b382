/** Who read, wrote, redacted and decided what: one list of what ledger, tree and versions know. */

import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fixedClock } from "../../src/clock.js";
import { forget } from "../../src/forget/forget.js";
import { type AuditInput, audit } from "../../src/health/audit.js";
import { auditOutline } from "../../src/health/audit-outline.js";
import type { AuditRow } from "../../src/health/health-schemas.js";
import { failRun, startRun } from "../../src/loop/run.js";
import { markUsed } from "../../src/loop/used.js";
import { recall } from "../../src/recall/recall.js";
import { digest } from "../../src/rules/digest.js";
import { Workspace } from "../../src/store/workspace.js";
import { pipeText } from "../../src/text/outline/render.js";
import { AT_TERMINAL, type Capturing, capturing } from "../capture/capturing.js";

const CLAIM = "The nightly build fails when the cache directory is older than the lockfile";

/** Each command is a process of its own: another workspace object starts another chain. */
function next(w: Capturing, instant: string, session: string): void {
  w.workspace = new Workspace(w.workspace.root);
  w.clock = fixedClock(instant);
  w.actor = { ...w.actor, session };
}

async function lived(): Promise<{ w: Capturing; id: string }> {
  const w = capturing({}, "2026-02-01T09:00:00Z");
  const id = (await w.learn(CLAIM)).id as string;
  for (const day of [2, 3, 4]) {
    next(w, `2026-02-0${day}T09:00:00Z`, `s${day}`);
    await markUsed(w, { ref: id, result: "worked" });
  }
  next(w, "2026-02-05T09:00:00Z", "s5");
  await digest(w);
  next(w, "2026-02-06T09:00:00Z", "s6");
  await recall(w, { query: "nightly build", mode: "keyword" });
  next(w, "2026-02-07T09:00:00Z", "s7");
  await startRun(w, "r1", { reflexions: false });
  await failRun(w, "r1", { reason: "the host gave up" });
  next(w, "2026-02-08T09:00:00Z", "s8");
  w.as(AT_TERMINAL);
  await forget(w, { refs: [id], taking: "redact", reason: "told in confidence", confirmed: true });
  next(w, "2026-02-09T09:00:00Z", "s9");
  return { w, id };
}

const brief = ({ at, kind, op, decision }: AuditRow) =>
  [at.slice(8, 10), kind, op, ...(decision === undefined ? [] : [decision])].join(" ");

const rowsOf = async (w: Capturing, input: AuditInput = {}) => (await audit(w, input)).rows.map(brief);

describe("audit", () => {
  it("lists reads, writes, redactions and decisions, the newest first, with who and why", {
    tags: "proof",
  }, async () => {
    const { w, id } = await lived();
    const { rows, total } = await audit(w);
    expect(rows.map(brief)).toEqual([
      "08 decision person active",
      "08 redaction redact",
      "07 write run",
      "06 read recall",
      "05 decision digest superseded",
      "05 write digest",
      "04 write used",
      "03 write used",
      "02 write used",
      "01 write insight",
    ]);
    expect(total).toBe(10);
    const [decided, redacted, run, , first] = rows;
    const byPerson = { by: "bridget", reason: "told in confidence" };
    expect(decided).toMatchObject({ ...byPerson, version: expect.stringMatching(/^0002-/) });
    expect(redacted).toMatchObject({ ...byPerson, ids: [id], agent: "sybil", session: "s8" });
    expect(run).toMatchObject({ run: "r1", reason: "failed: the host gave up, 0 writes dropped" });
    expect(first).toMatchObject({ by: "auto", ids: [id], version: expect.stringMatching(/^0001-/) });
    expect(JSON.stringify(rows)).not.toMatch(/nightly|lockfile/);
  });

  it("keeps to one entry, a time, a verb or a kind, and to a page", { tags: "proof" }, async () => {
    const { w, id } = await lived();
    expect(await rowsOf(w, { ref: id.slice(-5).toLowerCase(), since: "2026-02-05" })).toEqual([
      "08 decision person active",
      "08 redaction redact",
      "06 read recall",
      "05 decision digest superseded",
      "05 write digest",
    ]);
    expect(await rowsOf(w, { op: "used", since: "6d" })).toEqual(["04 write used", "03 write used"]);
    expect(await rowsOf(w, { op: "redaction" })).toEqual(["08 redaction redact"]);
    const page = await audit(w, { limit: 2 });
    expect([page.rows.length, page.total]).toEqual([2, 10]);
    expect(pipeText(auditOutline(page))).toContain("8 older rows: tenet audit --limit 10");
    expect(await audit(w, { limit: 0 })).toMatchObject({ rows: [], total: 10 });
    await expect(audit(w, { since: "yesterday" })).rejects.toMatchObject({ exit: 2 });
    await expect(audit(w, { ref: "ZZZZZ" })).rejects.toMatchObject({ exit: 4 });
    expect(await rowsOf(w, { ref: "COR-20200101-ABCDE" })).toEqual([]);
  });

  it("on another machine knows redactions and decisions from the tree", { tags: "proof" }, async () => {
    const { w } = await lived();
    rmSync(w.workspace.local, { recursive: true });
    const { rows } = await audit(w);
    expect(rows.map(brief)).toEqual([
      "08 decision person active",
      "08 redaction redact",
      "05 decision digest superseded",
    ]);
    expect(rows[0]).toMatchObject({ by: "bridget", reason: "told in confidence" });
  });
});
