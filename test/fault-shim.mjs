/**
 * Breaks the file system of one process at a chosen moment: `node --import ./test/fault-shim.mjs bin/tenet.js ...`.
 * A sandboxed command takes it through its environment: `NODE_OPTIONS=--import=<path of this file>`.
 * Counted are the calls that change something: open for writing, write, sync, link, rename, unlink, mkdir (and their
 * kin), in promise, callback-free sync and FileHandle form, on paths under one root. Native code is out of its reach.
 *
 * TEST_FAULT_ROOT   folder whose calls count; without it the shim does nothing
 * TEST_FAULT_AT     the number of the call that is hit, from 1; without it calls are only counted
 * TEST_FAULT_KIND   `kill` (SIGKILL, default) or an error code such as EIO, ENOSPC, EXDEV
 * TEST_FAULT_TIMES  `once` (default) or `from`: this call and all later ones
 * TEST_FAULT_CALLS  comma-separated names, when only these are to count: open,write,sync,link,rename,unlink,mkdir
 * TEST_FAULT_TRACE  file that gets a line `<number> <call> <path>` for each counted call
 *
 * A write that is hit has first put half of its bytes into the file, as a disk that fills up or a process that dies would.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const {
  TEST_FAULT_ROOT: root,
  TEST_FAULT_AT: at,
  TEST_FAULT_KIND: kind = "kill",
  TEST_FAULT_TIMES: times = "once",
  TEST_FAULT_CALLS: calls,
  TEST_FAULT_TRACE: trace,
} = process.env;

if (root) await install(resolve(root), calls ? new Set(calls.split(",")) : undefined);

async function install(under, only) {
  const { appendFileSync, writeSync, openSync, closeSync } = fs;
  const target = at === undefined ? Number.POSITIVE_INFINITY : Number(at);
  const pathOfFd = new Map();
  let count = 0;

  const pathOf = (value) => {
    if (value instanceof URL) return resolve(fileURLToPath(value));
    if (typeof value === "string") return resolve(value);
    if (Buffer.isBuffer(value)) return resolve(value.toString());
    if (typeof value === "number") return pathOfFd.get(value);
    return value?.fd === undefined ? undefined : pathOfFd.get(value.fd);
  };
  const inside = (path) => path !== undefined && (path === under || path.startsWith(under + sep));

  /** Counts a call and breaks it when its turn has come; `half` puts half of a write into the file first. */
  const meet = (call, paths, half) => {
    const path = paths.map(pathOf).find(inside);
    if (path === undefined || (only && !only.has(call))) return;
    count += 1;
    if (trace) appendFileSync(trace, `${count} ${call} ${path}\n`);
    if (times === "from" ? count < target : count !== target) return;
    half?.(path);
    if (kind === "kill") process.kill(process.pid, "SIGKILL");
    throw Object.assign(new Error(`${kind}: planned fault, ${call} '${path}'`), {
      code: kind,
      syscall: call,
      path,
      errno: -1,
    });
  };

  const bytesOf = (data, encoding) => (typeof data === "string" ? Buffer.from(data, encoding) : data);
  const halfInto = (fd, data, options) => () => {
    const bytes = bytesOf(data, typeof options === "string" ? options : options?.encoding);
    if (ArrayBuffer.isView(bytes)) {
      writeSync(fd, new Uint8Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.byteLength / 2)));
    }
  };
  const halfOnto = (data, options, flags) => (path) => {
    const fd = openSync(path, flags);
    halfInto(fd, data, options)();
    closeSync(fd);
  };

  const writes = (flags = "r") =>
    typeof flags === "number"
      ? (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR | fs.constants.O_CREAT)) !== 0
      : /[wa+]/.test(flags);

  /** Replaces one function by one that first asks `before`; sync ones throw, others reject. */
  const patch = (owner, name, before) => {
    const real = owner[name];
    if (typeof real !== "function") return;
    owner[name] = name.endsWith("Sync")
      ? function (...args) {
          before.call(this, ...args);
          return real.apply(this, args);
        }
      : async function (...args) {
          before.call(this, ...args);
          return await real.apply(this, args);
        };
  };

  for (const [owner, suffix] of [
    [fs.promises, ""],
    [fs, "Sync"],
  ]) {
    for (const call of ["rename", "link"]) patch(owner, call + suffix, (from, to) => meet(call, [from, to]));
    patch(owner, `symlink${suffix}`, (_, path) => meet("link", [path]));
    patch(owner, `copyFile${suffix}`, (_, path) => meet("open", [path]));
    for (const name of ["mkdir", "mkdtemp"]) patch(owner, name + suffix, (path) => meet("mkdir", [path]));
    for (const name of ["unlink", "rm", "rmdir"]) patch(owner, name + suffix, (path) => meet("unlink", [path]));
    for (const [name, flags] of [
      ["writeFile", "w"],
      ["appendFile", "a"],
    ]) {
      patch(owner, name + suffix, (path, data, options) => {
        if (typeof path === "string" || path instanceof URL) meet("open", [path]);
        meet("write", [path], halfOnto(data, options, options?.flag ?? flags));
      });
    }
    patch(owner, `truncate${suffix}`, (path) => meet("write", [path]));
  }

  const realOpen = fs.promises.open;
  fs.promises.open = async (path, flags, mode) => {
    if (writes(flags)) meet("open", [path]);
    const handle = await realOpen(path, flags, mode);
    pathOfFd.set(handle.fd, pathOf(path));
    return handle;
  };
  fs.openSync = (path, flags, mode) => {
    if (writes(flags)) meet("open", [path]);
    const fd = openSync(path, flags, mode);
    pathOfFd.set(fd, pathOf(path));
    return fd;
  };
  patch(fs, "writeSync", (fd, data, options) => meet("write", [fd], halfInto(fd, data, options)));
  patch(fs, "ftruncateSync", (fd) => meet("write", [fd]));
  for (const name of ["fsyncSync", "fdatasyncSync"]) patch(fs, name, (fd) => meet("sync", [fd]));

  const probe = join(tmpdir(), `fault-shim-${process.pid}`);
  const handle = await realOpen(probe, "w");
  const prototype = Object.getPrototypeOf(handle);
  await handle.close();
  fs.unlinkSync(probe);
  for (const name of ["write", "writeFile", "appendFile"]) {
    patch(prototype, name, function (data, options) {
      meet("write", [this.fd], halfInto(this.fd, data, options));
    });
  }
  patch(prototype, "writev", function () {
    meet("write", [this.fd]);
  });
  patch(prototype, "truncate", function () {
    meet("write", [this.fd]);
  });
  for (const name of ["sync", "datasync"]) {
    patch(prototype, name, function () {
      meet("sync", [this.fd]);
    });
  }
  syncBuiltinESMExports();
}
