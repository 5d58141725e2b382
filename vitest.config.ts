import { readdirSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type Reporter, type TestModule, type TestSpecification } from "vitest/node";
import { compiledSource } from "./test/compiled-source.js";

/** Folders that run last, in this order: whole commands. What fails fastest and explains most comes before them. */
const LAST = ["docs", "demo", "cli", "mcp"];

const rank = (spec: TestSpecification): number => LAST.indexOf(/\/test\/([^/]+)\//.exec(spec.moduleId)?.[1] ?? "");

class FastFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return [...files].sort((a, b) => rank(a) - rank(b) || a.moduleId.localeCompare(b.moduleId));
  }
}

/** The last line, for whoever reads no other. */
class Counts implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const broken = modules.filter((module) => module.errors().length > 0).length;
    const count = (state: string) => states.filter((one) => one === state).length;
    process.stdout.write(`${count("passed")} passed, ${count("failed") + broken} failed\n`);
  }
}

/** Files with more to try than `npm test` does: named so, or sized by `test/effort.ts`, or with rounds at a terminal. */
function hasMore(file: string): boolean {
  const sized = /from "[./]+\/(?:effort|terminal|deciding-box)\.js"/;
  return file.endsWith(".full.test.ts") || sized.test(readFileSync(file, "utf8"));
}

export default defineConfig(({ mode }) => ({
  plugins: [compiledSource],
  test: {
    include:
      mode === "full"
        ? readdirSync("test", { recursive: true, encoding: "utf8" })
            .map((name) => `test/${name}`)
            .filter((file) => file.endsWith(".test.ts") && hasMore(file))
        : ["test/**/*.test.ts"],
    exclude: mode === "full" ? [] : ["test/**/*.full.test.ts"],
    globalSetup: ["test/build-once.ts"],
    setupFiles: ["test/clean-up.ts"],
    // A process a file: starting git from one that has grown to a gigabyte takes ten times as long.
    pool: "forks",
    execArgv: ["--enable-source-maps"],
    // One more than a small machine has cores: a test waits for the disk half of its time.
    maxWorkers: 3,
    testTimeout: mode === "full" ? 120_000 : 60_000,
    hookTimeout: 60_000,
    sequence: { sequencer: FastFirst },
    reporters: ["default", new Counts()],
    env: { NO_COLOR: "1", TEST_EFFORT: mode },
  },
}));
