/** Rules are made by what a host calls at the moments of a session, without a timer and without a heartbeat. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withLock } from "../../src/store/files/lock.js";
import { atKeyboard } from "../cli/terminal.js";
import { type Sandbox, sandbox } from "../sandbox.js";

const PROFILE =
  "schema: 1\nagent: main\ntimezone: UTC\npeople: [{name: sybil, role: owner, emails: [sybil@example.invalid]}]\n";

/** A workspace in git, used through the hooks of a host, on days of February. */
class HookWorld {
  readonly box: Sandbox;
  #session = "";

  private constructor(box: Sandbox) {
    this.box = box;
  }

  static async made(profile = PROFILE): Promise<HookWorld> {
    const box = await sandbox({ git: true, profile });
    const world = new HookWorld(box);
    world.day(1);
    return world;
  }

  day(n: number): void {
    this.box.at(`2026-02-${String(n).padStart(2, "0")}T10:00:00Z`);
    this.#session = `day-${n}`;
    this.box.env["TENET_SESSION"] = this.#session;
  }

  async hook(event: string, more: object = {}): Promise<void> {
    const stdin = JSON.stringify({ session_id: this.#session, cwd: this.box.dir, hook_event_name: event, ...more });
    const ran = await this.box.run(["hook", "--host", "claude-code"], { stdin });
    expect(ran).toMatchObject({ code: 0, stderr: "" });
  }

  /** One session: what is typed, what the agent writes, and commands that it runs. */
  async work(prompt: string, answer: string, ...commands: string[][]): Promise<void> {
    await this.hook("SessionStart", { source: "startup" });
    await this.hook("UserPromptSubmit", { prompt });
    for (const command of commands) await this.json(command);
    const path = join(this.box.dir, "..", `${this.#session}.jsonl`);
    const turn = { sessionId: this.#session, uuid: this.#session, timestamp: this.box.env["TENET_NOW"] };
    const message = { role: "assistant", content: [{ type: "text", text: answer }] };
    await writeFile(path, `${JSON.stringify({ type: "assistant", ...turn, message })}\n`);
    await this.hook("SessionEnd", { reason: "other", transcript_path: path });
  }

  // biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by its assertions.
  async json(args: readonly string[], stdin: string | null = null): Promise<any> {
    const ran = await this.box.run([...args, "--json"], { stdin });
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    return ran.json().data;
  }

  /** What the agent records, by its id. */
  async add(yaml: string): Promise<string> {
    return (await this.json(["add", "-"], yaml)).results[0].id;
  }

  file(name: string): Promise<string> {
    return this.box.read(name).catch(() => "");
  }

  async status(): Promise<string> {
    return (await this.box.run(["status"])).stdout;
  }
}

const CORRECTION =
  'type: correction\nprior_belief: "Deploy with rsync"\ncorrected_to: "Deploy with the release script"\nstakes: medium\nat_risk: "half a release"\nsource: self\n';
const INSIGHT =
  'type: insight\ninsight: "Retries hide the flaky payment test"\nevidence: "3 of 5 runs"\nstakes: medium\nat_risk: "the gate"\nsource: self\n';

describe("what a session showed makes a rule at the end of a later one", () => {
  it("an owner's own correction of high stakes", async () => {
    const world = await HookWorld.made();
    const words = ["correct", "Deploy with the release script", "--instead-of", "Deploy with rsync"];
    const typed = [...words, "--risk", "high: half a release", "--so", "Look for rsync"];
    await atKeyboard(world.box, typed, []);
    await world.hook("SessionEnd");
    expect(await world.file("SOUL.md")).toBe("");
    world.day(8);
    await world.hook("SessionEnd");
    expect(await world.file("SOUL.md")).toContain("- Deploy with the release script; next time: Look for rsync <!-- ");
  });

  it("what worked, or was cited, in three sessions that showed it", { tags: "proof" }, async () => {
    const world = await HookWorld.made();
    const [cited, worked] = [await world.add(CORRECTION), await world.add(INSIGHT)];
    for (const day of [3, 5, 9]) {
      world.day(day);
      await world.work("Write me a poem", `As ${cited} says.`, ["used", worked, "--worked"]);
    }
    expect(await world.file("MEMORY.md")).toContain("- Deploy with the release script <!-- COR-");
    expect(await world.file("memory/core/procedures.md")).toContain("- Retries hide the flaky payment test <!-- INS-");
  });
});

describe("where a session's end writes", () => {
  /** A correction that held by day 9, on the branch `main`, everything committed. */
  async function ready(): Promise<HookWorld> {
    const world = await HookWorld.made(PROFILE);
    await world.add(CORRECTION);
    world.day(4);
    await world.work("Deploy the shop with the release script, please", "Done.");
    await world.box.git("add", ".");
    await world.box.git("commit", "-q", "-m", "all");
    world.day(9);
    return world;
  }
  const READY = "ready      1 rule: tenet digest\n";

  it.each<[what: string, git: string[], writes: boolean]>([
    ["the first branch", [], true],
    ["any other branch", ["checkout", "-q", "-b", "topic"], true],
    ["no branch", ["checkout", "-q", "--detach"], false],
  ])("%s", { tags: "proof" }, async (_what, git, writes) => {
    const world = await ready();
    if (git.length > 0) await world.box.git(...git);
    expect(await world.status()).toContain(READY);
    await world.hook("SessionEnd");
    expect((await world.file("SOUL.md")).includes("Deploy with")).toBe(writes);
    expect(await world.box.git("status", "--porcelain", "memory/learning/corrections")).toBe(
      writes ? " M memory/learning/corrections/2026-02-01.md\n" : "",
    );
    expect((await world.status()).includes(READY)).toBe(!writes);
    if (writes) return;
    await world.json(["digest"]);
    expect(await world.file("SOUL.md")).toContain("- Deploy with the release script <!-- COR-");
  });

  it("nothing while git is busy or another writes, without a word, then the next time", { tags: "proof" }, async () => {
    const world = await ready();
    for (const file of ["MERGE_HEAD", "rebase-merge/head-name"]) {
      const path = await world.box.write(join(".git", file), `${"0".repeat(40)}\n`);
      await world.hook("SessionEnd");
      expect(await world.file("SOUL.md")).toBe("");
      await rm(path);
    }
    await rm(world.box.path(".git/rebase-merge"), { recursive: true });
    await withLock(world.box.path(".tenet", "state", "lock"), "test", 1_000, () => world.hook("SessionEnd"));
    expect(await world.file("SOUL.md")).toBe("");
    expect((await world.json(["hooks", "check"])).failure).toBeUndefined();
    await world.hook("SessionEnd");
    expect(await world.file("SOUL.md")).toContain("Deploy with");
  });
});
