import { readdirSync, readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type Reporter, type TestModule, type TestSpecification } from "vitest/node";
import { compiledSource } from "./test/compiled-source.js";

/**
 * Folders that run last, in this order: whole commands. What fails fastest and explains most comes before them; the play,
 * whose hooks count their time, before the crowds of `cli`.
 */
const LAST = ["demo", "docs", "cli", "mcp"];

const rank = (spec: TestSpecification): number => LAST.indexOf(/\/test\/([^/]+)\//.exec(spec.moduleId)?.[1] ?? "");

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

const OUTSIDE = /from "(?:node:(?:child_process|fs|fs\/promises|http|net|os|worker_threads)|@lancedb|@photostructure)/;
const reaches = new Map<string, boolean>();

/** Whether a test, or a helper that it imports, touches files, processes or environment: then it has a process of its own. */
function reachesOut(file: string): boolean {
  const known = reaches.get(file);
  if (known !== undefined) return known;
  reaches.set(file, false);
  const text = readTest(file);
  const helpers = [...text.matchAll(/from "(\.[^"]+)\.js"/g)].map(([, path = ""]) => join(dirname(file), path));
  const here = helpers.filter((path) => path.startsWith("test/")).map((path) => `${path}.ts`);
  const answer = OUTSIDE.test(text) || /process\.env|vi\.stub/.test(text) || here.some(reachesOut);
  reaches.set(file, answer);
  return answer;
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
  const files = isProof ? partOf(TESTS.filter(isInProof)) : TESTS.filter((file) => !isForProof(file));
  const project = (name: string, include: string[], isolate: boolean) => ({
    plugins: [compiledSource],
    test: {
      name,
      include,
      isolate,
      setupFiles: ["test/clean-up.ts"],
      pool: "forks" as const,
      execArgv: ["--enable-source-maps"],
      // What hangs is ended; a machine that is three times slower than another one is not.
      testTimeout: isProof ? 300_000 : 120_000,
      hookTimeout: 240_000,
      runner: "test/runner.ts",
      tagsFilter: [isProof ? "more || proof || sampled" : "!proof"],
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
  });
  return {
    test: {
      globalSetup: ["test/build-once.ts"],
      tags: [
        { name: "more", description: "npm run proof tries more of it" },
        { name: "proof", description: "npm run proof alone tries it" },
        { name: "sampled", description: "npm test tries one in five, npm run proof the others" },
      ],
      // One more than a small machine has cores: a test waits for the disk half of its time.
      maxWorkers: 3,
      // What took less is not worth a line of its own among nine thousand.
      slowTestThreshold: 20_000,
      sequence: { sequencer: FastFirst },
      reporters: ["default", new Counts()],
      projects: [
        // Starting git from a process that has grown takes ten times as long, so who starts it has one alone.
        project("apart", files.filter(reachesOut), true),
        project(
          "together",
          files.filter((file) => !reachesOut(file)),
          false,
        ),
      ],
    },
  };
});
