/** A repository in which an agent has changed what an owner said and set, and what is said of it. */
import { cpSync } from "node:fs";
import type { Context } from "../../src/context.js";
import { verifyBase } from "../../src/health/base/verify-base.js";
import { verify } from "../../src/health/verify.js";
import { digest } from "../../src/rules/digest.js";
import { why } from "../../src/rules/why.js";
import { appendRecord } from "../../src/store/records/record-edit.js";
import { oncePerFile, type Sandbox, sandbox } from "../sandbox.js";
import { correction } from "../store/entries.js";
import { based, contextAt, letIn } from "./protected.js";

const OWNERS = "COR-20260201-W0001";
export const CORRECTIONS = "memory/learning/corrections/2026-02-01.md";
const PROFILE =
  "schema: 1\nagent: sybil\ntimezone: UTC\nembedding: {model: ./none}\napply_mode: approval\npeople:\n  - {name: bridget, role: owner, emails: [bridget@example.invalid]}\n";
const LISTED = `${PROFILE}  - {name: sybil, role: owner, emails: [sybil@example.invalid]}\n`;
const SOUL = "# Soul\n\n<!-- tenet:begin rules -->\n## Learned\n\n- Never push to main\n<!-- tenet:end rules -->\n";

const record = (id: string, corrected_to: string, tier: "owner" | "self" = "owner") =>
  correction({ id, timestamp: "2026-02-01T09:00:00Z", tier, corrected_to });
const day = (...entries: ReturnType<typeof record>[]) =>
  entries.reduce<string | undefined>((text, entry) => appendRecord(text, entry), undefined) as string;

export const as = (name: string, email = `${name}@example.invalid`) => [
  ...["-c", `user.name=${name}`],
  ...["-c", `user.email=${email}`],
];

/** An owner's words and settings; then an agent that changes both, takes a record, and edits once more uncommitted. */
const team = oncePerFile(async () => {
  const own = record("COR-20260201-M0003", "Prices are in euros", "self");
  const second = record("COR-20260201-N0002", "Say net");
  const box = await based(
    { "SOUL.md": SOUL, [CORRECTIONS]: day(record(OWNERS, "Prices are net"), second, own) },
    PROFILE,
  );
  await digest(await contextAt(box));
  await letIn(box);
  await box.write("tenet.yaml", LISTED);
  await box.write(CORRECTIONS, day(record(OWNERS, "Prices are gross"), second));
  await box.git("add", "-A");
  await box.git(...as("sybil"), "commit", "-q", "-m", "mine");
  await box.write(CORRECTIONS, day(record(OWNERS, "Prices are gross"), { ...second, corrected_to: "Say gross" }));
  return box;
});

export async function world(): Promise<Sandbox> {
  const box = await sandbox({ empty: true });
  cpSync((await team()).dir, box.dir, { recursive: true });
  return box;
}

/** What is said of this repository. */
export async function told(box: Sandbox, base = "origin/main") {
  const ctx: Context = await contextAt(box);
  return {
    verified: await verify({ ...ctx, profileWarnings: [] }),
    compared: { ...(await verifyBase(ctx.workspace, base)), base: undefined },
    rule: await why(ctx, "SOUL.md:6"),
    words: await why(ctx, OWNERS),
  };
}
export const expected = oncePerFile(async () => await told(await world()));

/** What the agent committed. */
export const SEEN = ["setting people", "words-changed COR-20260201-W0001", "record-removed COR-20260201-M0003"];
