import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Folders in the order in which they run: what fails fastest and explains most comes first. */
const ORDER = [
  "entry",
  "guard",
  "detect",
  "screening",
  "store",
  "merge",
  "search",
  "capture",
  "recall",
  "loop",
  "rules",
];

const rank = (spec: TestSpecification): number => {
  const folder = /\/test\/([^/]+)\//.exec(spec.moduleId)?.[1] ?? "";
  const at = ORDER.indexOf(folder);
  return at === -1 ? ORDER.length : at;
};

class FastFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return [...files].sort((a, b) => rank(a) - rank(b) || a.moduleId.localeCompare(b.moduleId));
  }
}

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/build-once.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { sequencer: FastFirst },
    env: { NO_COLOR: "1" },
  },
});
