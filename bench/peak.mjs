/** Preloaded by the bench: writes the process's peak memory in KB when it ends. */
import { readFileSync, writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const file = process.env.BENCH_PEAK_FILE;

/** Of this program alone: what `getrusage` says begins with the memory of the process that started it. */
function peakKilobytes() {
  try {
    const peak = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
    if (peak !== undefined) return peak;
  } catch {
    // No such file on this system.
  }
  return String(process.resourceUsage().maxRSS);
}

if (isMainThread && file !== undefined) {
  process.on("exit", () => writeFileSync(file, peakKilobytes()));
}
