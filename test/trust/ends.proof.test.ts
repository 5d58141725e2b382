import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { COR, knownWorkspace } from "../cli/known-workspace.js";
import { some } from "../effort.js";
import { CLAUDE, FOLDER } from "../hosts/hook-fixtures.js";
import type { Sandbox } from "../sandbox.js";

/** Every name and byte in a folder. */
async function heldIn(folder: string): Promise<string[]> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  const lines = all.map(async (one) => {
    const path = join(one.parentPath, one.name);
    return `${path} ${one.isFile() ? (await readFile(path)).toString("base64") : ""}`;
  });
  return (await Promise.all(lines)).sort();
}

describe("a folder of tenet's that leads out of the workspace", () => {
  /** What is there at that place leads outside afterwards; answers what stands there. */
  async function leadOut(box: Sandbox, name: string): Promise<() => Promise<string[]>> {
    const [at, outside] = [box.path(...name.split("/")), join(dirname(box.dir), "outside")];
    await cp(at, outside, { recursive: true }).catch(() => mkdir(outside));
    await mkdir(dirname(at), { recursive: true });
    await rm(at, { recursive: true, force: true });
    await symlink(outside, at);
    return () => heldIn(outside);
  }

  const hears = (box: Sandbox, event: "session-start" | "user-prompt"): string =>
    JSON.stringify(CLAUDE[event]).replaceAll(FOLDER, box.dir);

  const READS: readonly (readonly string[])[] = [["recall", "lockfile", "--keyword"], ["heartbeat"]];
  const WRITES: readonly (readonly string[])[] = [
    ["remember", "Indent Go with tabs", "--category", "convention"],
    ["log", "built the image"],
    ["run", "start", "nightly"],
    ["digest"],
    ["forget", "m2xba", "--reason", "about another project"],
    ["hooks", "install", "claude-code"],
  ];

  it.each([
    ".tenet",
    ".tenet/state",
    ".tenet/state/lock",
    ".tenet/state/journal",
    ".tenet/state/ledger",
    ".tenet/state/sessions",
    ".tenet/state/sessions/heard",
    ".tenet/state/runs",
    ".tenet/state/harvest.json",
  ])("%s is not followed: commands are refused with its name, hooks are silent, doctor finds it", async (name) => {
    const box = await knownWorkspace();
    await box.run(["recall", "lockfile", "--keyword"]);
    const outside = await leadOut(box, name);
    const before = await outside();
    for (const args of [...READS, ...some(WRITES, 3)]) {
      const ran = await box.run(args);
      expect(ran, args.join(" ")).toMatchObject({ code: 5, stdout: "" });
      expect(ran.stderr).toContain(`${name} is a symbolic link`);
    }
    for (const event of ["session-start", "user-prompt"] as const) {
      expect(await box.run(["hook", event], { stdin: hears(box, event) })).toMatchObject({ code: 0, stdout: "" });
    }
    expect((await box.run(["verify"])).code).not.toBe(5);
    const looked = (await box.run(["doctor", "--json"])).json().data.findings;
    expect(looked).toContainEqual(expect.objectContaining({ code: "symlink", severity: "error", file: name }));
    expect(await outside()).toEqual(before);
  });

  it.each([".tenet/cache.db", ".tenet/index"])("%s is not followed: what is derived is done without", async (name) => {
    const box = await knownWorkspace();
    const outside = await leadOut(box, name);
    const before = await outside();
    for (const args of [...READS, ...WRITES]) expect([0, 8], args.join(" ")).toContain((await box.run(args)).code);
    expect(await outside()).toEqual(before);
  });

  it.each(["memory", "memory/learning", "memory/facts"])("%s is not followed, and nothing is lost", async (name) => {
    const box = await knownWorkspace();
    const outside = await leadOut(box, name);
    const before = await outside();
    for (const args of [...READS, ...WRITES]) await box.run(args);
    const told = await box.run(["remember", "Indent Rust with spaces", "--category", "convention"]);
    if (name !== "memory/learning") expect(told.stderr).toMatch(/is a symbolic link/);
    expect(await outside()).toEqual(before);
  });

  it("the ledger's day and a session's file are not followed either", async () => {
    const box = await knownWorkspace();
    const day = await leadOut(box, ".tenet/state/ledger/2026-02-15");
    await box.run(["recall", "lockfile", "--keyword"]);
    await box.run(["remember", "Indent Go with tabs", "--category", "convention"]);
    expect(await day()).toEqual([]);
    const asked = join(box.dir, ".tenet/state/sessions");
    const [file] = await readdir(asked);
    await rm(join(asked, file as string));
    await symlink(join(dirname(box.dir), "fresh"), join(asked, file as string));
    expect((await box.run(["recall", "lockfile", "--keyword"])).code).toBe(0);
    expect(await readdir(dirname(box.dir))).not.toContain("fresh");
  });
});

