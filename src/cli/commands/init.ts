import { resolve } from "node:path";
import { Command } from "commander";
import type { InitInput } from "../../health/init.js";
import { initText } from "../../health/init-text.js";
import type { CommandContext, Run } from "../command-context.js";
import { placesOf } from "../places.js";
import { stated } from "../process-io.js";

interface Flags {
  owner?: string;
}

async function ownerFor(door: CommandContext, root: string, flags: Flags): Promise<Pick<InitInput, "owner" | "email">> {
  const actor = door.actor("main", door.surroundings.timezone, root);
  const email = async () => {
    const known = actor.atTerminal ? (await actor.git()).email : undefined;
    return known === undefined ? {} : { email: known };
  };
  if (flags.owner !== undefined) return { owner: flags.owner, ...(await email()) };
  if (door.asker === undefined) return {};
  const { namedOwner } = await import("../../health/init.js");
  if ((await namedOwner(root)) !== undefined) return {};
  const suggestion = (await actor.git()).name ?? stated(door.surroundings.env, "USER") ?? "";
  const owner = await door.asker.line("Whose word counts most here? Your name:", suggestion);
  return owner === "" ? {} : { owner, ...(await email()) };
}

/** `tenet init [--owner NAME]`: in `-C`, else `TENET_WORKSPACE`, else the current folder. */
export const initCommand = (run: Run): Command =>
  new Command("init").option("--owner <name>", "the person whose word counts most").action((flags: Flags) =>
    run(async (door) => {
      const { env, cwd, timezone } = door.surroundings;
      const root = resolve(cwd, door.globals.C ?? stated(env, "TENET_WORKSPACE") ?? ".");
      const { init } = await import("../../health/init.js");
      const agent = door.globals.as ?? stated(env, "TENET_AGENT") ?? "main";
      return init({
        root,
        agent,
        timezone,
        places: placesOf(door.surroundings),
        ...(await ownerFor(door, root, flags)),
      });
    }, initText),
  );
