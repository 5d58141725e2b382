import * as z from "zod";
import { file, line, reported } from "../../text/shared-schemas.js";

const host = z.enum(["claude-code", "codex", "cursor", "openclaw", "git", "agents-md"]);
const level = z.enum(["project", "user"]);
const count = z.int().nonnegative();

const changed = z.strictObject({
  /** Relative to the workspace, or to the home folder with `~/`. */
  file,
  change: z.enum(["created", "added to", "updated", "restored", "removed", "unchanged", "left"]),
  says: z.string(),
  diff: z.string().optional(),
  whole: count.optional(),
  because: z.string().optional(),
});

const standing = z.strictObject({
  host,
  level,
  state: z.enum(["installed", "partly", "outdated", "broken", "absent"]),
  files: z.array(
    z.strictObject({
      file,
      state: z.enum(["installed", "partly", "outdated", "broken", "absent", "foreign", "edited"]),
      says: z.string(),
      line: line.optional(),
      because: z.string().optional(),
    }),
  ),
});

/** `hooks install` and `hooks remove`, then `hooks check`. */
export const hooksSchema = z.union([
  z.strictObject({
    verb: z.enum(["install", "remove"]),
    host,
    level,
    written: z.boolean(),
    files: z.array(changed),
    next: z.array(z.string()),
  }),
  z.strictObject({
    hosts: z.array(standing),
    program: z.string().optional(),
    heard: z.string().optional(),
    findings: z.array(reported),
    errors: count,
    warnings: count,
    infos: count,
  }),
]);
