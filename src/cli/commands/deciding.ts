/** A person decides on a version: they see what it does, and type the word that says which one they mean. */
import { TenetError, wrongUsage } from "../../errors.js";
import type { Edited } from "../../review/edit-schemas.js";
import type { ReviewKey } from "../../review/policy/review-keys.js";
import { keysText } from "../../review/review-text.js";
import type { Approved, Rejected, RolledBack } from "../../store/rules/text/deciding-schemas.js";
import { indented } from "../../text/columns.js";
import type { CommandContext, Render } from "../command-context.js";
import { envValue } from "../process-io.js";

interface Approving {
  ref?: string | undefined;
  edit: boolean;
  reason?: string | undefined;
  /** The diff that stands on the screen already: the same one is not shown again. */
  seen?: string | undefined;
}

/** Off a terminal the operation itself says who may; at one the person is shown what happens, and asked. */
export async function approveByPerson(cli: CommandContext, { ref, edit, reason, seen }: Approving): Promise<Approved> {
  const { approve, planApproval } = await import("../../rules/approve.js");
  const ctx = await cli.context();
  const { asker } = cli;
  if (asker === undefined) {
    if (edit && ctx.actor.atTerminal) throw needsTerminal();
    // A team's script decides on what is proposed, never on an edited version of it.
    const { requireDecider } = await import("../../store/people/people-only.js");
    await requireDecider(ctx, "approving a version", false, "Show a person what waits: tenet diff");
    if (edit) throw needsTerminal();
    return await approve(ctx, { ref, reason, confirmed: false });
  }
  const { approvalText } = await import("../../rules/text/deciding-text.js");
  for (let edited: string | undefined; ; ) {
    if (edit) edited = await editedBy(cli, ref, edited);
    try {
      const plan = await planApproval(ctx, { ref, wording: edited });
      if ("decision" in plan) return plan;
      const same = plan.diff === seen && plan.fallen.length + plan.kept.length === 0;
      if (!same) await cli.show(plan, approvalText);
      const confirmed = await asker.typed(`Type ${plan.word} to put version ${plan.id} in force:`, plan.word);
      return await approve(ctx, { ref: plan.id, reason, wording: edited, confirmed, shown: plan.fingerprint });
    } catch (thrown) {
      if (!(thrown instanceof TenetError) || thrown.code !== "bad-wording") throw thrown;
      await cli.show(thrown.message, (message, paint) => `${paint.bad("!")} ${message}\n`);
      if ((await asker.choose("Open it again?", ["yes", "no"], "yes")) === "no") throw thrown;
    }
  }
}

function needsTerminal(): TenetError {
  return wrongUsage(
    "--edit opens an editor, and nobody can be asked here",
    "A person edits the proposed lines at a terminal.",
  );
}

const editorOf = ({ io: { env } }: CommandContext): string =>
  envValue(env, "VISUAL") ?? envValue(env, "EDITOR") ?? "vi";

async function editedBy(cli: CommandContext, ref: string | undefined, before: string | undefined): Promise<string> {
  const [{ proposalOf }, { editText }] = await Promise.all([
    import("../../rules/approve.js"),
    import("../../store/files/programs.js"),
  ]);
  const { id, text } = await proposalOf(await cli.context(), ref);
  return await editText(editorOf(cli), `version-${id}.md`, before ?? text);
}

/** The same for turning a version down; the reason is asked for when it was not stated. */
export async function rejectByPerson(
  cli: CommandContext,
  ref: string | undefined,
  statedReason?: string,
): Promise<Rejected> {
  const { planRejection, reject } = await import("../../rules/reject.js");
  const ctx = await cli.context();
  const { asker } = cli;
  if (asker === undefined) return await reject(ctx, { ref, reason: statedReason, confirmed: false });
  const { version, word, words } = await planRejection(ctx, ref);
  if (version.status === "rejected") return await reject(ctx, { ref: version.id, confirmed: true });
  const { rejectionText } = await import("../../rules/text/deciding-text.js");
  await cli.show({ version, words }, rejectionText);
  const reason = statedReason ?? (await asker.line("Why is it not wanted?"));
  const confirmed = await asker.typed(`Type ${word} to reject version ${version.id}:`, word);
  return await reject(ctx, { ref: version.id, reason, confirmed });
}

interface Undoing {
  ref?: string | undefined;
  reason?: string | undefined;
  dryRun: boolean;
}

