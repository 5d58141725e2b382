/** Checks before a version is proposed on a commit; each refusal names the next step. Called by `versions propose`. */
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { next } from "../steps.js";
import { gitFolder } from "../store/git/git-folder.js";
import { headCommit as committedHead } from "../store/git/revisions.js";
import { bookOf } from "./planning/rulebook.js";
import type { Version } from "./policy/version.js";
import type { Chain } from "./versions/chain.js";
import type { CommitChange } from "./versions/commit-change.js";

/** The version meant, or the one that waits. Throws when it does not wait. */
export function waitingVersion(chain: Chain, ref: string | undefined): Version {
  const version = ref === undefined ? chain.pending : chain.resolve(ref);
  if (version === undefined) {
    throw new TenetError("no version waits for a person, so there is nothing to propose", {
      failure: "not-found",
      code: "nothing-pending",
      hint: next("See what could become one:", "digest", { dryRun: true }),
    });
  }
  if (version.status === "pending") return version;
  throw new TenetError(`version ${version.id} is ${version.status}; only one that waits can be proposed`, {
    failure: "refused",
    code: "not-pending",
    hint: "See what waits: tenet versions",
  });
}

/** The commit that is checked out. Throws without one. */
export async function headCommit(ctx: Context): Promise<string> {
  const { workspace: ws } = ctx;
  const head = await committedHead(ws.root);
  if (head !== undefined) return head;
  const none = gitFolder(ws.root) === undefined;
  throw new TenetError(
    none ? "there is no git repository here, and a proposal is a branch" : "nothing is committed yet",
    {
      failure: "refused",
      code: none ? "no-repository" : "not-committed",
      hint: none
        ? "A version is also decided on where it is: tenet versions diff shows it."
        : "Commit the workspace first.",
    },
  );
}

/** Everything the version builds on must be in the commit that it is put upon. */
export function requireCommitted(ctx: Context, pending: Version, chain: Chain, committed: CommitChange): void {
  const { workspace: ws } = ctx;
  const missing: string[] = [];
  const { previous } = pending;
  if (previous !== null && chain.version(previous) !== undefined && committed.chain.version(previous) === undefined)
    missing.push(`${ws.relative(ws.versionFile(previous))} (the version it builds on, with the files it changed)`);
  const ids = new Set(pending.operations.flatMap((op) => (op.op === "delete" ? [] : op.ids)));
  for (const id of ids)
    if (committed.entries.get(id) === undefined) missing.push(`${id} (an entry behind one of its rules)`);
  if (missing.length > 0) {
    throw new TenetError(
      `version ${pending.id} rests on what is not committed yet:\n${missing.map((one) => `  ${one}`).join("\n")}`,
      {
        failure: "refused",
        code: "not-committed",
        hint: "Commit these first, then propose again.",
        details: { missing },
      },
    );
  }
  const [broken] = committed.chain.findings;
  if (broken !== undefined) {
    throw new TenetError(`${broken.file}:${broken.line ?? 1}: ${broken.message}; it is committed like that`, {
      failure: "conflict",
      code: "broken-version",
      hint: "Bring it back from git's history and commit that.",
    });
  }
  if (committed.chain.inForce.length > 1) {
    const names = committed.chain.inForce.map(({ id }) => id).join(" and ");
    throw new TenetError(`${names} are both in force as committed: two branches were merged`, {
      failure: "conflict",
      code: "two-in-force",
      hint: "Join them with: tenet digest. Commit that, then propose again.",
    });
  }
}

/** The files at the commit must match its version: edits by hand have to be adopted as a version first. */
export function requireAdopted(committed: CommitChange): void {
  const { edits, returned } = bookOf(committed.chain, committed.files);
  const [edit] = edits;
  const line = edit?.after ?? edit?.before ?? returned[0];
  if (line === undefined) return;
  const whatHappened = edit === undefined || edit.kind === "added" ? "is there" : `was ${edit.kind}`;
  const message = `${line.target} as committed holds a change that no version has: "${line.text}" ${whatHappened} by hand`;
  throw new TenetError(message, {
    failure: "conflict",
    code: "edits-not-adopted",
    hint: "Take it over with: tenet digest. Commit that, then propose again.",
  });
}
