/** What a forgetting takes out of what was heard. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { forget } from "../../src/forget/forget.js";
import { hear, readHeard } from "../../src/store/state/heard.js";
import { AT_TERMINAL, capturing } from "../capture/capturing.js";

const CLAIM = "No, the nightly build fails when the cache directory is older than the lockfile";

function filesHolding(folder: string, text: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path).includes(text));
}

it.each(["redact", "erase"] as const)(
  "%s of an entry takes its words, and what it records in other words",
  async (taking) => {
    const world = capturing();
    const said = (sentence: string) =>
      ({ sentence, at: "2026-02-15T13:00:00Z", session: "s1", from: "prompt" }) as const;
    const [named] = await hear(world, [
      said("Wrong, my key word is canary-4711-x"),
      said(`${CLAIM}.`),
      said("Use tabs"),
    ]);
    const { id } = await world.draft({ type: "correction", corrected_to: CLAIM, heard: named?.id });
    const person = { ...world, actor: { ...world.actor, ...AT_TERMINAL } };
    await forget(person, { refs: [id as string], taking, confirmed: true });
    expect(readHeard(world.workspace).map(({ sentence }) => sentence)).toEqual(["Use tabs"]);
    for (const words of ["canary-4711-x", "cache directory"])
      expect(filesHolding(world.workspace.local, words)).toEqual([]);
  },
);
