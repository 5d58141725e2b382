/** Runs test files in proof: every test of a file that is named for it counts as marked. */
import { type RunnerTestFile, TestRunner } from "vitest";

export default class ProofRunner extends TestRunner {
  override onCollectStart(file: RunnerTestFile): void {
    super.onCollectStart(file);
    if (file.name.endsWith(".proof.test.ts")) file.tags = ["more"];
  }
}
