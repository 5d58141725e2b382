/** What forgetting, redacting and erasing take out of what was heard. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Hearing } from "../../src/entry/heard.js";
import { completeErasing } from "../../src/forget/complete-erasing.js";
import { noteErasing } from "../../src/forget/erasing.js";
import { type ForgetInput, forget } from "../../src/forget/forget.js";
import { hear, readHeard } from "../../src/store/state/heard.js";
import { State } from "../../src/store/state/state-db.js";
import { AT_TERMINAL, type Capturing, capturing } from "../capture/capturing.js";

const CLAIM = "No, the nightly build fails when the cache directory is older than the lockfile";
const said = (sentence: string, more: Partial<Hearing> = {}): Hearing => ({
  ...{ sentence, at: "2026-02-15T13:00:00Z", session: "s1", from: "prompt" },
  ...more,
});
const left = async (world: Capturing) => readHeard(world.workspace).map(({ sentence }) => sentence);
const asPerson = (world: Capturing, input: Partial<ForgetInput>) =>
  forget(
    { ...world, actor: { ...world.actor, ...AT_TERMINAL } },
    { refs: [], taking: "forget", confirmed: true, ...input },
  );

function filesHolding(folder: string, text: string): string[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return names
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path).includes(text));
}

describe("what was heard", () => {
  it.each<[string, ForgetInput["selector"], string[]]>([
    ["of one session", { by: "session", value: "s2" }, ["one", "three", "four"]],
    ["of one person", { by: "source", value: "sybil" }, ["one", "two", "four"]],
    ["of the only person who is listed", { by: "source", value: "bridget" }, ["three"]],
    ["about one contact", { by: "contact", value: "jane" }, ["one", "two", "three"]],
  ])("goes with everything %s, and only a person takes it out", async (_, selector, stays) => {
    const world = capturing();
    await hear(world, [
      ...[said("one"), said("two", { session: "s2" })],
      ...[said("three", { user: "sybil" }), said("four", { contact: "jane" })],
    ]);
    const all = await left(world);
    await expect(forget(world, { refs: [], selector, taking: "forget" })).rejects.toMatchObject({ exit: 5 });
    expect(await left(world)).toEqual(all);
    const dry = await asPerson(world, { selector, dryRun: true });
    expect(dry.places).toEqual([{ place: "heard", files: [".tenet/state.db"] }]);
    expect(await left(world)).toEqual(all);
    expect(await asPerson(world, { selector })).toMatchObject({ decision: "forgotten" });
    expect(await left(world)).toEqual(stays);
  });

  it.each(["redact", "erase"] as const)(
    "%s of an entry takes its words, and what it records in other words",
    { tags: "proof" },
    async (taking) => {
      const world = capturing();
      const [named] = await hear(world, [
        said("Wrong, my key word is canary-4711-x"),
        said(`${CLAIM}.`),
        said("Use tabs"),
      ]);
      const { id } = await world.draft({ type: "correction", corrected_to: CLAIM, heard: named?.id });
      await asPerson(world, { refs: [id as string], taking });
      expect(await left(world)).toEqual(["Use tabs"]);
      for (const words of ["canary-4711-x", "cache directory"])
        expect(filesHolding(world.workspace.local, words)).toEqual([]);
    },
  );

  it("is reached by an erasing that was interrupted, and by nothing of a plain forgetting of an entry", async () => {
    const world = capturing();
    const { id } = await world.draft({ type: "correction", corrected_to: CLAIM });
    await asPerson(world, { refs: [id as string] });
    await hear(world, [said(`${CLAIM}!`), said("Use tabs")]);
    expect(await left(world)).toHaveLength(2);
    noteErasing(State.of(world.workspace), { ids: [], texts: [CLAIM], taking: "erase", at: "2026-02-15T14:00:00Z" });
    await completeErasing(world);
    expect(await left(world)).toEqual(["Use tabs"]);
  });
});
