/** Which prompts bring a nudge, and what the command in it hands over. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { hook, MOST_PRINTED } from "../../src/hosts/events/hook.js";
import { correctionsIn, nudgeOf } from "../../src/hosts/events/nudge.js";
import { userPrompt } from "../../src/hosts/events/user-prompt.js";
import { hookOperations } from "../../src/hosts/hook-call.terminal.js";
import { readHookInput } from "../../src/hosts/hook-event.js";
import { capturing } from "../capture/capturing.js";
import { say } from "../operations.js";

const HALVES = ["sentences", "held-out"] as const;
type Prompts = Record<"correction" | "none", string[]>;
const prompts = (half: (typeof HALVES)[number]): Prompts =>
  parse(readFileSync(new URL(`../screening/detect/${half}/prompts.yaml`, import.meta.url), "utf8")) as Prompts;

describe("everyday prompts", () => {
  it("bring no nudge where nobody corrects anything: a hundred and eighty", { tags: "proof" }, () => {
    const all = HALVES.flatMap((half) => prompts(half).none);
    expect(all.length).toBeGreaterThanOrEqual(180);
    expect(all.filter((text) => correctionsIn(text).length > 0)).toEqual([]);
  });

  it.each([
    ["sentences", 0.95],
    ["held-out", 0.85],
  ] as const)("bring one where somebody does: %s", (half, least) => {
    const all = prompts(half).correction;
    const missed = all.filter((text) => correctionsIn(text).length === 0);
    const told = half === "held-out" ? "" : missed.join("\n");
    expect(1 - missed.length / all.length, told).toBeGreaterThanOrEqual(least);
  });
});

/** The first argument that a shell hands to `tenet correct`. */
function handedOver(command: string): string {
  return execFileSync("sh", ["-c", `tenet() { printf %s "$2"; }\n${command}`], { encoding: "utf8" });
}

const commandsIn = (nudge: string): string[] => nudge.split("\n").filter((line) => line.startsWith("tenet correct "));
const inTime = () => ({ until: performance.now() + 60_000 });

describe("the command in a nudge", () => {
  it.each([
    "No, the review is on Friday, not on Thursday.",
    'That\'s wrong: it\'s `rm -rf $HOME/tmp`, not "rm $(pwd)"; and don\'t run "!!" again',
    `No, that's wrong: ${"the list goes on and on, ".repeat(200)}and ends here`,
  ])("hands the person's words over to a shell as they were said: %j", (words) => {
    const [command, ...more] = commandsIn(nudgeOf(capturing(), correctionsIn(words), []).join("\n"));
    expect(more).toEqual([]);
    expect(handedOver(command as string)).toBe(words);
  });

  it("stands there once for each paragraph that corrects something", () => {
    const said = "No, use pnpm here. Never npm.\n\nThe docs are fine.\n\nAnd you forgot again to sign the tag.";
    expect(commandsIn(nudgeOf(capturing(), correctionsIn(said), []).join("\n")).map(handedOver)).toEqual([
      "And you forgot again to sign the tag.",
      "No, use pnpm here. Never npm.",
    ]);
  });

  it("counts what does not fit, and stays within what hosts take", { tags: "proof" }, async () => {
    const said = Array.from({ length: 40 }, (_, at) => `No, that's wrong: ${at} ${"very ".repeat(100)}long`).join(
      "\n\n",
    );
    const world = capturing();
    const input = readHookInput({ hook_event_name: "UserPromptSubmit", prompt: said, session_id: "s" });
    const { text } = await hook(world, { event: "user-prompt", input, operations: hookOperations(say), ...inTime() });
    expect(text.length).toBeLessThanOrEqual(MOST_PRINTED);
    expect(text).toMatch(/\d+ more corrections in this prompt/);
  });

  it("is not there for a prompt that a program composed", async () => {
    const said = "No, that's wrong: use tabs instead of spaces";
    expect(await userPrompt(capturing(), said, inTime(), { scripted: true })).toBe("");
    expect(await userPrompt(capturing(), said, inTime())).toContain("tenet correct ");
  });
});
