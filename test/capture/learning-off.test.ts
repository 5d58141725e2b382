/** `learning.on: false` at a terminal; session capture/learning-off-* has what captures and what reads. */
import { expect, it } from "vitest";
import { atTerminal } from "../cli/terminal.js";
import { sandbox } from "../sandbox.js";

const PROFILE = "schema: 1\nagent: main\ntimezone: UTC\nembedding: {model: ./none}\n";
const OFF = "learning: {on: false}\n";

it("while learning is off nobody at a terminal is asked for what would not be kept, and a question is closed without an answer", {
  tags: "more",
}, async () => {
  const box = await sandbox({ profile: PROFILE });
  const asked = await box.run(["ask", "Do you take weekend appointments?", "--because", "cannot book", "--json"]);
  const { id } = asked.json().data;
  await box.write("tenet.yaml", `${PROFILE}${OFF}`);
  for (const args of [["ask"], ["answer", id]]) expect((await atTerminal(box, args, [])).code, args[0]).toBe(5);
  const keys = [["?: keys", "a"] as const, ["learning is off", ""] as const, ["?: keys", "q"] as const];
  expect((await atTerminal(box, ["review"], keys)).code).toBe(0);
  expect((await atTerminal(box, ["answer", id, "--no-answer"], [])).code).toBe(0);
  expect((await box.run(["review", "--list", "--json"])).json().data.queue).toEqual([]);
});

it("the owner's instructions stand in a brief, between marks, and nowhere while there are none", async () => {
  const box = await sandbox({ profile: `${PROFILE}learning: {instructions: "Word rules as questions."}\n` });
  const { stdout } = await box.run(["digest", "--brief"]);
  expect(stdout).toMatch(/## What the owner wants\n\n.*\n<<<(tenet-data-\w+)\nWord rules as questions\.\n\1>>>/);
  await box.write("tenet.yaml", PROFILE);
  expect((await box.run(["digest", "--brief"])).stdout).not.toContain("the owner wants");
});
