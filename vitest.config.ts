import { readdirSync, readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type Reporter, type TestModule, type TestSpecification } from "vitest/node";
import { compiledSource } from "./test/compiled-source.js";

/** Tests of whole commands run last: what fails fastest and explains most comes before them. */
const LAST = ["demo", "docs", "cli", "mcp"];
const STARTS_GIT = /from "node:child_process"|git: true|emptyRepository|(?:history|rules|examined)World|protected\.js/;

/** What starts git runs first, while the processes that files share are small: of 300 MB each start takes three times as long. */
function rank({ moduleId }: TestSpecification): number {
  const last = LAST.indexOf(/\/test\/([^/]+)\//.exec(moduleId)?.[1] ?? "");
  return last === -1 && STARTS_GIT.test(readFileSync(moduleId, "utf8")) ? -2 : last;
}

class FastFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return [...files].sort((a, b) => rank(a) - rank(b) || a.moduleId.localeCompare(b.moduleId));
  }
}

/** The last lines, for whoever reads no others: what failed, by name, and how many. */
class Counts implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const failed = tests.filter((test) => test.result().state === "failed");
    const broken = modules.filter((module) => module.errors().length > 0);
    for (const { relativeModuleId } of broken) process.stdout.write(`failed: ${relativeModuleId}\n`);
    for (const { module, fullName } of failed)
      process.stdout.write(`failed: ${module.relativeModuleId} > ${fullName}\n`);
    const passed = tests.filter((test) => test.result().state === "passed").length;
    process.stdout.write(`${passed} passed, ${failed.length + broken.length} failed\n`);
  }
}

const readTest = (file: string): string => readFileSync(file, "utf8");
const TESTS = readdirSync("test", { recursive: true, encoding: "utf8" })
  .map((name) => `test/${name.replaceAll("\\", "/")}`)
  .filter((file) => file.endsWith(".test.ts"))
  .toSorted();
const isForProof = (file: string): boolean => file.endsWith(".proof.test.ts");
/** Files that `npm run proof` tries: named for it, or with marked tests. See `test/effort.ts`. */
const isInProof = (file: string): boolean => isForProof(file) || /tags: "(?:more|proof|sampled)"/.test(readTest(file));

/**
 * `TEST_PART=1a2b3c/4`: of the files of proof every fourth, beginning where the number says (hexadecimal; that of a
 * commit). What lies side by side takes equally long.
 */
function partOf(files: readonly string[]): string[] {
  const [, number, parts] = /^([0-9a-f]{1,8})[0-9a-f]*\/(\d+)$/.exec(process.env["TEST_PART"] ?? "") ?? [];
  if (number === undefined) return [...files];
  const begin = Number.parseInt(number, 16) % Number(parts);
  return files.filter((_, at) => at % Number(parts) === begin);
}

/** A folder in memory where programs may be run and four gigabytes are free: half of a test's waiting is for the disk. */
function memoryFolder(): string | undefined {
  try {
    const mount = readFileSync("/proc/mounts", "utf8").match(/^\S+ (\/dev\/shm) tmpfs rw(?!\S*noexec)/m)?.[1];
    const { bavail, bsize } = mount === undefined ? { bavail: 0, bsize: 0 } : statfsSync(mount);
    return bavail * bsize > 4 * 1024 ** 3 ? mount : undefined;
  } catch {
    return undefined;
  }
}

export default defineConfig(({ mode }) => {
  const isProof = mode === "proof";
  return {
    plugins: [compiledSource],
    test: {
      include:
        mode === "compare"
          ? ["test/sessions/compare.ts"]
          : isProof
            ? partOf(TESTS.filter(isInProof))
            : TESTS.filter((file) => !isForProof(file)),
      globalSetup: ["test/build-once.ts"],
      setupFiles: ["test/clean-up.ts"],
      runner: "test/runner.ts",
      tags: [
        { name: "more", description: "npm run proof tries more of it" },
        { name: "proof", description: "npm run proof alone tries it" },
        { name: "sampled", description: "npm test tries one in five, npm run proof the others" },
      ],
      tagsFilter: [isProof ? "more || proof || sampled" : "!proof"],
      pool: "forks",
      // What takes long grows, and each start of git takes the longer the larger its process is.
      isolate: isProof,
      execArgv: ["--enable-source-maps"],
      // One more than a small machine has cores: a test waits for the disk half of its time.
      maxWorkers: 3,
      // What hangs is ended; a machine that is three times slower than another one is not.
      testTimeout: isProof ? 300_000 : 120_000,
      hookTimeout: 240_000,
      // What took less is not worth a line of its own among nine thousand.
      slowTestThreshold: 20_000,
      sequence: { sequencer: FastFirst },
      reporters: ["default", new Counts()],
      env: {
        NO_COLOR: "1",
        TEST_EFFORT: mode,
        // Proof works on the disk.
        TMPDIR: (isProof ? undefined : memoryFolder()) ?? tmpdir(),
        // git copies no sample hooks into each repository, and starts no upkeep behind each commit.
        GIT_TEMPLATE_DIR: "",
        GIT_CONFIG_COUNT: "1",
        GIT_CONFIG_KEY_0: "maintenance.auto",
        GIT_CONFIG_VALUE_0: "false",
      },
    },
  };
});
