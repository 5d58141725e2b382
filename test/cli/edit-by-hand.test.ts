/** A record that an editor left broken: opened again at the line, or put back, and nothing that was written is lost. */
import { describe, expect, it } from "vitest";
import { type Sandbox, sandbox } from "../sandbox.js";
import { NO_MODEL } from "./known-workspace.js";
import { atTerminal, CTRL_C, ENTER } from "./terminal.js";
import { tail, told } from "./typed.js";

/** An editor that breaks the record, and when it is opened again mends it with other words. */
async function world(): Promise<{ box: Sandbox; ref: string; file: string; env: Record<string, string> }> {
  const box = await sandbox({ profile: NO_MODEL });
  const learn = "learn 'Retries hide the flaky test' --because '3 of 5' --risk 'medium: a broken build'";
  const { id, file } = await told(box, learn);
  const editor = await box.write(
    "../editor.sh",
    `#!/bin/sh
for f; do :; done
if grep -q '^insight: \\[' "$f"; then sed -i 's/^insight: .*/insight: "Retries hide a flaky test"/' "$f"
else sed -i 's/^insight: .*/insight: [unclosed/' "$f"; fi
`,
  );
  return { box, ref: tail(id), file, env: { EDITOR: `sh ${editor}` } };
}

describe("an edit by hand that leaves a broken record", () => {
  it("is opened again, and taken once it can be read; undo gives the words back", { tags: "proof" }, async () => {
    const { box, ref, file, env } = await world();
    const before = await box.read(file);
    const steps = [
      [`${file}:`, ""],
      ["can no longer be read", ""],
      ["What now?", ""],
      ["x throw away", "e"],
      ["Changed", ""],
    ] as const;
    const { code, screen } = await atTerminal(box, ["edit", ref], steps, env);
    expect(code, screen).toBe(0);
    expect(await box.read(file)).toContain("Retries hide a flaky test");
    const undone = await atTerminal(box, ["undo"], [[`Type ${ref} to confirm:`, `${ref}\r`]]);
    expect(undone.code, undone.screen).toBe(0);
    expect(await box.read(file)).toBe(before);
  });

  it("is thrown away: the file is what it was, and what was written is kept", { tags: "more" }, async () => {
    const { box, ref, file, env } = await world();
    const before = await box.read(file);
    const { code, screen } = await atTerminal(box, ["edit", ref], [["x throw away", "x"]], env);
    expect(code, screen).toBe(0);
    expect(await box.read(file)).toBe(before);
    const draft = /is kept in\s+(\S+)/.exec(screen)?.[1] ?? "";
    expect(await box.read(draft)).toContain("insight: [unclosed");
  });

  it("is left as it is, by Enter and by Ctrl-C: exit 8 with the line, 130", { tags: "proof" }, async () => {
    const { box, ref, file, env } = await world();
    const left = await atTerminal(box, ["edit", ref], [["x throw away", ENTER]], env);
    expect(left.code, left.screen).toBe(8);
    expect(await box.read(file)).toContain("insight: [unclosed");
    const other = await world();
    const broken = await atTerminal(other.box, ["edit", other.ref], [["x throw away", CTRL_C]], other.env);
    expect(broken.code, broken.screen).toBe(130);
    expect(await other.box.read(other.file)).toContain("insight: [unclosed");
  });
});
