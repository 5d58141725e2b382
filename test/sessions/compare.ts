/** Plays every session on two builds; run by `compare.mjs`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { binary } from "../sandbox.js";
import { type Difference, differencesOf, isSaid, readRules } from "./differences.js";
import { Names } from "./kept.js";
import { type Played, play } from "./play.js";
import { readSession } from "./session.js";
import { SESSIONS, sessionFiles, VECTORS } from "./where.js";

const program = process.env["COMPARE_WITH"] ?? "";
const rules = readRules(readFileSync(join(SESSIONS, "differences.md"), "utf8"));
const found: Difference[] = [];

/** What a session came to on one build, with ids by their names. */
async function playedOn(build: string, file: string): Promise<{ played: Played[]; names: Names }> {
  const names = new Names();
  const played: Played[] = [];
  await play(
    readSession(readFileSync(join(SESSIONS, file), "utf8"), file),
    { program: build, vectors: VECTORS },
    (one) => {
      names.add(one);
      played.push(one);
    },
  );
  return { played, names };
}

describe("the same on two builds, but for what differences.md says", () => {
  it.each(sessionFiles())("%s", async (file) => {
    const differences = differencesOf(await playedOn(program, file), await playedOn(binary(), file));
    found.push(...differences);
    expect(differences.filter((one) => !rules.some((rule) => isSaid(one, rule)))).toEqual([]);
  });

  afterAll(() => {
    const idle = rules.filter((rule) => !found.some((one) => isSaid(one, rule)));
    expect(idle, "rules of differences.md that match nothing").toEqual([]);
  });
});
