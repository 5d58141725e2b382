/** A rule is made by what a host calls at a session's end, without a timer and a heartbeat. All else: sessions of loop. */
import { expect, it } from "vitest";
import { withLock } from "../../src/store/files/lock.js";
import { Workspace } from "../../src/store/workspace.js";
import { atKeyboard } from "../cli/terminal.js";
import { sandbox } from "../sandbox.js";

const PROFILE =
  "schema: 1\nagent: main\ntimezone: UTC\npeople: [{name: sybil, role: owner, emails: [sybil@example.invalid]}]\n";

it("an owner's own correction of high stakes is a rule a week later; nothing while another writes, without a word", async () => {
  const box = await sandbox({ git: true, profile: PROFILE });
  const sessionEnd = async (day: number) => {
    box.at(`2026-02-0${day}T10:00:00Z`);
    const input = { session_id: `day-${day}`, cwd: box.dir, hook_event_name: "SessionEnd" };
    const ran = await box.run(["hook", "--host", "claude-code"], { stdin: JSON.stringify(input) });
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    return await box.read("SOUL.md").catch(() => "");
  };
  box.at("2026-02-01T10:00:00Z");
  const words = ["correct", "Deploy with the release script", "--instead-of", "Deploy with rsync"];
  await atKeyboard(box, [...words, "--risk", "high: half a release", "--so", "Look for rsync"], []);
  expect(await sessionEnd(1)).toBe("");
  await withLock(new Workspace(box.dir).lock, "test", 1_000, async () => expect(await sessionEnd(8)).toBe(""));
  expect((await box.run(["hooks", "check", "--json"])).json().data.failure).toBeUndefined();
  expect(await sessionEnd(8)).toContain("- Deploy with the release script; next time: Look for rsync <!-- ");
});
