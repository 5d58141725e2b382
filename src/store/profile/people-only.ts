/** Who is a person here, what only a person may do, and why they decided so: asked by every operation that is for people. */

import type { Context } from "../../context.js";
import { isSameName } from "../../entry/gates/attribution.js";
import { type EntryType, isComparedType } from "../../entry/record-types.js";
import { TenetError } from "../../errors.js";
import { ownAgents, type Person } from "../../settings.js";
import type { StepText } from "../../steps.js";
import { oneLine } from "../../text/shorten.js";
import type { Provenance } from "./tier-of.js";

const refusal = (message: string, hint: StepText): TenetError =>
  new TenetError(message, { failure: "refused", code: "needs-person", hint });

type Who = Pick<Context, "actor" | "profile">;

/**
 * What only a person may do needs a terminal, no known agent variable, and the word that was asked for; somebody listed
 * under `people` as an agent is no person. Exit 5 otherwise, with what an agent may do instead. Answers who it is.
 */
export async function requirePerson(
  ctx: Who,
  what: string,
  confirmed: boolean,
  instead: StepText,
): Promise<{ by: string; how: "typed" }> {
  const by = await personHere(ctx);
  if (by === undefined) throw refusal(`${what} is for people, and nobody sits at this terminal`, instead);
  if (!confirmed)
    throw refusal(
      "not confirmed: nothing was changed",
      "Type the word that is asked for, or leave things as they are.",
    );
  const person = await listedHere(ctx);
  if (person?.role === "agent") throw refusal(`${what} is for people, and ${person.name} is an agent`, instead);
  return { by, how: "typed" };
}

/** The person whose e-mail git has. */
export async function listedHere({ actor, profile }: Who): Promise<Person | undefined> {
  const { email } = await actor.git();
  return profile.people.find(({ emails }) => emails?.some((own) => isSameName(own, email)));
}

/** Who sits here, by name: somebody listed, or git's own user. Undefined where nobody does. */
export async function personHere(ctx: Who): Promise<string | undefined> {
  if (!ctx.actor.atTerminal) return undefined;
  const { name } = await ctx.actor.git();
  return (await listedHere(ctx))?.name ?? name ?? "somebody at this terminal";
}

const hasNoOwner = ({ profile }: Who): boolean => !profile.people.some(({ role }) => role === "owner");

/**
 * The person whose answers count as seen: somebody listed who is no agent, at a terminal; while nobody is listed as owner,
 * whoever types. Undefined for agents.
 */
export async function answeringPerson(ctx: Who): Promise<string | undefined> {
  const person = await listedHere(ctx);
  const counts = person === undefined ? hasNoOwner(ctx) : person.role !== "agent";
  return counts ? await personHere(ctx) : undefined;
}

/** Who acts here, as the tier of their words follows from it. */
export async function provenanceHere({ actor, profile }: Who): Promise<Provenance> {
  const { agent, atTerminal, user } = actor;
  const git = atTerminal ? await actor.git() : {};
  const { people } = profile;
  return { agent, people, ownAgents: ownAgents(profile), atTerminal, gitName: git.name, gitEmail: git.email, user };
}

/**
 * Why somebody decided as they did, as it may be written into versions, records, the ledger and commit messages: one line
 * without secrets and hidden characters; undefined where nothing was said.
 */
export async function statedReason(
  { profile }: Pick<Context, "profile">,
  reason: string | undefined,
): Promise<string | undefined> {
  const stated = oneLine(reason ?? "");
  if (stated === "") return undefined;
  const { screenText } = await import("../../screening/screen.js");
  return (await screenText(stated, "the reason", { personal: profile.secrets.personal })).value;
}

/** What is known under scope `global` holds for everybody who uses the workspace: owners and admins write it. */
export function isForEverybody({ type, scope }: { type: EntryType; scope?: string | undefined }): boolean {
  return isComparedType(type) && scope === "global";
}

/** A person who is an owner or admin, at a terminal; while nobody is listed as owner, whoever types. Exit 5 otherwise. */
export async function requireAdmin(ctx: Who, what: string): Promise<void> {
  const instead = "Record it for this project (scope project), or ask a person to say it for everybody.";
  const { by } = await requirePerson(ctx, what, true, instead);
  const role = ctx.profile.people.find(({ name }) => isSameName(name, by))?.role;
  if (role === "owner" || role === "admin" || (role === undefined && hasNoOwner(ctx))) return;
  throw refusal(`${what} is for an owner or admin, and ${by} is ${role ?? "not listed"}`, instead);
}
