/** A clone of a workspace: the merge driver that no clone carries, and answers while git has a merge unfinished. */
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyOf, oncePerFile, type Sandbox, sandbox } from "../sandbox.js";

const DAY = "memory/learning/corrections/2026-02-15.md";
const MISSING = "the merge driver is not registered in this clone: git merges record files by line, with conflicts";

/** Committed by somebody who ran `init`; this clone knows nothing of a driver. */
const cloned = oncePerFile(async () => {
  const box = await sandbox({ git: true, empty: true });
  await box.run(["init", "--owner", "bridget"]);
  await box.run(["correct", "Use pnpm, never npm"]);
  await commit(box, "one");
  await unregister(box);
  return box;
});

async function commit(box: Sandbox, message: string): Promise<void> {
  await box.git("add", "--all");
  await box.git("commit", "-q", "-m", message);
}

const unregister = (box: Sandbox) => box.git("config", "--local", "--remove-section", "merge.tenet");
const driverOf = (box: Sandbox) => box.git("config", "--get", "merge.tenet.driver").catch(() => "");

test("row 17: a clone is told by status, context, hooks check and doctor, and the first capture registers the driver", async () => {
  const box = await copyOf(await cloned());
  const tellers = [["status"], ["context"], ["hooks", "check"], ["doctor"]];
  for (const teller of tellers) expect((await box.run(teller)).stdout, teller.join(" ")).toContain(MISSING);
  expect((await box.run(["status", "--json"])).json().data.driver).toBe("missing");
  expect(await driverOf(box)).toBe("");

  const { stderr } = await box.run(["correct", "Tabs in makefiles"]);
  expect(stderr).toContain("From now on git merges record files by record in this clone (.git/config).");
  expect(await driverOf(box)).toContain("merge --driver");
  for (const teller of tellers) expect((await box.run(teller)).stdout, teller.join(" ")).not.toContain(MISSING);
  expect((await box.run(["correct", "Spaces in YAML"])).stderr).not.toContain("From now on");
});

test("reading registers nothing, and neither does a workspace that asks for no driver", async () => {
  const box = await copyOf(await cloned());
  for (const args of [["list"], ["recall", "pnpm"], ["heartbeat"], ["review", "--list"]]) await box.run(args);
  expect(await driverOf(box)).toBe("");
  await rm(box.path(".gitattributes"));
  await box.run(["correct", "Tabs in makefiles"]);
  expect(await driverOf(box)).toBe("");
  expect((await box.run(["status"])).stdout).not.toContain(MISSING);
});

test("a capture is stored where git's config cannot be written", async () => {
  const box = await copyOf(await cloned());
  await box.write(".git/config.lock", "");
  const { code, stderr } = await box.run(["correct", "Tabs in makefiles"]);
  expect(code).toBe(0);
  expect(stderr).not.toContain("From now on");
  expect(await driverOf(box)).toBe("");
  expect((await box.run(["status"])).stdout).toContain(MISSING);
});

/** How git left the merge of two branches that both added to a day. */
const LEFT: readonly { by: string; driver: string; says: string }[] = [
  { by: "no driver, with markers", driver: "git merge-file %A %O %B", says: `Not read: ${DAY}:` },
  {
    by: "a driver that failed, with ours alone in the file",
    driver: "false",
    says: "More may be known: a merge is unfinished in git",
  },
];

test.each(LEFT)(
  "row 15: while a merge is unfinished, left by $by, no answer says that nothing is known",
  async ({ driver, says }) => {
    const box = await copyOf(await cloned());
    await box.git("checkout", "-q", "-b", "other");
    await box.run(["correct", "Spaces in YAML"], { env: { TENET_SEED: "other" } });
    await commit(box, "two");
    await box.git("checkout", "-q", "main");
    await box.run(["correct", "Tabs in makefiles"]);
    await commit(box, "three");
    await box.git("config", "merge.tenet.driver", driver);
    await box.git("merge", "other").catch(() => undefined);

    for (const args of [
      ["list"],
      ["recall", "zebra crossing"],
      ["list", "--type", "insight"],
      ["list", "--type", "memory"],
    ]) {
      const { stderr, stdout } = await box.run(args);
      expect(stderr, args.join(" ")).toContain(says);
      expect(stderr).toContain("Next: tenet merge");
      expect(`${stdout}${stderr}`).not.toMatch(/nothing (?:is )?(?:known|remembered|matches)/i);
    }
    for (const args of [
      ["show", "ZZZZ9"],
      ["why", "ZZZZ9"],
      ["edit", "ZZZZ9", "x"],
    ]) {
      const { code, stderr } = await box.run(args);
      expect(stderr, args.join(" ")).toContain(args[0] === "edit" ? "tenet merge" : says);
      expect(code).toBe(args[0] === "edit" ? 3 : 4);
    }
    expect((await box.run(["recall", "zebra", "--json"])).json().data.unread).toContain(says);
    expect((await box.run(["context"])).stdout).toContain(says.replace("Not read: ", ""));
    expect((await box.run(["status"])).stdout).toMatch(/^git +a merge is unfinished/m);

    expect((await box.run(["merge"])).code).toBe(0);
    await commit(box, "merged");
    const { stdout, stderr } = await box.run(["list"]);
    expect(stdout.trimEnd().split("\n")).toHaveLength(3);
    expect(stderr).toBe("");
  },
);

test("what is broken in the user's own tree is named where that tree is searched, too", async () => {
  const box = await copyOf(await cloned());
  await box.run(["remember", "Prefers short answers", "--scope", "user", "--category", "preference"]);
  const home = box.env["HOME"] as string;
  const files = await readdir(home, { recursive: true });
  const file = join(home, files.find((name) => name.endsWith("facts/preferences.md")) as string);
  await writeFile(file, (await readFile(file, "utf8")).replace('content: "Prefers', 'content: ["Prefers'));
  for (const args of [
    ["recall", "zebra"],
    ["list", "--type", "memory"],
  ]) {
    const { stderr } = await box.run(args);
    expect(stderr, args.join(" ")).toMatch(/Not read: \S+preferences\.md:\d+; more may be known/);
    expect(stderr).not.toMatch(/nothing (?:known|is remembered)/i);
  }
});

test("a broken record is named beside what is found, and a missing entry may stand there", async () => {
  const box = await copyOf(await cloned());
  await box.run(["correct", "Tabs in makefiles"]);
  await box.write(DAY, (await box.read(DAY)).replace('corrected_to: "Tabs', 'corrected_to: ["Tabs'));
  const { stdout, stderr } = await box.run(["recall", "pnpm"]);
  expect(stdout).toContain("Use pnpm");
  expect(stderr).toMatch(new RegExp(`Not read: ${DAY}:\\d+; more may be known. Next: tenet doctor`));
  expect((await box.run(["show", "ZZZZ9"])).stderr).toContain(`Not read: ${DAY}`);
});
