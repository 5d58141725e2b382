/** A correction that held, near to a line that people wrote in the file of its rule: no rule there until somebody answers. */
import { describe, expect, it } from "vitest";
import { atKeyboard } from "../cli/terminal.js";
import { copyOf, type Sandbox, sandbox } from "../sandbox.js";

const PROFILE =
  "schema: 1\nagent: main\ntimezone: UTC\npeople:\n  - {name: sybil, role: owner, emails: [sybil@example.invalid]}\n";
const LINE = "Deploy to production only after the smoke tests passed";
const CLAIM = "Deploy to production only after the smoke tests passed twice";
const SESSION = { env: { TENET_SESSION: "s1" } };

interface HeldBesideLine {
  box: Sandbox;
  id: string;
  /** The name of the line. */
  ref: string;
}

let prepared: Promise<HeldBesideLine> | undefined;

/** An agent was corrected, was asked about the line, and left it open; a week later the correction had held. */
async function heldBesideLine(): Promise<HeldBesideLine> {
  prepared ??= (async () => {
    const box = await sandbox({ profile: PROFILE, now: "2026-02-01T09:00:00Z" });
    await box.write("SOUL.md", `# Soul\n\n- ${LINE}\n`);
    const captured = await data(box, [
      "correct",
      CLAIM,
      "--instead-of",
      "once is enough",
      "--risk",
      "medium: an outage",
    ]);
    const [ask] = captured.asks;
    expect(ask).toMatchObject({ text: LINE, where: "SOUL.md:3" });
    expect(ask.claim).toBeGreaterThanOrEqual(0.7);
    box.at("2026-02-09T09:00:00Z");
    await data(box, ["outcome", captured.id, "--held", "--evidence", "both runs were looked at"], {
      TENET_SESSION: "s2",
    });
    return { box, id: captured.id, ref: ask.about };
  })();
  const { box, ...names } = await prepared;
  return { ...names, box: await copyOf(box) };
}

async function data(box: Sandbox, args: string[], env: Record<string, string> = SESSION.env) {
  const ran = await box.run([...args, "--json"], { env });
  expect(ran.code, `${ran.stdout}${ran.stderr}`).toBe(0);
  return ran.json().data;
}

const rules = async (box: Sandbox) =>
  (await box.read("SOUL.md")).split("\n").filter((line) => line.includes("<!-- COR-"));

describe("a correction that held beside a line of people in the file of its rule", () => {
  it("is no rule of that file while nobody has answered, however long, and the digest says why", {
    tags: "proof",
  }, async () => {
    const { box, id, ref } = await heldBesideLine();
    for (const now of ["2026-02-09T10:00:00Z", "2026-12-09T10:00:00Z"]) {
      box.at(now);
      const { operations, left } = await data(box, ["digest"]);
      expect(operations).toEqual([]);
      expect(left).toEqual([
        {
          id,
          because: `An open question beside a line of people in SOUL.md ("${LINE}") keeps it out of that file: tenet resolve ${id} ${ref}`,
        },
      ]);
    }
    expect((await box.run(["why", id])).stdout).toContain("open question beside a line of people in SOUL.md");
    expect(await rules(box)).toEqual([]);
  });

  it("is one once a person says that the two have nothing to do with each other; an agent proposes that", async () => {
    const { box, id, ref } = await heldBesideLine();
    expect((await data(box, ["resolve", id, ref, "--unrelated"])).results[0].decision).toBe("proposed");
    await data(box, ["digest"]);
    expect(await rules(box)).toEqual([]);
    expect((await atKeyboard(box, ["resolve", id, ref, "--unrelated"], [])).code).toBe(0);
    await data(box, ["digest"]);
    expect(await rules(box)).toEqual([expect.stringContaining(`- ${CLAIM}`)]);
    expect(await box.read("SOUL.md")).toContain(`- ${LINE}\n`);
  });

  it("is none where the line says the same, and the digest says so", async () => {
    const { box, id, ref } = await heldBesideLine();
    expect((await atKeyboard(box, ["resolve", id, ref, "--same"], [])).code).toBe(0);
    const { operations, left } = await data(box, ["digest"]);
    expect(operations).toEqual([]);
    expect(left).toEqual([
      { id, because: `Its words stand in a line of people in SOUL.md ("${LINE}"), as was answered.` },
    ]);
  });

  it("is an ordinary rule of the block where it is an exception to the line", async () => {
    const { box, id, ref } = await heldBesideLine();
    expect((await atKeyboard(box, ["resolve", id, ref, "--exception"], [])).code).toBe(0);
    await data(box, ["digest"]);
    expect(await rules(box)).toEqual([expect.stringMatching(/^- Deploy/)]);
  });
});
