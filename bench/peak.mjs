/** Preloaded by the bench: writes the process's peak memory in KB when it ends. */
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const file = process.env.BENCH_PEAK_FILE;
if (isMainThread && file !== undefined) {
  process.on("exit", () => writeFileSync(file, String(process.resourceUsage().maxRSS)));
}
