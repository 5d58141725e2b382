import { symlink, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { parseProfile } from "../../src/store/profile/profile-text.js";
import { betweenMarks } from "../../src/store/records/marked-blocks.js";
import { bytesIn } from "../bytes.js";
import { emptyRepository } from "../empty-repository.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { atTerminal, ENTER } from "./terminal.js";
import { done, told } from "./typed.js";

const fresh = (git = false) => sandbox({ empty: true, git });

/** Every file of a workspace that is neither git's nor local. */
const contents = (box: Sandbox) => bytesIn(box.dir, (name) => !/^\.(?:git|tenet)\//.test(name));

describe("init in an existing agent workspace", () => {
  const SOUL = "\uFEFF# Soul\r\n\r\nBe kind.\r\n";

  async function existing(): Promise<Sandbox> {
    const box = await fresh();
    emptyRepository(box.dir);
    await box.write("SOUL.md", SOUL);
    await box.write("AGENTS.md", "# Agents\n\nRead SOUL.md first.");
    await box.write("memory/core/procedures.md", "# Procedures\n");
    await box.write("memory/2026-02-14.md", "- 10:00 started\n");
    await box.write(".gitignore", "node_modules\n/.tenet/\n");
    return box;
  }

  it("only adds: what was there stays byte for byte, line ends and BOM included; twice changes nothing", {
    tags: "proof",
  }, async () => {
    const box = await existing();
    const before = contents(box);
    const { files } = await told(box, "init");
    const after = contents(box);
    for (const [file, text] of Object.entries(before)) expect(after[file]?.startsWith(text), file).toBe(true);
    expect(await box.read("SOUL.md")).toBe(`${SOUL}\r\n${betweenMarks("rules", ["## Learned"]).join("\r\n")}\r\n`);
    expect(after["memory/2026-02-14.md"]).toBe(before["memory/2026-02-14.md"]);
    expect(after[".gitignore"]).toBe("node_modules\n/.tenet/\n\n# tenet\n.tenet-*.tmp\nmemory/learning/index.md\n");
    expect(after["MEMORY.md"]).toBeUndefined();
    const changed = Object.keys(after).filter((file) => after[file] !== before[file]);
    expect(files.map(({ file }: { file: string }) => file).sort()).toEqual([".git/config", ...changed].sort());
    // Also after a formatter has put blank lines into the blocks.
    await box.write("AGENTS.md", (await box.read("AGENTS.md")).replace("boot -->\n", "boot -->\n\n"));
    const formatted = contents(box);
    expect(await told(box, "init")).toMatchObject({ already: true, files: [] });
    expect(contents(box)).toEqual(formatted);
    expect((await done(box, "init")).stdout).toContain("Nothing was changed");
  });

  it("leaves what it cannot change safely, and says why", async () => {
    const box = await fresh();
    await box.write("AGENTS.md", `${betweenMarks("boot", [])[0]}\nno end\n`);
    await box.write("SOUL.md", "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n");
    await writeFile(box.path("HEARTBEAT.md"), Buffer.from([0x23, 0x20, 0xff, 0xfe, 0x0a]));
    await box.write("elsewhere.md", "# Memory\n");
    await symlink("elsewhere.md", box.path("MEMORY.md"));
    const before = contents(box);
    const { left } = await told(box, "init");
    for (const [file, because] of [
      ["AGENTS.md", /line 1.*missing, doubled or out of order/],
      ["SOUL.md", /conflict marker/],
      ["HEARTBEAT.md", /UTF-8/],
      ["MEMORY.md", /link/],
    ])
      expect(left).toContainEqual(expect.objectContaining({ file, because: expect.stringMatching(because as RegExp) }));
    const after = contents(box);
    for (const file of Object.keys(before)) expect(after[file]).toBe(before[file]);
  });
});

describe("the branch that people protect", { tags: "proof" }, () => {
  const asked = "Can your agents push to origin/main?";

  /** A clone of a repository that has a file of its own. */
  async function cloned(): Promise<Sandbox> {
    const far = await fresh(true);
    await far.write("README.md", "# a project\n");
    await far.git("add", "-A");
    await far.git("commit", "-q", "-m", "start");
    const box = await fresh();
    await box.git("clone", "-q", far.dir, ".");
    return box;
  }
  const init = (box: Sandbox, answer: string) => atTerminal(box, ["init", "--owner", "bridget"], [[asked, answer]]);
  const baseIn = async (box: Sandbox) => parseProfile(await box.read("tenet.yaml")).profile.trust.base;

  it("is named by a no alone, which says when it begins to decide, also later, and then not asked about again", async () => {
    const box = await cloned();
    await init(box, ENTER);
    expect(await baseIn(box)).toBeNull();
    const { code, screen } = await init(box, `no${ENTER}`);
    expect(code).toBe(0);
    expect(await baseIn(box)).toBe("origin/main");
    expect(screen.replace(/\s+/g, " ")).toContain(
      "count as they stand on origin/main, once tenet.yaml is merged there",
    );
    expect((await done(box, "status")).stdout).toContain("No base: settings and rules count as they stand here.");
    expect((await atTerminal(box, ["init"], [])).screen).not.toContain(asked);
  });

  it("is not named where nobody sits", async () => {
    const box = await cloned();
    await done(box, "init --owner bridget");
    expect(await baseIn(box)).toBeNull();
  });
});
