/** The built program: what the build does to the sources changes nothing of what they say. */
import { execFile } from "node:child_process";
import { cp, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { detect } from "../../src/screening/detect/detect.js";
import { binary, sandbox } from "../sandbox.js";
import { NO_MODEL } from "./known-workspace.js";
import { done, words } from "./typed.js";

const house = () => dirname(dirname(binary()));

describe("the bundle", () => {
  it("knows letters beyond ASCII", async () => {
    const box = await sandbox({ profile: NO_MODEL });
    for (const text of [
      "eso no es correcto: el límite es 30 segundos",
      "不对，限制是30秒",
      "Latency dropped from 500 ms → 30 ms",
      "No, that’s wrong — the “limit” is 30 seconds",
    ]) {
      const { signals } = detect(text);
      expect(signals.length).toBeGreaterThan(0);
      expect((await box.run(["detect", text, "--json"])).json().data).toMatchObject({ signals });
    }
  });

  it("works in a folder that no URL holds as it is", async () => {
    const box = await sandbox();
    const copy = join(box.dir, "my house @ 100 %");
    for (const folder of ["dist", "bin"]) await cp(join(house(), folder), join(copy, folder), { recursive: true });
    await symlink(join(house(), "package.json"), join(copy, "package.json"));
    const help = async () =>
      (await promisify(execFile)(process.execPath, [join(copy, "bin", "tenet.js"), "--help"])).stdout;
    expect(await help()).toContain("tenet");
  });

  it("loads no library that a command does not need", async () => {
    const box = await sandbox({ profile: NO_MODEL });
    await done(box, "correct 'Use npm ci in pipelines' --risk 'high: wrong builds'");
    const watch = await box.write(
      "watch.cjs",
      `const vm = require("node:vm");
      const { Script } = vm;
      const { dlopen } = process;
      const WATCHED = new RegExp(process.env.WATCHED);
      vm.Script = class extends Script {
        constructor(code, options) {
          super(code, options);
          if (WATCHED.test(code)) process.exit(9);
        }
      };
      process.dlopen = (module, file, ...flags) => {
        if (/lancedb|onnxruntime/.test(file)) process.exit(9);
        return dlopen.call(process, module, file, ...flags);
      };`,
    );
    const [zod, yaml, stringWidth] = ["ZodRealError", "YAMLParseError", "eastAsianWidth"];
    const prompt = JSON.stringify({ session_id: "s", prompt: "Which npm command do pipelines use?" });
    // The first command of a build reads the profile.
    await box.runProcess(["list"]);
    const lines = ["list", "status", "show COR", "heartbeat", "context", "recall npm --keyword", "hook session-start"];
    for (const [line, ...watched] of [
      ...["--help", "help", "--version"].map((line) => [line, zod, yaml, stringWidth]),
      ...lines.map((line) => [line, yaml, stringWidth]),
      ["list --help", yaml, stringWidth],
    ] as const) {
      const env = { NODE_OPTIONS: `--require=${watch}`, WATCHED: watched.join("|") };
      const { code, stderr } = await box.runProcess(words(line), { stdin: prompt, env });
      expect(code, `${line}: ${stderr}`).toBe(0);
    }
  });
});
