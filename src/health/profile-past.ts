/** The past of the profile, as git has it: what `tenet config log` prints and `config restore` puts back. */
import * as z from "zod";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { shownDiff } from "../screening/shown-diff.js";
import { sha256, writeFileAtomic } from "../store/files/atomic-file.js";
import { COMMAND_WAIT_MS, withLock } from "../store/files/lock.js";
import { readBytes } from "../store/files/safe-path.js";
import { answerOf } from "../store/git/git.js";
import { requireTyped } from "../store/profile/people-only.js";
import { parseProfile } from "../store/profile/profile-text.js";
import { data, diff, line, type Outline } from "../text/outline/outline.js";

const logSchema = z.strictObject({ log: z.string().describe("git log -p of tenet.yaml and the core files") });
const restoredSchema = z.strictObject({ rev: z.string(), diff: z.string(), written: z.boolean() });
export const pastSchemas = [logSchema, restoredSchema] as const;
type ProfileLog = z.infer<typeof logSchema>;
export type ProfileRestored = z.infer<typeof restoredSchema>;

export async function profileLog(ctx: Context, { limit = 20 }: { limit?: number | undefined }): Promise<ProfileLog> {
  const { workspace: ws, profile } = ctx;
  const paths = [ws.relative(ws.profile), ...new Set(Object.values(profile.files))];
  const args = ["--literal-pathspecs", "log", "-p", "-n", String(limit), "--relative", "--", ...paths];
  return { log: (await answerOf(ws.root, args)) ?? "" };
}

export const profileLogOutline = ({ log }: ProfileLog): Outline =>
  log === "" ? [line("No commit holds anything of the profile.")] : [diff(log)];

/** `confirm`: shows the difference, and asks a person for the typed revision. */
export async function restoreProfile(
  ctx: Context,
  rev: string,
  confirm: (shown: ProfileRestored) => Promise<boolean>,
): Promise<ProfileRestored> {
  const { workspace: ws } = ctx;
  const past = await answerOf(ws.root, ["show", "--end-of-options", `${rev}:./tenet.yaml`]);
  if (past === undefined) throw new TenetError(`git has no tenet.yaml at ${rev}`, { failure: "not-found" });
  parseProfile(past);
  const bytes = (await readBytes(ws, ws.profile)) ?? new Uint8Array();
  const shown = { rev, diff: await shownDiff("tenet.yaml", Buffer.from(bytes).toString("utf8"), past), written: false };
  const instead = "A person restores at a terminal, or commits tenet.yaml as it was.";
  await requireTyped(ctx, "config restore", await confirm(shown), instead);
  await withLock(ws.lock, "config restore", COMMAND_WAIT_MS, async () => {
    await writeFileAtomic(ws.profile, past, { expected: sha256(bytes) });
  });
  return { ...shown, written: true };
}

export const profileRestoredOutline = ({ rev, diff: text, written }: ProfileRestored): Outline => [
  ...(text === "" ? [] : [diff(text)]),
  line(["tenet.yaml ", written ? "is" : "would be", " as it was at ", data(rev)]),
];
