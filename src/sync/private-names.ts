/** The names that are in no row of a hub: of people, authors, contacts and agents, and whatever else the profile lists. */

import type { Context } from "../context.js";
import type { Entry } from "../entry/entry.js";
import { contactOf } from "../entry/gates/contact-scope.js";
import { TenetError } from "../errors.js";
import { namesOf } from "../forget/contact-file.js";
import { ownAgents } from "../settings.js";
import { readBytes } from "../store/files/safe-path.js";
import { answerOf } from "../store/git/git.js";
import { gitFolder } from "../store/git/git-folder.js";
import { readHubOrigin } from "../store/hub-origin.js";
import type { Store } from "../store/open-store.js";

/** Names that programs and hosts write under are words of their own, and nobody's name. */
const NOBODY: ReadonlySet<string> = new Set(["self", "main", "root", "github", "gitlab", "user", "agent", "bot"]);

/** Fields of a record that name a speaker, writer or decider, at any depth. */
const NAMING: ReadonlySet<string> = new Set(["agent", "source", "by", "user", "author"]);

function namesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) =>
    NAMING.has(field) && typeof inner === "string" ? [inner] : namesIn(inner),
  );
}

/** The error where git is here but does not answer. `subject`: the missing answer. */
export const gitSilent = (subject: string): TenetError =>
  new TenetError(`git does not say ${subject}`, {
    failure: "failed",
    code: "git-silent",
    hint: "Look whether git runs here: git log --all",
  });

/** Names and addresses of everybody who wrote a commit, also beside HEAD. */
async function authorsIn(root: string): Promise<string[]> {
  if (gitFolder(root) === undefined) return [];
  const gitAnswer = await answerOf(root, ["log", "--all", "--no-show-signature", "--format=%an%n%ae"]);
  if (gitAnswer === undefined) throw gitSilent("who wrote here, and without their names nothing is shared");
  return gitAnswer.split("\n");
}

/** All private names: of `people`, git's authors, entries, contacts and `sync.names`. `entries`: the shareable ones. */
export async function privateNames(ctx: Context, tree: Store, entries: readonly Entry[]): Promise<string[]> {
  const { workspace, profile } = ctx;
  const writers = tree.heads.flatMap(({ agent, source, origin }) =>
    readHubOrigin(origin) === undefined ? [agent, source] : [source],
  );
  const contacts = new Set(tree.heads.flatMap((head) => contactOf(head) ?? []));
  const called = [...contacts].map(async (id) =>
    namesOf(id, Buffer.from((await readBytes(workspace, workspace.contactFile(id))) ?? []).toString("utf8")),
  );
  const all = [
    ...profile.people.flatMap(({ name, emails = [] }) => [name, ...emails]),
    ...(await authorsIn(workspace.root)),
    ...writers,
    ...(await Promise.all(called)).flat(),
    ...namesIn(entries),
    ...ownAgents(profile),
    ...profile.sync.names,
  ];
  const names = new Set(all.map((name) => name?.trim() ?? ""));
  return [...names].filter((name) => name !== "" && !NOBODY.has(name.toLowerCase()));
}
