/** The profile and the core files as they are, as they were at a commit, and as a copy kept them. */
import { isUtf8 } from "node:buffer";
import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import { bytesAt, heldOrThrow } from "../../store/git/commit-tree.js";
import { gitFolder } from "../../store/git/git-folder.js";
import { commitOf } from "../../store/git/git-snapshot.js";
import { profileCopies, textsOf } from "../../store/profile/profile-copies.js";
import { profilePaths } from "../../store/profile/profile-settings.js";
import type { Workspace } from "../../store/workspace.js";
import { PROFILE, type ProfileTexts } from "./profile-changes.js";

type Here = Pick<Context, "workspace" | "profile">;

/** `tenet.yaml` first, then the core files. Relative. */
export function profileFiles({ workspace, profile }: Here): string[] {
  return profilePaths(workspace, profile).map((path) => workspace.relative(path));
}

/** As they stand in the work tree. */
export function presentTexts({ workspace, profile }: Here): Promise<ProfileTexts> {
  return textsOf(workspace, profilePaths(workspace, profile));
}

/** The files at a commit, without those that are no UTF-8. */
export async function committedTexts(here: Here, commit: string): Promise<ProfileTexts> {
  const filePlaces = profileFiles(here).map((file) => ({ commit, file }));
  const fileBytes = await bytesAt(here.workspace.root, filePlaces);
  return new Map(
    filePlaces.flatMap((at, nth): [string, string][] => {
      const text = utf8Text(heldOrThrow(fileBytes[nth], at));
      return text === undefined ? [] : [[at.file, text]];
    }),
  );
}

export const utf8Text = (bytes: Buffer | undefined): string | undefined =>
  bytes !== undefined && isUtf8(bytes) ? bytes.toString("utf8") : undefined;

/** One state of the past. */
export interface PastProfile {
  /** As it is shown and typed. */
  rev: string;
  texts: ProfileTexts;
  /** It holds `tenet.yaml` alone: of the core files nothing is known. */
  isProfileAlone?: true;
}

/** How much of a commit's id is shown. */
export const shortCommit = (commit: string): string => commit.slice(0, 10);

const KNOWN = 5;

/** What a revision may name: a few of the newest. */
function whatExists(ws: Workspace): string {
  const copies = profileCopies(ws).slice(0, KNOWN);
  const copyNames = copies.map(({ name }) => name).join(", ");
  const copiesText = copyNames === "" ? "no copy is kept here" : `copies kept here: ${copyNames}`;
  const inGit = gitFolder(ws.root) === undefined ? "" : " A commit, branch or tag of git names one as well.";
  return `List them with: tenet config log (${copiesText}).${inGit}`;
}

function unknownRevision(ws: Workspace, message: string): TenetError {
  return new TenetError(message, { failure: "not-found", code: "unknown-revision", hint: whatExists(ws) });
}

/** The state that a revision names: a copy, or a commit of git. Throws `not-found`, with what there is. */
export async function pastProfile(here: Here, rev: string): Promise<PastProfile> {
  const { workspace: ws } = here;
  const copy = profileCopies(ws).find(({ name }) => name === rev.toLowerCase());
  if (copy !== undefined) {
    return { rev: copy.name, texts: copy.files, ...(copy.by === undefined ? { isProfileAlone: true } : {}) };
  }
  const none = `no earlier profile ${JSON.stringify(rev)}`;
  if (gitFolder(ws.root) === undefined) throw unknownRevision(ws, none);
  let commit: string | undefined;
  try {
    commit = await commitOf(ws, rev);
  } catch (thrown) {
    if (!(thrown instanceof TenetError) || thrown.code !== "unknown-revision") throw thrown;
  }
  if (commit === undefined) throw unknownRevision(ws, none);
  const texts = await committedTexts(here, commit);
  if (!texts.has(PROFILE)) {
    throw unknownRevision(ws, `there was no tenet.yaml at ${shortCommit(commit)}`);
  }
  return { rev: shortCommit(commit), texts };
}
