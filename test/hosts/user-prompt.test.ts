/** What is put beside a prompt. */
import { describe, expect, it } from "vitest";
import { userPrompt } from "../../src/hosts/events/user-prompt.js";
import { type Capturing, capturing } from "../capture/capturing.js";

const inTime = () => ({ until: performance.now() + 60_000 });

it("tells a chain once", async () => {
  const world = capturing({ embedding: { model: "./none" } });
  for (const session of ["s1", "s2", "s3"]) {
    world.as({ session });
    if (session !== "s3") await world.correct("Write each migration of a table by hand", "Generate it");
  }
  const said = await userPrompt({ ...world, folder: "" }, "Write the migration of the invoices table", inTime());
  expect(said.match(/by hand/g)).toHaveLength(1);
});

describe("what holds for some files only", () => {
  const paths = ["packages/api/**"];
  const PROMPT = "Write the migration of the invoices table";
  const told = (world: Capturing, folder: string | undefined, prompt: string) =>
    userPrompt({ ...world, folder }, prompt, inTime());
  const taught = async () => {
    const world = capturing({ embedding: { model: "./none" } });
    await world.correct("Write each migration of a table by hand", "Generate it", { paths });
    return world;
  };

  it.each<[where: string, folder: string | undefined, prompt: string, isTold: boolean]>([
    ["another folder", "packages/web", PROMPT, false],
    ["no folder", undefined, PROMPT, false],
    ["its folder", "packages/api/src", PROMPT, true],
    ["another folder, with a file of its own named", "", `${PROMPT} in @packages/api/db/1.sql`, true],
    ["another folder, with another file named", "", `${PROMPT} in packages/web/1.sql`, false],
    ["a prompt about something else that names its file", "", "rename it in packages/api/zebra.ts", true],
    ["a prompt that is nothing but the name", "", "packages/api/a", true],
  ])("is told in %s, once a session", { tags: "sampled" }, async (_, folder, prompt, isTold) => {
    const world = await taught();
    const isThere = async () =>
      (await told(world, folder, prompt)).includes("self, for packages/api/** | Write each migration");
    expect([await isThere(), await isThere()]).toEqual([isTold, false]);
  });

  it("is five at most, and the rest is counted in the line above them", { tags: "proof" }, async () => {
    const world = capturing({ embedding: { model: "./none" } });
    for (const animal of ["Aardvarks", "Badgers", "Camels", "Dingoes", "Emus", "Ferrets", "Geese"])
      await world.correct(`${animal} are counted at night`, "By day", { paths });
    const said = await told(world, "", "rename it in packages/api/zebra.ts");
    expect(said.match(/counted at night/g)).toHaveLength(5);
    expect(said.split("\n")[0]).toContain("; 2 more hold for files named here: tenet list --paths:");
    const next = await told(world, "", "rename it in packages/api/zebra.ts");
    expect(next.match(/counted at night/g)).toHaveLength(2);
    expect(next).not.toContain("more hold");
  });
});
