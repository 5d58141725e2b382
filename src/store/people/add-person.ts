/** Names somebody in `people`. */

import type { Context } from "../../context.js";
import type { Person } from "../../settings.js";
import { readSettings, wayToCount } from "../base/settings-in-force.js";
import { readProfile } from "../profile/profile.js";
import { changeSetting } from "../profile/profile-settings.js";
import { requirePerson } from "./people-only.js";

/** Writes somebody into `people`, because a person at a terminal said who that is. Answers the context that knows them. */
export async function addPerson(ctx: Context, person: Person): Promise<Context> {
  requirePerson(ctx, "adding somebody to people", true, "A person does that in tenet.yaml.");
  const { workspace, profile } = ctx;
  const before = ctx.base.state === "none" ? profile.people : (await readProfile(workspace)).profile.people;
  const waits = await changeSetting(ctx, { key: "people", before, after: [...before, person] });
  if (waits !== undefined)
    ctx.warn(`${person.name} is written down. ${wayToCount(ctx.base)} Until then nobody knows them.`);
  const { profile: inForce, waiting } = await readSettings(workspace);
  return { ...ctx, profile: { ...profile, people: inForce.people }, waitingSettings: waiting };
}
