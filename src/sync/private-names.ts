/** The names that are in no row of a hub: of people, authors, contacts and agents, and whatever else the profile lists. */
import { ownAgents, type Person } from "../config.js";
import type { Context } from "../context.js";
import { contactOf } from "../entry/contact-scope.js";
import type { Entry } from "../entry/entry.js";
import { readHubOrigin } from "../entry/hub-origin.js";
import { TenetError } from "../errors.js";
import { authorsIn, gitSilent } from "../store/git/git-authors.js";
import { headCommit } from "../store/git/git-head.js";
import { isUnread, withObjects } from "../store/git/objects.js";
import { changesUpToHead } from "../store/git/removed-files.js";
import type { Store } from "../store/open-store.js";
import { parseProfile } from "../store/profile/profile-text.js";

/** Names that programs and hosts write under are words of their own, and nobody's name. */
const NOBODY: ReadonlySet<string> = new Set(["self", "main", "root", "github", "gitlab", "user", "agent", "bot"]);

/** Fields of a record that name whoever said, wrote or decided something, at any depth. */
const NAMING: ReadonlySet<string> = new Set(["agent", "source", "by", "user", "author"]);

function namesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) =>
    NAMING.has(field) && typeof inner === "string" ? [inner] : namesIn(inner),
  );
}

/** Also those who were struck since: anybody may shorten the list, and nobody's name is let out by it. */
async function peopleOf({ workspace: ws, profile }: Context): Promise<readonly Person[]> {
  if ((await headCommit(ws.root)) === undefined) return profile.people;
  const changes = await changesUpToHead(ws, ws.relative(ws.profile));
  if (changes === undefined) throw gitSilent(UNKNOWN);
  const oids = new Set(changes.filter(({ kind }) => kind !== "deleted").map(({ after }) => after));
  return await withObjects(ws.root, async (objects) => {
    const listed = [...profile.people];
    for (const oid of oids) {
      const blob = await objects.object(oid);
      if (isUnread(blob)) throw gitSilent(UNKNOWN);
      listed.push(...peopleIn(blob.bytes.toString("utf8")));
    }
    return listed;
  });
}

const UNKNOWN = "whom tenet.yaml listed before, and without their names nothing is shared";

/** None in a text that was never one of settings. */
function peopleIn(text: string): readonly Person[] {
  try {
    return parseProfile(text).profile.people;
  } catch (error) {
    if (error instanceof TenetError) return [];
    throw error;
  }
}

/** Each once: from `people`, git's authors, whoever is named in entries, contacts, and `sync.names`. `entries`: those that may go. */
export async function privateNames(ctx: Context, tree: Store, entries: readonly Entry[]): Promise<string[]> {
  const { workspace, profile } = ctx;
  const people = (await peopleOf(ctx)).flatMap(({ name, emails = [] }) => [name, ...emails]);
  const authors = (await authorsIn(workspace.root)).flatMap(({ name, email }) => [name, email]);
  const sayers = tree.heads.flatMap((head) => {
    const { agent, source, origin } = head;
    const writer = readHubOrigin(origin) === undefined ? [agent] : [];
    return [...writer, source ?? "", contactOf(head) ?? ""];
  });
  const all = [...people, ...authors, ...sayers, ...namesIn(entries), ...ownAgents(profile), ...profile.sync.names];
  return [...new Set(all.map((name) => name.trim()))].filter((name) => name !== "" && !NOBODY.has(name.toLowerCase()));
}
