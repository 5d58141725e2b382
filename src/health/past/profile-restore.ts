/**
 * `tenet config restore REV`: restores the profile and the people's part of the core files. For people: shown first,
 * confirmed by a typed word. The present state is kept as a copy.
 */
import { randomBytes } from "node:crypto";
import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import type { Profile } from "../../settings.js";
import { readSettings, recordTypedSettings, wayToCount } from "../../store/base/settings-in-force.js";
import { refuseUnfinishedMerge, replayFirst } from "../../store/change/change.js";
import { sha256 } from "../../store/files/atomic-file.js";
import { COMMAND_WAIT_MS, withLock } from "../../store/files/lock.js";
import { readBytes } from "../../store/files/safe-path.js";
import { commitFiles, type FileChange } from "../../store/files/transaction.js";
import { recordEvent } from "../../store/ledger/ledger.js";
import { requireTyped } from "../../store/people/people-only.js";
import { profileCopies } from "../../store/profile/profile-copies.js";
import { keepPresent } from "../../store/profile/profile-settings.js";
import { parseProfile } from "../../store/profile/profile-text.js";
import { withPresentBlocks } from "../../store/records/marked-blocks.js";
import type { Workspace } from "../../store/workspace.js";
import { stamp } from "../../text/durations.js";
import type { ProfileRestored } from "./past-schemas.js";
import { changedFiles, PROFILE, type ProfileTexts } from "./profile-changes.js";
import { comparable, differences } from "./profile-diff.js";
import { pastProfile, presentTexts } from "./profile-texts.js";

/** A restoring that was not done yet: what it shows, and what it writes. */
export interface PlannedRestore {
  shown: ProfileRestored;
  changes: FileChange[];
  /** The settings as they would be stated. */
  profile: Profile;
}

type Left = ProfileRestored["left"];

const NOT_THERE = "it held no text of people then: it stays as it is";
const NOT_KEPT = "no copy could be kept of what stands in it now, which is no UTF-8 or no core file: it stays as it is";
const DAMAGED = "the marks of tenet's block in it are damaged, now or then";

/** Texts as they would be: tenet's blocks stay as they stand now, and no file is taken away. */
async function restoredTexts(
  ws: Workspace,
  past: ProfileTexts,
  now: ProfileTexts,
): Promise<{ texts: ProfileTexts; left: Left }> {
  const texts = new Map(now);
  const leftFiles: Left = [];
  for (const file of changedFiles(past, now)) {
    if (!now.has(file) && (await readBytes(ws, ws.absolute(file))) !== undefined) {
      leftFiles.push({ file, because: NOT_KEPT });
      continue;
    }
    const was = past.get(file);
    const next = file === PROFILE ? was : was === undefined ? undefined : withPresentBlocks(was, now.get(file) ?? "");
    if (next === undefined) leftFiles.push({ file, because: was === undefined ? NOT_THERE : DAMAGED });
    else if (next.trim() === "") leftFiles.push({ file, because: NOT_THERE });
    else texts.set(file, next);
  }
  return { texts, left: leftFiles };
}

function settingsAt(text: string | undefined, rev: string): Profile {
  try {
    return parseProfile(text ?? "").profile;
  } catch (cause) {
    if (!(cause instanceof TenetError)) throw cause;
    throw new TenetError(`the profile of ${rev} cannot be read today: ${cause.message}`, {
      failure: "refused",
      code: "broken-profile",
      hint: "Choose another one: tenet config log",
      cause,
    });
  }
}

/** What restoring `rev` would change; writes nothing. Throws `not-found` for what names no earlier profile. */
export async function planRestore(ctx: Context, rev: string): Promise<PlannedRestore> {
  const { workspace: ws } = ctx;
  const past = await pastProfile(ctx, rev);
  const now = comparable(past, await presentTexts(ctx));
  const profile = settingsAt(past.texts.get(PROFILE), past.rev);
  const { texts, left } = await restoredTexts(ws, past.texts, now);
  const preview = { rev: past.rev, from: "now" as const, ...(await differences(now, texts)), written: false, left };
  const changes: FileChange[] = [];
  for (const [file, text] of texts) {
    if (text === now.get(file)) continue;
    const path = ws.absolute(file);
    const bytes = await readBytes(ws, path);
    changes.push({ path, before: bytes === undefined ? null : sha256(bytes), after: Buffer.from(text) });
  }
  return { shown: preview, changes, profile };
}

/**
 * Writes the shown plan as one change. Exit 5 without the typed word of a person at a terminal; a file that changed
 * since it was shown is not overwritten.
 */
export async function restoreProfile(ctx: Context, plan: PlannedRestore, confirmed: boolean): Promise<ProfileRestored> {
  const { workspace: ws, clock, actor } = ctx;
  const { shown, changes, profile } = plan;
  const instead = "A person restores at a terminal, or commits tenet.yaml as it was.";
  const { by } = await requireTyped(ctx, "config restore", confirmed, instead);
  if (changes.length === 0) return shown;
  await withLock(ws.lock, "config restore", COMMAND_WAIT_MS, async () => {
    await refuseUnfinishedMerge(ws.root);
    await replayFirst(ctx);
    await keepPresent(ctx, "config restore");
    const id = `config-restore-${randomBytes(8).toString("hex")}`;
    const { conflicts } = await commitFiles(ws, { id, op: "config restore", actor: actor.agent }, changes);
    for (const { message } of conflicts) ctx.warn(message);
    const { agent, session } = actor;
    const auditRow = { at: stamp(clock.now()), kind: "write" as const, op: "config restore", agent, session, ids: [] };
    await recordEvent(ws, { ...auditRow, by, reason: `restored ${shown.rev}` });
    if (shown.settings.length > 0) await recordTypedSettings(ctx, "config restore", profile);
  });
  const copy = profileCopies(ws)[0]?.name;
  const { waiting, base } = await readSettings(ws);
  const restored = waiting.filter(({ key }) => shown.settings.some((one) => one.key === key));
  return {
    ...shown,
    written: true,
    ...(copy === undefined ? {} : { copy }),
    ...(restored.length === 0 ? {} : { waits: restored.map((one) => `${one.key}: ${wayToCount(base, one)}`) }),
  };
}
