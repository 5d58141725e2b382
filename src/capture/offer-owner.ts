import type { Context } from "../context.js";
import { readBytes, writeFileAtomic } from "../store/files/atomic-file.js";

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
