import { ownAgents, type Person } from "../config.js";
import type { Context } from "../context.js";
import { changeSetting } from "../health/config.js";
import { requirePerson } from "../review/people-only.js";

const folded = (name: string): string => name.normalize("NFC").trim().toLowerCase();

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
  if (known.map(folded).includes(folded(name))) return false;
  if (people.some(({ role }) => role === "owner")) return true;
  const { name: own } = await actor.git();
  return own === undefined || folded(own) !== folded(name);
}

/** Writes somebody into `people`, because a person at a terminal said who that is. Answers the context that knows them. */
export async function addPerson(ctx: Context, person: Person): Promise<Context> {
  requirePerson(ctx, "adding somebody to people", true, "A person does that in tenet.yaml.");
  const people = [...ctx.profile.people, person];
  await changeSetting(ctx, { key: "people", before: ctx.profile.people, after: people });
  return { ...ctx, profile: { ...ctx.profile, people } };
}
