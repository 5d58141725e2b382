/** `tenet sync` as a command: how it asks, and what a hub that is left leaves behind. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { State } from "../../src/store/state/state-db.js";
import { Workspace } from "../../src/store/workspace.js";
import type { Sandbox } from "../sandbox.js";
import { knownWorkspace } from "./known-workspace.js";
import { atTerminal, CTRL_C, ENTER } from "./terminal.js";
import { done, failed, told, words } from "./typed.js";

/** What local state knows of a hub: nothing before somebody joins one, and who this clone is after it was left. */
const hubFacts = (box: Sandbox): string[] =>
  State.of(new Workspace(box.dir))
    .all<{ kind: string }>("SELECT kind FROM facts WHERE kind IN ('hub', 'salt', 'cursor', 'refused row', 'arrival')")
    .map(({ kind }) => kind);

describe("joined", () => {
  const joined = async () => {
    const box = await knownWorkspace();
    const data = await told(box, "sync init --hub hub");
    expect(data).toMatchObject({ created: true, hub: { engine: "embedded", name: join(box.dir, "hub") } });
    return { box, data };
  };

  it("again says so, another hub is refused; erasing asks for a word, leaving alone asks nothing", {
    tags: "proof",
  }, async () => {
    const { box, data } = await joined();
    const again = { created: false, agent: data.agent, hub: { id: data.hub.id } };
    expect(await told(box, "sync init --hub hub")).toMatchObject(again);
    expect(await failed(box, "sync init --hub other")).toMatchObject({ exit: 2, code: "other-hub" });
    const off = await failed(box, "sync leave --erase");
    expect(off.exit).toBe(5);
    expect(`${off.message} ${off.hint}`).not.toMatch(/tenet sync leave --erase/);
    const no = await atTerminal(box, words("sync leave --erase"), [["Type erase to confirm:", `no${ENTER}`]]);
    expect(no.code).toBe(5);
    expect(no.screen).toContain("cannot be taken back");
    expect(hubFacts(box)).toContain("hub");
    await done(box, "sync leave");
    expect(hubFacts(box)).toEqual(["salt"]);
    expect((await told(box, "sync status")).set_up).toBe(false);
  });

  it("the first sharing: off a terminal exit 5 that names what to do; at one every word is shown, then asked", {
    tags: "proof",
  }, async () => {
    const { box } = await joined();
    const dry = await told(box, "sync --push --dry-run");
    const plan = await done(box, "sync --push --dry-run");
    for (const { id } of dry.pushed.rows) expect(plan.stdout).toContain(id);
    expect(dry.pushed.rows.length).toBeGreaterThan(0);
    expect(dry.needs_person).toEqual(expect.any(String));
    const hint = expect.stringContaining("tenet sync --dry-run");
    expect(await failed(box, "sync")).toMatchObject({ exit: 5, code: "needs-person", hint });
    for (const env of [{ CI: "1" }, { CLAUDECODE: "1" }])
      expect((await atTerminal(box, ["sync"], [["", `share${ENTER}`]], env)).code).toBe(5);
    for (const [keys, exit] of [
      [`yes${ENTER}`, 5],
      [CTRL_C, 130],
    ] as const)
      expect((await atTerminal(box, ["sync"], [["Type share to confirm:", keys]])).code).toBe(exit);
    expect((await told(box, "sync status")).shared).toBe(0);

    const yes = await atTerminal(box, ["sync"], [["Type share to confirm:", `share${ENTER}`]]);
    expect(yes.code, yes.screen).toBe(0);
    const [asked = ""] = yes.screen.split("Type share");
    for (const { id, body } of dry.pushed.rows) {
      expect(asked).toContain(id);
      for (const word of String(body?.claim ?? "").split(" ")) expect(asked).toContain(word);
    }
    const shared = { set_up: true, reachable: true, shared: dry.pushed.rows.length, waiting_to_go: 0 };
    expect(await told(box, "sync status")).toMatchObject(shared);
  });
});
