import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { bytesIn } from "../bytes.js";
import { COR, knownWorkspace, NO_MODEL } from "./known-workspace.js";
import { words } from "./typed.js";

const HOSTILE = [
  "../x",
  "../../etc/passwd",
  "/etc/passwd",
  "a/b",
  "a\\b",
  ".git/hooks/pre-commit",
  "-rf",
  "--",
  "x".repeat(300),
  "",
  "CON",
  "k7q2x; touch owned",
  "$(touch owned)",
  `${COR}/../../x`,
];

/** How each command that takes an id or a name of its own making is handed one. */
const TAKING = [
  "show <id>",
  "edit <id> --domain x",
  "link <id> k7q2x",
  "resolve <id> k7q2x --unrelated",
  "learn x --because y --risk 'low: z' --link <id>",
  "correct x --instead-of y --risk 'low: z' --so w --replaces <id>",
  "outcome <id> --verdict validated --result x",
  "used <id>",
  "run start <id>",
  "versions diff <id>",
  "versions rollback <id> --dry-run",
  "why <id>",
  "versions propose <id>",
];

/** Every file with its content, but what is local or generated, and what the model's runtime leaves for a while. */
const everything = (folder: string) =>
  bytesIn(folder, (name) => !/(?:^|\/)\.tenet\/|^home\/|\/index\.md$|^(?:\.ses|mat-debug-\d+\.log)$/.test(name));

describe("row 21: ids cannot escape", () => {
  it.each(TAKING)("row 21: %s refuses every hostile id and creates nothing", { tags: "sampled" }, async (line) => {
    const box = await knownWorkspace({ profile: NO_MODEL });
    const before = everything(dirname(box.dir));
    // A run's file has a prefix of its own, so that a reserved name does no harm there.
    for (const id of HOSTILE.filter((one) => !line.startsWith("run") || one !== "CON")) {
      const ran = await box.run(["--json", ...words(line).map((word) => (word === "<id>" ? id : word))]);
      expect([2, 4], `${JSON.stringify(id)}: ${ran.stdout}${ran.stderr}`).toContain(ran.code);
      expect(ran.json().ok).toBe(false);
    }
    expect(everything(dirname(box.dir))).toEqual(before);
  });
});
