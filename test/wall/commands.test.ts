/** One call of every command in a small workspace, as a person reads it and as a program does. */
import { expect, it } from "vitest";
import { INVOCATIONS, invocation, worldOf } from "../cli/known-workspace.js";
import { recorded } from "./recording.js";

/** They speak a protocol, and are tried where that is tried. */
const SERVERS = ["mcp"];

it("prints, writes and exits as it is recorded", { timeout: 300_000 }, async () => {
  const calls: string[] = [];
  for (const command of Object.keys(INVOCATIONS).filter((name) => !SERVERS.includes(name))) {
    const { args, stdin = null } = invocation(command);
    for (const more of [[], ["--json"]]) {
      const { box, text } = recorded(await worldOf(command));
      await box.run([...args, ...more], { stdin });
      calls.push(text());
    }
  }
  await expect(calls.join("\n")).toMatchFileSnapshot("commands.txt");
});
