import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import type { HostState } from "../../hosts/host-schemas.js";
import { hooksFindings, hostStandings } from "../../hosts/install/host-check.js";
import type { Checked } from "./checked.js";

/** Are the hosts that somebody connected still connected as a whole? Says nothing of those that nobody did. */
export async function checkHosts(ctx: Pick<Context, "workspace" | "places">): Promise<Checked> {
  let standings: HostState[];
  try {
    standings = await hostStandings(ctx);
  } catch (thrown) {
    if (!(thrown instanceof TenetError) || thrown.code !== "templates-missing") throw thrown;
    const { message, code, hint = "Install tenet again." } = thrown;
    return { found: [{ severity: "warning", code, message, next: hint }], fine: [] };
  }
  const fine = standings
    .filter(({ state }) => state === "installed")
    .map(({ host, level }) => `${host} is connected, ${level === "user" ? "for you" : "for this project"}`);
  return { found: await hooksFindings(ctx, standings), fine };
}
