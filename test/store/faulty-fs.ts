import { type AtomicFs, type AtomicHandle, nodeFs } from "../../src/store/files/atomic-fs.js";

export interface Fault {
  /** The number of the call that fails, from 1. */
  at: number;
  code: string;
  times: "once" | "from";
  /** Only these calls count; left out: all that change something. */
  only?: readonly string[];
}

/** Node's file system, failing at one call or from one on; `met` says how many calls were counted. */
export function faultyFs(fault: Fault): AtomicFs & { met(): number } {
  let count = 0;
  const meet = (call: string) => {
    if (fault.only !== undefined && !fault.only.includes(call)) return;
    count += 1;
    if (fault.times === "once" ? count === fault.at : count >= fault.at) {
      throw Object.assign(new Error(`${fault.code}: planned fault, ${call}`), { code: fault.code });
    }
  };
  const handle = (real: AtomicHandle): AtomicHandle => ({
    stat: () => real.stat(),
    chmod: (mode) => real.chmod(mode),
    close: () => real.close(),
    async writeFile(data) {
      try {
        meet("write");
      } catch (cause) {
        await real.writeFile(data.subarray(0, Math.floor(data.byteLength / 2)));
        throw cause;
      }
      await real.writeFile(data);
    },
    async sync() {
      meet("sync");
      await real.sync();
    },
  });
  return {
    ...nodeFs,
    met: () => count,
    async open(path, flags, mode) {
      if (flags !== "r") meet("open");
      return handle(await nodeFs.open(path, flags, mode));
    },
    async mkdir(path) {
      meet("mkdir");
      await nodeFs.mkdir(path);
    },
    async rename(from, to) {
      meet("rename");
      await nodeFs.rename(from, to);
    },
    async unlink(path) {
      meet("unlink");
      await nodeFs.unlink(path);
    },
  };
}
