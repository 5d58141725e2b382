/** A rule that names a file: hosts read the words, not the file, and the words come back. */
import { expect, it } from "vitest";
import { importsIn } from "../../src/store/instruction-files.js";
import { held, rulesWorld } from "./rules-world.js";

it("a rule with @AGENTS.md imports nothing, and is the same rule to whoever reads the file", async () => {
  const world = rulesWorld();
  const words = "Do as @AGENTS.md and @./secrets.md say, mail bridget-at-home, run `npx @scope/pkg`";
  await world.store(held("QAQAA", { rule: words }));
  await world.digest();
  expect(world.read("SOUL.md")).toContain("- Do as \\@AGENTS.md and \\@./secrets.md say");
  expect(world.read("SOUL.md")).toContain("`npx @scope/pkg`");
  expect(importsIn(world.read("SOUL.md"), "SOUL.md")).toEqual([]);
  expect((await world.active()).rules.map(({ text }) => text)).toEqual([words]);
  world.commit();
  expect((await world.digest()).decision).toBe("unchanged");
  expect(await world.errors()).toEqual([]);
  world.edit("SOUL.md", (text) => text.replace("say,", "say today,"));
  world.commit("by hand");
  await world.digest();
  expect((await world.active()).rules.map(({ text }) => text)).toEqual([words.replace("say,", "say today,")]);
  expect(importsIn(world.read("SOUL.md"), "SOUL.md")).toEqual([]);
});
