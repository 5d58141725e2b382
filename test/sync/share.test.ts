import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../sandbox.js";
import { atHub } from "./at-hub.js";
import { QUICK_ENGINE } from "./hub-world.js";
import { data, type HubPlace, type Hubs, hubs, joinHub, learn, letOut, world } from "./worlds.js";

/** Every text of every row that the hub holds. */
const rowsOf = (hub: HubPlace): Promise<string> =>
  atHub(hub.of(0), async (open) =>
    JSON.stringify(await open.query("select entry, hash, body from tenet.rows order by agent, number")),
  );

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

  it("holds no name, mail, home path, private address or secret of anybody, and the dry run says word for word what goes", {
    tags: "proof",
  }, async () => {
    const { box, hub } = await joined('sync:\n  names: ["Bluebird"]\n');
    const ada = ["-c", "user.name=Ada Quill", "-c", "user.email=ada@quill.example"];
    await box.git(...ada, "commit", "-q", "--allow-empty", "-m", "x");
    const secret = ["ghp", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"].join("_");
    await learn(box, "A deploy wants two approvals", "Otto said so", "--said-by", "Otto");
    await learn(box, "Retries hide the flaky test", "3 of 5 runs", "--said-by", "bridget");
    const { pushed } = await data(box, "sync", "--dry-run");
    // What Otto is said to have said is a peer's, and no peer's words are sent on.
    expect(pushed.not_shared.map(({ because }: { because: string }) => because)).toEqual([
      "it is not this workspace's own knowledge",
    ]);
    const claim = "Bridget, Ada Quill and Otto keep Bluebird in /home/ada/build.sh on ci.bluebird.internal";
    const because = `the mail of ada@quill.example held ${secret} beside 10.4.7.20`;
    await data(box, "learn", claim, "--because", because, "--risk", "medium: Otto cannot release");
    const planned = (await data(box, "sync", "--dry-run")).pushed.rows;
    await letOut(box);
    const rows = await rowsOf(hub);
    for (const word of ["bridget", "ada", "quill", "otto", "bluebird", "build.sh", "10.4.7.20", secret.toLowerCase()])
      expect(rows.toLowerCase(), word).not.toContain(word);
    for (const mark of ["[person]", "[path]", "[host]", "[mail]", "[secret:"]) expect(rows).toContain(mark);
    for (const { body } of planned) expect(rows).toContain(JSON.stringify(JSON.stringify(body.claim)).slice(1, -1));
  });

  it("holds no mail address, phone number, card or bank account, though records keep them as said", async () => {
    const { box, hub } = await joined();
    const personal = [
      ["jane.roe", "mailhost.org"].join("@"),
      ["+49", "151", "23456789"].join(" "),
      ["4242", "4242", "4242", "4242"].join(" "),
      ["DE89", "3704", "0044", "0532", "0130", "00"].join(" "),
    ];
    const claim = `Jane pays late: ${personal.join(", ")}`;
    await data(
      box,
      "learn",
      claim,
      "--because",
      `${personal[0]} said`,
      "--risk",
      `medium: ${personal[1]}`,
      "--tag",
      personal[0] as string,
    );
    const { entries } = await data(box, "list");
    expect(entries[0].text).toBe(claim);
    const { rows: planned } = (await data(box, "sync", "--dry-run")).pushed;
    expect(planned[0].body.claim).toBe("Jane pays late: [mail], [phone], [card], [iban]");
    await letOut(box);
    const rows = await rowsOf(hub);
    for (const one of personal) expect(rows).not.toContain(one);
  });

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
});
