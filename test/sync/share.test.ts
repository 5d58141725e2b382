/** What leaves a workspace, and what does not: by the command, with rows as the hub has them. */
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openHub } from "../../src/sync/hub/open-hub.js";
import { atKeyboard, ENTER } from "../cli/terminal.js";
import type { Sandbox } from "../sandbox.js";
import { QUICK_ENGINE } from "./hub-world.js";
import { data, entriesOf, type HubPlace, type Hubs, hubs, joinHub, learn, letOut, world } from "./worlds.js";

/** Every text of every row that the hub holds. */
async function rowsOf(hub: HubPlace): Promise<string> {
  const place = hub.of(0);
  const target = place.startsWith("postgres")
    ? ({ kind: "server", url: place } as const)
    : ({ kind: "embedded", folder: place } as const);
  const opened = await openHub(target, { create: false });
  try {
    return JSON.stringify(await opened.query("select entry, kind, body from tenet.rows order by agent, number"));
  } finally {
    await opened.close();
  }
}

describe("what is shared", () => {
  let made: Hubs;
  beforeAll(async () => {
    made = await hubs(QUICK_ENGINE);
  });
  afterAll(() => made.remove());

  async function joined(more = ""): Promise<{ box: Sandbox; hub: HubPlace }> {
    const hub = await made.next();
    const box = await world("sybil", more);
    await joinHub(box, hub.of(0));
    return { box, hub };
  }

  it("holds no name, address, path, host or secret of anybody, and the dry run says word for word what goes", {
    tags: "proof",
  }, async () => {
    const { box, hub } = await joined('sync:\n  names: ["Bluebird"]\n');
    await box.git(
      "-c",
      "user.name=Ada Quill",
      "-c",
      "user.email=ada@quill.example",
      "commit",
      "-q",
      "--allow-empty",
      "-m",
      "x",
    );
    const secret = ["ghp", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"].join("_");
    await learn(box, "A deploy wants two approvals", "Otto said so", "--source", "Otto");
    await learn(box, "Retries hide the flaky test", "3 of 5 runs", "--source", "bridget");
    const { pushed } = await data(box, "sync", "--dry-run");
    // What Otto is said to have said is a peer's, and no peer's words are sent on.
    expect(pushed.not_shared.map(({ because }: { because: string }) => because)).toEqual([
      "it is not this workspace's own knowledge",
    ]);
    await data(
      box,
      "learn",
      "Bridget, Ada Quill and Otto keep Bluebird in /srv/quill/build.sh on ci.quill.example",
      ...[
        "--because",
        `the mail of ada@quill.example held ${secret} beside https://quill.example/x`,
        "--risk",
        "medium: Otto cannot release",
      ],
    );
    const planned = (await data(box, "sync", "--dry-run")).pushed.rows;
    await letOut(box);
    const rows = await rowsOf(hub);
    for (const word of [
      "bridget",
      "Ada",
      "Quill",
      "Otto",
      "Bluebird",
      "/srv",
      "ci.quill",
      "quill.example",
      secret,
      "the car",
    ])
      expect(rows.toLowerCase(), word).not.toContain(word.toLowerCase());
    for (const mark of ["[person]", "[path]", "[host]", "[address]", "[secret:"]) expect(rows).toContain(mark);
    for (const { body } of planned) expect(rows).toContain(JSON.stringify(JSON.stringify(body.claim)).slice(1, -1));
  });

  it.each(["in the working copy", "by a commit"])(
    "holds no name that was struck from people %s",
    { tags: "proof" },
    async (how) => {
      const { box } = await joined();
      const profile = await box.read("tenet.yaml");
      await box.write("tenet.yaml", profile.replace("people:\n", "people:\n  - {name: Marlowe Finch, role: admin}\n"));
      await box.git("commit", "-q", "-m", "one more", "tenet.yaml");
      await box.write("tenet.yaml", profile);
      if (how === "by a commit") {
        await box.git("-c", "user.email=agent@example.invalid", "commit", "-q", "-m", "one less", "tenet.yaml");
      }
      await learn(box, "Marlowe Finch restarts the runner by hand");
      const { pushed } = await data(box, "sync", "--dry-run");
      expect(pushed.rows.map(({ body }: { body: { claim: string } }) => body.claim)).toEqual([
        "[person] restarts the runner by hand",
      ]);
    },
  );

  it("is nothing while git does not say who wrote here, and nothing is withdrawn for it", async () => {
    const { box, hub } = await joined();
    await learn(box, "Retries hide the flaky test");
    await letOut(box);
    const before = await rowsOf(hub);
    await learn(box, "A cold cache doubles the build");
    await mkdir(join(box.dir, "..", "empty"));
    const silent = await box.run(["sync", "--json"], { env: { PATH: join(box.dir, "..", "empty") } });
    expect([silent.code, silent.json().error.code]).toEqual([1, "git-silent"]);
    expect(await rowsOf(hub)).toBe(before);
    expect((await data(box, "sync")).pushed).toMatchObject({ entries: 1, withdrawn: 0 });
  });

  it("is taken back by no git that is silent for a moment", { tags: "proof" }, async () => {
    const { box, hub } = await joined();
    await learn(box, "Retries hide the flaky test");
    await letOut(box);
    const before = await rowsOf(hub);
    const git = (await promisify(execFile)("sh", ["-c", "command -v git"])).stdout.trim();
    const [folder, calls] = [join(box.dir, "..", "silent"), join(box.dir, "..", "calls")];
    await mkdir(folder);
    const wrapper = `#!/bin/sh\necho >> ${calls}\n[ $(wc -l < ${calls}) -gt $SILENT ] && exec ${git} "$@"\nexit 128\n`;
    await writeFile(join(folder, "git"), wrapper, { mode: 0o755 });
    const codes: string[] = [];
    for (let silent = 1; silent <= 5; silent++) {
      // What counts is looked up anew for a commit that was not seen before.
      await box.git("commit", "-q", "--allow-empty", "-m", "another");
      await writeFile(calls, "");
      const env = { PATH: `${folder}:${box.env["PATH"]}`, SILENT: String(silent) };
      const ran = await box.run(["sync", "--push", "--json"], { env });
      const { error, data: done } = ran.json();
      if (ran.code === 0) expect(done.pushed, ran.stdout).toMatchObject({ entries: 0, withdrawn: 0 });
      codes.push(error?.code ?? "done");
    }
    expect(await rowsOf(hub)).toBe(before);
    expect(codes).toContain("git-silent");
  });

  it("is not what a person rejected", async () => {
    const { box } = await joined();
    const { id } = await learn(box, "Retries hide the flaky test");
    const tail = id.slice(-5).toLowerCase();
    const seen = await atKeyboard(
      box,
      ["review", tail, "--reject"],
      [
        ["Why is it not wanted?", `it does not${ENTER}`],
        ["Type", `${tail}${ENTER}`],
      ],
    );
    expect(seen.code, seen.screen).toBe(0);
    const { pushed } = await data(box, "sync", "--dry-run");
    expect(pushed).toMatchObject({ entries: 0, rows: [] });
  });

  it("waits for a person also where only an arrival would go, and never tells of what is forgotten here", {
    tags: "proof",
  }, async () => {
    const { box: sybil, hub } = await joined();
    await learn(sybil, "Retries hide the flaky test");
    await letOut(sybil);
    const max = await world("max");
    await joinHub(max, hub.of(1));
    await data(max, "sync");
    max.at("2026-02-17T09:00:00Z");
    // Another agent's word is trusted as much as the copy, so its evidence goes into that one.
    const evidence = "seen again in 7 of 9 runs on the new machine";
    await learn(max, "Retries hide the flaky test", evidence, "--source", "codex");
    const { pushed } = await data(max, "sync", "--dry-run");
    expect(pushed).toMatchObject({ entries: 0, arrivals: 1 });
    expect((await max.run(["sync", "--json"])).json().error.code).toBe("needs-person");
    for (const { id } of (await entriesOf(max)).filter(({ type }) => type === "insight")) {
      await max.run(["forget", id]);
    }
    expect((await data(max, "sync", "--dry-run")).pushed.arrivals).toBe(0);
  });

  it("asks again for a lower bound of stakes, and not for a higher one", { tags: "proof" }, async () => {
    const { box } = await joined();
    await data(box, "learn", "A cold cache doubles the build", "--because", "2 timings", "--risk", "low: time");
    await learn(box, "Retries hide the flaky test");
    await letOut(box);
    const profile = await box.read("tenet.yaml");
    await box.write("tenet.yaml", `${profile}sync:\n  share: {min_stakes: low}\n`);
    await box.git("commit", "-q", "-m", "lower", "tenet.yaml");
    expect((await box.run(["sync", "--json"])).code).toBe(5);
    await letOut(box);
    await box.write("tenet.yaml", `${profile}sync:\n  share: {min_stakes: high}\n`);
    await box.git("commit", "-q", "-m", "higher", "tenet.yaml");
    expect((await data(box, "sync")).pushed).toMatchObject({ entries: 0, withdrawn: 2 });
  });

  it("belongs to the agent that joined: under another name nothing goes", async () => {
    const { box, hub } = await joined();
    await box.write("tenet.yaml", (await box.read("tenet.yaml")).replace("agent: sybil", "agent: other"));
    expect((await box.run(["sync", "--json"])).json().error.code).toBe("other-agent");
    const again = await box.run([
      "sync",
      "init",
      "--json",
      ...(hub.of(0).startsWith("postgres") ? [] : ["--hub", hub.of(0)]),
    ]);
    expect(again.json().error.code).toBe("other-agent");
  });
});
