/** A digest as it is called: its wording from a list, or one entry alone that becomes a rule. */
import type { Call } from "../command/call.js";
import { wrongUsage } from "../errors.js";
import type { Brief, Digested } from "./text/digest-schemas.js";

interface Digesting {
  id?: string | undefined;
  to?: string | undefined;
  rule?: string | undefined;
  dryRun?: true | undefined;
  brief?: true | undefined;
  apply?: string | undefined;
}

/** Digests all that was learned; one entry where it is named, or its place or wording is. */
export async function digestFrom(call: Call, input: Digesting): Promise<Digested | Brief> {
  const { id, to, rule } = input;
  return id === undefined && to === undefined && rule === undefined
    ? await digestAll(call, input)
    : await promoteOne(call, input);
}

async function digestAll(call: Call, { dryRun, brief, apply }: Digesting): Promise<Digested | Brief> {
  const ctx = await call.context();
  const { briefDigest, digest } = await import("./digest.js");
  if (brief === true) return briefDigest(ctx);
  if (apply !== undefined)
    return digest(ctx, { dryRun: dryRun === true, list: await call.readFile(apply, "--apply FILE") });
  return digest(ctx, { dryRun: dryRun === true });
}

async function promoteOne(call: Call, { id: ref, to, rule, dryRun, brief, apply }: Digesting): Promise<Digested> {
  if (brief === true || apply !== undefined) {
    throw wrongUsage("--brief and --apply speak of all entries, and one is named", "Leave out the one or the other.");
  }
  const { promote } = await import("./promote.js");
  return promote(await call.context(), { ref, to, rule, dryRun: dryRun === true }, (because) =>
    forcedReason(call, because),
  );
}

/** A person at a terminal may want a rule for which no reason of the table holds: they say why. */
async function forcedReason(call: Call, because: string): Promise<string | undefined> {
  const reason = await call.asker?.line(`Not by itself: ${because} Why shall it become a rule?`);
  return reason === "" ? undefined : reason;
}
