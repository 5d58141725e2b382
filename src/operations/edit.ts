/** Changing what an entry says: by flags, or by hand in the author's own editor. */
import { stamp } from "../clock.js";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import type { Entry, Patch } from "../memory/entry.js";
import { SCHEMA_OF } from "../memory/entry-schema.js";
import type { Finding } from "../memory/finding.js";
import { approvalLapsed } from "../memory/review.js";
import { changeTree } from "../tree/change.js";
import { openTree } from "../tree/tree.js";
import { authorFields, cleanFields } from "./draft.js";
import { requirePerson } from "./people-only.js";
import { withWholeIds } from "./relations.js";

export interface Edited {
  id: string;
  file: string;
  line: number;
  /** Names of the fields that are different now. */
  changed: string[];
  /** Set when an approval lapsed because the content is no longer what was approved. */
  waits?: string;
  /** What tenet noticed in the file after an edit by hand. */
  findings: Finding[];
}

export interface EditInput {
  id: string;
  /** Author's fields by their schema names; an empty text takes an optional field away. */
  fields: Record<string, unknown>;
}

const OPEN_AGAIN = "Its content changed after it was approved, so a person looks at it again.";

/** Changes fields of one entry, each on its own line of the file. */
export async function edit(ctx: Context, input: EditInput): Promise<Edited> {
  const reason = `edit: ${input.id}`;
  return await changeTree(ctx, { op: "edit", reason }, async (change) => {
    const { id } = change.tree.resolve(input.id);
    const entry = await change.entry(id);
    refuseForeignWords(ctx, entry);
    const stated = withWholeIds(change.tree, await cleanFields(ctx, entry.type, input.fields));
    const emptied = Object.keys(input.fields).filter((field) => input.fields[field] === "");
    const patch: Patch = { ...stated, ...Object.fromEntries(emptied.map((field) => [field, undefined])) };
    refuseEmptied(entry, emptied);
    const changed = Object.keys(patch).filter((field) => !same(patch[field], (entry as Patch)[field]));
    const effective = Object.fromEntries(changed.map((field) => [field, patch[field]]));
    const lapsed = approvalLapsed({ ...entry, ...effective } as Entry);
    const place = await change.update(id, {
      ...effective,
      ...(lapsed ? { review: { state: "needs_review", at: stamp(ctx.clock.now()), reason: OPEN_AGAIN } } : {}),
      ...(clearsFlag(entry, effective) ? { flags: withoutFlag(entry, "stakes-empty") } : {}),
    });
    return { id, ...place, changed, findings: [], ...(lapsed ? { waits: OPEN_AGAIN } : {}) };
  });
}

/** Words that are trusted more than an agent's own are changed by their people, not by an agent. */
function refuseForeignWords(ctx: Context, entry: Entry): void {
  if (entry.tier !== "owner") return;
  requirePerson(
    ctx,
    `changing ${entry.id}, an owner's own words,`,
    true,
    "Record what is different as a correction of your own.",
  );
}

function refuseEmptied(entry: Entry, emptied: readonly string[]): void {
  const allowed = new Set(authorFields(entry.type));
  const shape: Record<string, { safeParse(value: unknown): { success: boolean } }> = SCHEMA_OF[entry.type].shape;
  for (const field of emptied) {
    if (!allowed.has(field))
      throw new TenetError(`unknown field: ${field}`, { failure: "usage", code: "unknown-field" });
    if (shape[field]?.safeParse(undefined).success === true) continue;
    throw new TenetError(`${field} is required for ${entry.type}; it cannot be emptied`, {
      failure: "usage",
      hint: "Give it a new text, or leave it as it is.",
    });
  }
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function clearsFlag(entry: Entry, patch: Patch): boolean {
  return entry.flags?.includes("stakes-empty") === true && typeof patch["at_risk"] === "string";
}

function withoutFlag(entry: Entry, flag: string): string[] | undefined {
  const left = (entry.flags ?? []).filter((held) => held !== flag);
  return left.length === 0 ? undefined : left;
}

/** Where the record stands, for an editor. */
export async function placeToEdit(
  ctx: Context,
  reference: string,
): Promise<{ entry: Entry; path: string; file: string; line: number }> {
  const tree = await openTree(ctx);
  const { entry, file, line } = await tree.one(tree.resolve(reference).id);
  return { entry, path: ctx.workspace.absolute(file), file, line };
}

/** After an edit by hand: what changed, and what tenet noticed in the file. An approval lapses with its content. */
export async function afterEditor(ctx: Context, before: Entry): Promise<Edited> {
  const tree = await openTree(ctx);
  const head = tree.head(before.id);
  if (head === undefined) {
    const finding = tree.findings.find((one) => one.id === before.id);
    throw new TenetError(
      `${before.id} can no longer be read${finding === undefined ? "" : `: ${finding.file}:${finding.line ?? 1} ${finding.message}`}`,
      {
        failure: "findings",
        hint: "Open it again and mend it; nothing else was touched.",
      },
    );
  }
  const { entry } = await tree.one(before.id);
  const fields = new Set([...Object.keys(before), ...Object.keys(entry)]);
  const changed = [...fields].filter((field) => !same((before as Patch)[field], (entry as Patch)[field]));
  const findings = tree.findings.filter((finding) => finding.file === head.file);
  const answer = { id: head.id, file: head.file, line: head.line, changed, findings };
  if (!approvalLapsed(entry)) return answer;
  await changeTree(ctx, { op: "edit", reason: `edit: ${head.id}` }, async (change) => {
    await change.update(head.id, { review: { state: "needs_review", at: stamp(ctx.clock.now()), reason: OPEN_AGAIN } });
  });
  return { ...answer, waits: OPEN_AGAIN };
}
