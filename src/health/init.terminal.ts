/** Sets up a workspace and takes it out with whoever sits at the terminal: what init asks, and what is confirmed. */
import { resolve } from "node:path";
import { type Call, envValue } from "../command/call.js";
import { wrongUsage } from "../errors.js";
import { statedName } from "../screening/stated-name.js";
import { defined } from "../text/defined.js";
import type { InitReport, Uninstalled } from "./health-schemas.js";
import { USUAL } from "./setup/files-choice.js";
import type { InitInput } from "./setup/init.js";

interface InitFlags {
  owner: string | undefined;
  into: string | undefined;
  here: true | undefined;
  email: string | undefined;
  remove: true | undefined;
  dryRun: true | undefined;
}

/** `tenet init`; with `--remove` the way back. Each has its own flags. */
export async function initOrRemove(call: Call, flags: InitFlags): Promise<InitReport | Uninstalled> {
  const { remove, dryRun, ...setup } = flags;
  if (remove !== true) {
    if (dryRun === true) throw wrongUsage("--dry-run goes with --remove", "init only adds, and says what it added.");
    return await initFrom(call, setup);
  }
  if (Object.values(setup).some((value) => value !== undefined)) {
    throw wrongUsage("--remove goes with --dry-run alone", "tenet init --remove --dry-run");
  }
  return await takeOut(call, dryRun === true);
}

type SetupFlags = Omit<InitFlags, "remove" | "dryRun">;

/** In `-C`, else `TENET_WORKSPACE`, else the current folder. */
async function initFrom(call: Call, flags: SetupFlags): Promise<InitReport> {
  const { env, cwd } = call.io;
  const root = resolve(cwd, call.globals.C ?? envValue(env, "TENET_WORKSPACE") ?? ".");
  const { init } = await import("./setup/init.js");
  const agent = await nameIn(call, "The agent's name", call.globals.as ?? envValue(env, "TENET_AGENT") ?? "main");
  const places = call.places();
  if (flags.here !== true) await requirePlace(call, root, places.home);
  const into = await fileFor(call, root, flags.into);
  const owner = await ownerFor(call, root, flags);
  const base = await baseFor(call, root);
  return init({ root, agent, timezone: call.io.timezone(), places, ...defined({ into }), ...owner, ...base });
}

/** A name as it may stand in the profile. */
const nameIn = (call: Call, what: string, name: string) => statedName(what, name, call.warn);

async function ownerFor(call: Call, root: string, flags: SetupFlags): Promise<Pick<InitInput, "owner" | "email">> {
  if (flags.email !== undefined && !/^[^\s@<>]+@[^\s@<>]+$/.test(flags.email)) {
    throw wrongUsage(`--email ${JSON.stringify(flags.email)} is no address`, "Write it like name@example.org.");
  }
  const actor = await call.actor({ agent: "main", timezone: call.io.timezone(), root });
  const named = async (typedName: string) => {
    const owner = await nameIn(call, "The owner's name", typedName);
    const email = flags.email ?? (await actor.git()).email;
    return { owner, ...defined({ email }) };
  };
  if (flags.owner !== undefined) return await named(flags.owner);
  if (flags.email !== undefined) throw wrongUsage("--email names the address of an owner", "Say whose: --owner NAME");
  if (call.asker === undefined) return {};
  const { namedOwner } = await import("./setup/init.js");
  if ((await namedOwner(root)) !== undefined) return {};
  const suggestion = (await actor.git()).name ?? envValue(call.io.env, "USER") ?? "";
  const such = suggestion === "" ? "" : `, such as ${suggestion}`;
  const owner = await call.asker.line(`Who owns this workspace? A name${such} (Enter: nobody yet):`, "");
  return owner === "" ? {} : await named(owner);
}

/** What speaks against a folder is asked at a terminal, and refused elsewhere. */
async function requirePlace(call: Call, root: string, home: string): Promise<void> {
  const [{ placeTrouble }, { realFolder }] = await Promise.all([
    import("./setup/workspace-place.js"),
    import("../store/workspace.js"),
  ]);
  const trouble = placeTrouble(realFolder(root), home);
  if (trouble === undefined) return;
  const question = `${trouble.message.replace(" Nothing was made.", "")} Make one here all the same?`;
  if ((await call.asker?.choose(question, ["no", "yes"], "no")) !== "yes") throw trouble;
}

/** Where several files may take the rules, whoever sits here says which. */
async function fileFor(call: Call, root: string, statedFile: string | undefined): Promise<string | undefined> {
  const { chosenFiles } = await import("./setup/init.js");
  const { options, into } = await chosenFiles(root, statedFile);
  if (statedFile !== undefined || call.asker === undefined || options.length < 2) return statedFile;
  return await call.asker.choose("Which file shall rules go into?", options, into, {
    says: "it stands here, and your agents read it",
    means: { [USUAL]: "files of their own, as an agent's workspace has them" },
  });
}

/** Only a no names the base. */
async function baseFor(call: Call, root: string): Promise<Pick<InitInput, "base">> {
  if (call.asker === undefined) return {};
  const { branchToAsk } = await import("./setup/init.js");
  const branch = await branchToAsk(root);
  if (branch === undefined) return {};
  const answer = await call.asker.choose(`Can your agents push to ${branch}?`, ["yes", "no"], "yes", {
    says: "settings and rules count as they stand here",
    means: { no: `settings and rules count as they stand on ${branch}` },
  });
  return answer === "no" ? { base: branch } : {};
}

/** Shown first, then asked: yes or no. Off a terminal it is refused. */
async function takeOut(call: Call, dryRun: boolean): Promise<Uninstalled> {
  const { uninstall, uninstallOutline } = await import("./setup/uninstall.js");
  const ctx = await call.context();
  if (dryRun) return uninstall(ctx);
  if (call.asker === undefined) return uninstall(ctx, false);
  await call.show(await uninstall(ctx), uninstallOutline);
  return uninstall(ctx, (await call.asker.choose("Take this out?", ["no", "yes"], "no")) === "yes");
}
