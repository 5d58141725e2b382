import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";

/** Whether this user may write a file or folder, or make it when it is not there yet. */
export function mayWrite(path: string): boolean {
  let there = path;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  try {
    accessSync(there, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
