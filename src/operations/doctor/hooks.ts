import type { Context } from "../../context.js";
import { hooksFindings, hostStandings } from "../hooks/check.js";
import type { Checked } from "./checked.js";

/** Are the hosts that somebody connected still connected as a whole? Says nothing of those that nobody did. */
export async function checkHosts(ctx: Pick<Context, "workspace" | "places">): Promise<Checked> {
  const standings = await hostStandings(ctx);
  const fine = standings
    .filter(({ state }) => state === "installed")
    .map(({ host, level }) => `${host} is connected, ${level === "user" ? "for you" : "for this project"}`);
  return { found: await hooksFindings(ctx, standings), fine };
}
