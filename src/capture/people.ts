/** Names that a capture meets and the profile does not know: who they are, and who the owner is. Called at a terminal. */

import { ownAgents, type Person } from "../config.js";
import type { Context } from "../context.js";
import { isSameName } from "../entry/attribution.js";
import { requirePerson } from "../review/people-only.js";
import { readBytes, writeFileAtomic } from "../store/files/atomic-file.js";

/**
 * A name that the profile does not know: neither one of `people`, nor an agent of this workspace, nor `self`, nor, while
 * no owner is named, git's own user.
 */
export async function isUnknown(
  { profile, actor }: Pick<Context, "profile" | "actor">,
  name: string,
): Promise<boolean> {
  const { people } = profile;
  const known = ["self", ...ownAgents(profile), ...people.map((person) => person.name)];
  if (known.some((one) => isSameName(one, name))) return false;
  if (people.some(({ role }) => role === "owner")) return true;
  const { name: own } = await actor.git();
  return !isSameName(own, name);
}

/** Writes somebody into `people`, because a person at a terminal said who that is. Answers the context that knows them. */
export async function addPerson(ctx: Context, person: Person): Promise<Context> {
  requirePerson(ctx, "adding somebody to people", true, "A person does that in tenet.yaml.");
  const people = [...ctx.profile.people, person];
  const { changeSetting } = await import("../health/config.js");
  await changeSetting(ctx, { key: "people", before: ctx.profile.people, after: people });
  return { ...ctx, profile: { ...ctx.profile, people } };
}

/**
 * The offer to name whoever types here as the owner: once in a clone, at a terminal, while the profile names none and
 * git knows a name. Undefined when there is nothing to offer. Until then approvals are unproven.
 */
export async function offerOwner(ctx: Context): Promise<string | undefined> {
  const { actor, profile, workspace } = ctx;
  if (!actor.atTerminal || profile.people.some(({ role }) => role === "owner")) return undefined;
  const { name } = await actor.git();
  if (name === undefined || (await readBytes(workspace, workspace.ownerOffer)) !== undefined) return undefined;
  await writeFileAtomic(workspace.ownerOffer, `${name}\n`, { within: workspace });
  return `No owner is named here, so you count as one. \`tenet init --owner ${JSON.stringify(name)}\` writes you down.`;
}
