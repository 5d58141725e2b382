/** Runs test files in the full run: every test of a file that is named for it counts as marked. */
import { type RunnerTestFile, TestRunner } from "vitest";

export default class FullRunner extends TestRunner {
  override onCollectStart(file: RunnerTestFile): void {
    super.onCollectStart(file);
    if (file.name.endsWith(".full.test.ts")) file.tags = ["more"];
  }
}
