/** Runs test files: which tests of them are tried now follows from their marks; see `test/effort.ts`. */
import { type RunnerTask, type RunnerTestFile, TestRunner } from "vitest";
import { PROOF } from "./effort.js";

/** Of the tests of a suite that are marked `sampled`, `npm test` tries one in so many, and proof the others. */
const ONE_IN = 5;

function sample(tasks: readonly RunnerTask[]): void {
  let sampled = 0;
  for (const task of tasks) {
    if (task.type === "suite") sample(task.tasks);
    else if (task.tags?.includes("sampled") && task.mode === "run" && (sampled++ % ONE_IN === 0) === PROOF)
      task.mode = "skip";
  }
}

export default class MarkedRunner extends TestRunner {
  override onCollectStart(file: RunnerTestFile): void {
    super.onCollectStart(file);
    // Every test of a file that is named for proof counts as marked.
    if (file.name.endsWith(".proof.test.ts")) file.tags = ["more"];
  }

  onCollected(files: RunnerTestFile[]): void {
    sample(files);
  }
}
