/** A person decides on a version: they see what it does, and type the word that says which one they mean. */
import type { Call } from "../command/call.js";
import { TenetError, wrongUsage } from "../errors.js";
import { changeVerb, prepareWrite } from "../store/change/prepare-write.js";
import { bad, line } from "../text/outline/outline.js";
import type { Approved, Rejected, RolledBack } from "./text/deciding-schemas.js";

interface Approving {
  ref?: string | undefined;
  edit: boolean;
  reason?: string | undefined;
  /** The diff that stands on the screen already: the same one is not shown again. */
  seen?: string | undefined;
}

/** Off a terminal the operation itself says who may; at one the person is shown what happens, and asked. */
export async function approveByPerson(call: Call, { ref, edit, reason, seen }: Approving): Promise<Approved> {
  const { approve, planApproval } = await import("./approve.js");
  const ctx = await call.context();
  const { asker } = call;
  if (asker === undefined) {
    if (edit && ctx.actor.atTerminal) throw needsTerminal();
    return await approve(ctx, { ref, reason, confirmed: false });
  }
  await prepareWrite(ctx, changeVerb("approve"));
  const { approvalOutline } = await import("./text/deciding-outline.js");
  for (let edited: string | undefined; ; ) {
    if (edit) edited = await editedBy(call, ref, edited);
    try {
      const plan = await planApproval(ctx, { ref, wording: edited });
      if ("decision" in plan) return plan;
      const same = plan.diff === seen && plan.fallen.length + plan.kept.length === 0;
      if (!same) await call.show(plan, approvalOutline);
      const confirmed = await asker.typed(`Type ${plan.word} to put version ${plan.id} in force:`, plan.word);
      return await approve(ctx, { ref: plan.id, reason, wording: edited, confirmed, shown: plan.fingerprint });
    } catch (thrown) {
      if (!(thrown instanceof TenetError) || thrown.code !== "bad-wording") throw thrown;
      await call.show(thrown.message, (message) => [line([bad("!"), ` ${message}`], { hang: 2 })]);
      if ((await asker.choose("Open it again?", ["yes", "no"], "yes", { says: "the editor opens" })) === "no")
        throw thrown;
    }
  }
}

function needsTerminal(): TenetError {
  return wrongUsage(
    "--edit opens an editor, and nobody can be asked here",
    "A person edits the proposed lines at a terminal.",
  );
}

async function editedBy(call: Call, ref: string | undefined, before: string | undefined): Promise<string> {
  const [{ proposalOf }, { editorOf, editText }] = await Promise.all([
    import("./approve.js"),
    import("../store/files/programs.js"),
  ]);
  const { id, text } = await proposalOf(await call.context(), ref);
  return await editText(editorOf(call.io.env), `version-${id}.md`, before ?? text);
}

/** The same for turning a version down; the reason is asked for when it was not stated. */
export async function rejectByPerson(call: Call, ref: string | undefined, statedReason?: string): Promise<Rejected> {
  const { planRejection, reject } = await import("./reject.js");
  const ctx = await call.context();
  const { asker } = call;
  if (asker === undefined) return await reject(ctx, { ref, reason: statedReason, confirmed: false });
  await prepareWrite(ctx, changeVerb("reject"));
  const { version, word, words } = await planRejection(ctx, ref);
  if (version.status === "rejected") return await reject(ctx, { ref: version.id, confirmed: true });
  const { rejectionOutline } = await import("./text/deciding-outline.js");
  await call.show({ version, words }, rejectionOutline);
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
export async function rollbackByPerson(call: Call, { ref, reason, dryRun }: Undoing): Promise<RolledBack> {
  const { rollback } = await import("./versions/rollback.js");
  const ctx = await call.context();
  const { asker } = call;
  // At a terminal where nobody can be asked (`--json`, CI) a person has not confirmed anything.
  const unasked = ctx.actor.atTerminal ? { confirmed: false } : {};
  if (dryRun || asker === undefined) return await rollback(ctx, { ref, reason, dryRun, ...unasked });
  await prepareWrite(ctx, changeVerb("rollback"));
  const plan = await rollback(ctx, { ref, reason, dryRun: true });
  const planned = { ref: plan.rolls_back, reason, dryRun: false, shown: plan.fingerprint };
  if (plan.operations.length === 0) return await rollback(ctx, { ...planned, confirmed: true });
  const { rollbackOutline } = await import("./text/deciding-outline.js");
  await call.show(plan, rollbackOutline);
  const confirmed = await asker.typed(`Type ${plan.word} to take version ${plan.rolls_back} back:`, plan.word);
  return await rollback(ctx, { ...planned, confirmed });
}
