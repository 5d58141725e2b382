/** The built program: what the build does to the sources changes nothing of what they say. */
import { isAscii } from "node:buffer";
import { execFile } from "node:child_process";
import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { Script } from "node:vm";
import { describe, expect, it } from "vitest";
import { detect } from "../../src/screening/detect/detect.js";
import { binary, sandbox } from "../sandbox.js";
import { NO_MODEL } from "./known-workspace.js";
import { done, words } from "./typed.js";

const house = () => dirname(dirname(binary()));

interface Part {
  name: string;
  code: Buffer;
  /** V8's code cache: a view of the bytes that were read. */
  cache: Buffer;
}

/** What the build wrote, as build/loader.cjs reads it. */
async function readParts(): Promise<{ bytes: Buffer; parts: Part[] }> {
  const bytes = await readFile(join(house(), "dist", "parts.bin"));
  const first = 8 + Number(bytes.subarray(0, 8).toString());
  const index: Record<string, [number, number, number]> = JSON.parse(bytes.subarray(8, first).toString());
  const parts = Object.entries(index).map(([name, [start, length, cacheLength]]) => {
    const end = first + start + length;
    return { name, code: bytes.subarray(first + start, end), cache: bytes.subarray(end, end + cacheLength) };
  });
  return { bytes, parts };
}

describe("the bundle", () => {
  it("is ASCII, as its loader reads it", async () => {
    for (const { name, code } of (await readParts()).parts) {
      expect(isAscii(code), name).toBe(true);
    }
  });

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

  it("has code caches that the Node that built it takes", async () => {
    for (const { name, code, cache } of (await readParts()).parts) {
      expect(new Script(code.toString("latin1"), { cachedData: cache }).cachedDataRejected, name).toBe(false);
    }
  });

  it("works in a folder that no URL holds as it is, and with damaged caches", async () => {
    const box = await sandbox();
    const copy = join(box.dir, "my house @ 100 %");
    for (const folder of ["dist", "bin"]) await cp(join(house(), folder), join(copy, folder), { recursive: true });
    await symlink(join(house(), "package.json"), join(copy, "package.json"));
    const help = async () =>
      (await promisify(execFile)(process.execPath, [join(copy, "bin", "tenet.js"), "--help"])).stdout;
    const whole = await help();
    expect(whole).toContain("tenet");
    const { bytes, parts } = await readParts();
    for (const { cache } of parts) cache.fill(7);
    await writeFile(join(copy, "dist", "parts.bin"), bytes);
    expect(await help()).toBe(whole);
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