describe("lines of the ledger that nobody of ours wrote", () => {
  const ID = COR;
  const event = { at: "2026-02-15T14:00:00Z", kind: "read", op: "recall", agent: "main", session: "s", ids: [ID] };
  const forged = (more: object): string => JSON.stringify({ ...event, ...more });
  const LINES: readonly (readonly [what: string, line: string | Buffer])[] = [
    ["5 MB of brackets", "[".repeat(5_000_000)],
    ["no JSON", "{"],
    ["nothing", "null"],
    ["a list", "[]"],
    ["a word", '"x"'],
    ["nothing but ids", '{"ids":[]}'],
    ["ids that are none", forged({ ids: [null, 5, {}] })],
    ["a time that is none", forged({ at: "soon" })],
    ["a month that is none", forged({ at: "2026-99-15T14:00:00Z" })],
    ["another kind", forged({ kind: "grant" })],
    ["a verb that is a list", forged({ op: ["recall"] })],
    ["a decision by nobody", forged({ kind: "decision", version: {}, decision: [], by: 5 })],
    ["a receipt of nothing", forged({ receipt: null })],
    ["5 MB", forged({ op: 7, reason: "x".repeat(5_000_000) })],
    ["bytes that are no text", Buffer.from([...Buffer.from(forged({ op: "re" })), 0xff, 0xfe])],
  ];

  async function chain(box: Sandbox): Promise<string> {
    const folder = box.path(".tenet/state/ledger/2026-02-15");
    return join(folder, (await readdir(folder)).sort()[0] as string);
  }

  it.each(some(LINES, 9))("%s: nothing crashes or is lost", async (_, line) => {
    const box = await knownWorkspace();
    await box.run(["recall", "lockfile", "--keyword"]);
    await box.run(["show", ID]);
    const path = await chain(box);
    const [whole, events] = [await readFile(path), (await box.run(["audit", "--json"])).json().data.rows];
    await writeFile(path, Buffer.concat([whole, Buffer.from(line), Buffer.from("\n")]));
    expect((await box.run(["audit", "--json"])).json().data.rows).toHaveLength(events.length);
    expect((await box.run(["audit"])).stdout.length).toBeLessThan(100_000);
    for (const args of [["recall", "lockfile", "--keyword"], ["heartbeat"], ["digest"], ["context"]]) {
      expect((await box.run(args)).code, args.join(" ")).toBe(0);
    }
    expect((await box.run(["audit", "--json"])).json().data.rows.length).toBeGreaterThan(events.length);
    const kept = await readFile(path);
    expect(kept.subarray(0, whole.length).equals(whole)).toBe(true);
  });

  it("are passed over in what sessions saw", async () => {
    const box = await knownWorkspace();
    const args = ["recall", "lockfile", "--keyword", "--session", "s"];
    await box.run(args);
    const folder = box.path(".tenet/state/sessions");
    const lines = ["null", "5", "[]", "{", '{"session":"s","shown":5,"captured":{},"asked":[5],"triggers":{"x":null}}'];
    const known = await readdir(folder);
    for (const name of [...known, "opportunities.jsonl"]) {
      await writeFile(join(folder, name), `\n${lines.join("\n")}\n`, { flag: "a" });
    }
    for (const more of [args, ["heartbeat", "--session", "s"], ["context", "--session", "s"], ["digest"]]) {
      expect((await box.run(more)).code, more.join(" ")).toBe(0);
    }
  });
});

describe("50 MB on stdin", () => {
  const MUCH = "use tabs ".repeat((50 * 1024 * 1024) / 9);
  const MOST_MEGABYTES = 200;
  const PEAK = fileURLToPath(new URL("../../bench/peak.mjs", import.meta.url));

  it.each<[args: string, code: number, says: RegExp]>([
    ["add -", 2, /^tenet: stdin is longer than 16 MB\n {2}Nothing was read\. Give it in parts/],
    ["add - --json", 2, /^$/],
    ["remember - --category fact", 2, /^tenet: stdin is longer than 16 MB\n/],
    ["log -", 2, /^tenet: stdin is longer than 16 MB\n/],
    ["detect -", 2, /^tenet: stdin is longer than 16 MB\n/],
    ["run finish nightly --from -", 2, /^tenet: stdin is longer than 16 MB\n/],
    ["digest --apply -", 2, /^tenet: stdin is longer than 16 MB\n/],
    ["hook session-start", 0, /^note: hook session-start: what came on stdin is too large\n$/],
    ["hook user-prompt", 0, /^note: hook user-prompt: what came on stdin is too large\n$/],
    ["mcp", 0, /^$/],
  ])("%s: refused while it comes, in little memory, and nothing is written", async (args, code, says) => {
    const box = await knownWorkspace();
    if (args.startsWith("run")) await box.run(["run", "start", "nightly"]);
    const tree = () => heldIn(box.path("memory"));
    const [before, peak] = [await tree(), join(dirname(box.dir), "peak.txt")];
    const env = { NODE_OPTIONS: `--import=${PEAK}`, BENCH_PEAK_FILE: peak };
    const ran = await box.runProcess(args.split(" "), { stdin: MUCH, env });
    expect(ran.code, ran.stderr).toBe(code);
    expect(ran.stderr).toMatch(says);
    if (args.endsWith("--json")) expect(ran.json().error).toMatchObject({ message: "stdin is longer than 16 MB" });
    else expect(ran.stdout).toBe("");
    expect(await tree()).toEqual(before);
    expect(Number(await readFile(peak, "utf8")) / 1024).toBeLessThan(MOST_MEGABYTES);
  });
});