/** The same for taking a version back. */
export async function rollbackByPerson(cli: CommandContext, { ref, reason, dryRun }: Undoing): Promise<RolledBack> {
  const { rollback } = await import("../../rules/versions/rollback.js");
  const ctx = await cli.context();
  const { asker } = cli;
  // At a terminal where nobody can be asked (`--json`, CI) a person has not confirmed anything.
  const unasked = ctx.actor.atTerminal ? { confirmed: false } : {};
  if (dryRun || asker === undefined) return await rollback(ctx, { ref, reason, dryRun, ...unasked });
  const plan = await rollback(ctx, { ref, reason, dryRun: true });
  const planned = { ref: plan.rolls_back, reason, dryRun: false, shown: plan.fingerprint };
  if (plan.operations.length === 0) return await rollback(ctx, { ...planned, confirmed: true });
  const { rollbackText } = await import("../../rules/text/deciding-text.js");
  await cli.show(plan, rollbackText);
  const confirmed = await asker.typed(`Type ${plan.word} to take version ${plan.rolls_back} back:`, plan.word);
  return await rollback(ctx, { ...planned, confirmed });
}

/**
 * Does what only a person may do: where the operation refuses for want of a person and somebody sits here, it is
 * asked to be confirmed by a typed word, and done again.
 */
export async function withPerson<T>(
  cli: CommandContext,
  word: string,
  act: (confirmed: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await act(false);
  } catch (thrown) {
    if (!needsPerson(thrown) || cli.asker === undefined) throw thrown;
    return act(await cli.asker.typed(`This needs a person. Type ${word} to confirm:`, word));
  }
}

const needsPerson = (thrown: unknown): boolean => thrown instanceof TenetError && thrown.code === "needs-person";

/**
 * The same where they are shown first what would be done. `wordOf`: what they type; undefined: there is nothing to do.
 * `shown`: the plan that was on the screen when they typed.
 */
export async function withPlan<T>(
  cli: CommandContext,
  act: (how: { dryRun?: true; confirmed?: boolean }, shown?: T) => Promise<T>,
  render: Render<T>,
  wordOf: (plan: T) => string | undefined,
): Promise<T> {
  try {
    return await act({});
  } catch (thrown) {
    if (!needsPerson(thrown) || cli.asker === undefined) throw thrown;
    const plan = await act({ dryRun: true });
    const word = wordOf(plan);
    if (word === undefined) return plan;
    await cli.show(plan, render);
    return act({ confirmed: await cli.asker.typed(`Type ${word} to confirm:`, word) }, plan);
  }
}

/** Opens a person's editor at a line of one of their files. */
export async function openAt(cli: CommandContext, path: string, line: number): Promise<void> {
  const { openEditor } = await import("../../store/files/programs.js");
  await openEditor(editorOf(cli), path, line);
}

/** Opens a person's editor at a record, and looks at what became of it. */
export async function openRecord(cli: CommandContext, reference: string): Promise<Edited> {
  const ctx = await cli.context();
  const [{ placeToEdit, afterEditor, throwAway }, { openEditor }] = await Promise.all([
    import("../../review/edit-by-hand.js"),
    import("../../store/files/programs.js"),
  ]);
  const place = await placeToEdit(ctx, reference);
  for (let { line } = place; ; ) {
    await openEditor(editorOf(cli), place.path, line);
    try {
      return await afterEditor(ctx, place);
    } catch (thrown) {
      if (!(thrown instanceof TenetError) || thrown.code !== "broken-record" || cli.asker === undefined) throw thrown;
      await cli.show(
        thrown.message,
        (message, paint) => `${paint.bad("!")} ${indented(message, 2, paint).join("\n").trim()}\n`,
      );
      await cli.show({ ask: "What now?", keys: AFTER_BREAKING }, keysText);
      const word = await cli.asker.key(AFTER_BREAKING, "leave it so");
      if (word === "throw away") return await throwAway(place);
      if (word !== "edit again") throw thrown;
      line = Number(thrown.details["line"] ?? line);
    }
  }
}

/** As visudo asks: what was written is never lost. */
const AFTER_BREAKING: readonly ReviewKey[] = [
  { key: "e", word: "edit again", means: "your editor opens at the line" },
  { key: "x", word: "throw away", means: "the file becomes what it was; a copy of what you wrote is kept" },
  { key: "q", word: "leave it so", means: "the file stays as you left it" },
];
