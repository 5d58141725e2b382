import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { verify } from "../../src/health/verify.js";
import { CacheDatabase, closeCaches } from "../../src/store/cache/database.js";
import { keepParsed, type ParsedFile, readParsed } from "../../src/store/cache/parsed-files.js";
import { sha256 } from "../../src/store/files/atomic-file.js";
import { openStore } from "../../src/store/open-store.js";
import { stampAt } from "../../src/store/records/scan.js";
import { examinedWorld } from "./examined-world.js";

const NOTES = "memory/2026-02-15.md";
const OTHER = "memory/2026-02-16.md";
const SECRET = `token: ${["ghp", "0123456789abcdefghijABCDEFGHIJ012345"].join("_")}\n`;

/** A workspace with a cache, which two files are beside. */
async function cached() {
  const world = examinedWorld();
  world.put(NOTES, "# Notes\n");
  world.put(OTHER, "# More\n");
  await openStore(world);
  closeCaches();
  return world;
}

const notesOf = ({ workspace }: { workspace: Parameters<typeof CacheDatabase.open>[0] }) =>
  readParsed<string>(CacheDatabase.open(workspace), "clean text");

describe("texts that verify found clean", () => {
  it("are noted in a cache that is there; one that holds something, or changed, is looked at again", async () => {
    const world = await cached();
    world.put(OTHER, SECRET);
    for (let time = 0; time < 2; time++) {
      expect((await verify(world)).findings).toMatchObject([{ code: "secret", file: OTHER }]);
      expect([...notesOf(world).keys()]).toEqual([NOTES, "tenet.yaml"]);
    }
    world.put(NOTES, SECRET);
    expect((await verify(world)).findings.map(({ file }) => file)).toEqual([NOTES, OTHER]);
    expect([...notesOf(world).keys()]).toEqual(["tenet.yaml"]);
    expect(readFileSync(world.workspace.absolute(NOTES), "utf8")).toBe(SECRET);
  });

  it("are the same bytes under the same stat for the same build: any other note says nothing", async () => {
    const world = await cached();
    const path = world.put(OTHER, SECRET);
    const stamp = stampAt(path);
    if (stamp === undefined) throw new Error("no stat");
    await verify(world);
    const [noted] = [...notesOf(world).values()];
    const build = noted?.value ?? "";
    const findingsWith = async (note: ParsedFile<string>) => {
      const database = CacheDatabase.open(world.workspace);
      keepParsed(database, "clean text", new Map([[OTHER, note]]));
      closeCaches();
      return (await verify(world)).errors;
    };
    const note = { stamp, at: 0, sha256: sha256(SECRET), value: build };
    expect(await findingsWith({ ...note, stamp: { ...stamp, ino: stamp.ino + 1 } })).toBe(1);
    expect(await findingsWith({ ...note, sha256: sha256("# More\n") })).toBe(1);
    expect(await findingsWith({ ...note, value: "another build" })).toBe(1);
    expect(await findingsWith(note)).toBe(0);
  });
});
