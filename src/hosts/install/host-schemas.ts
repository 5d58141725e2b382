/** What `hook` and `hooks` answer: for `--json`, and for everything that makes or shows it. */
import * as z from "zod";
import { file, line, reported } from "../../entry/shared-schemas.js";
import { HOOK_HOSTS, HOSTS } from "../../store/host.js";
import { HOOK_EVENTS } from "../hook-event.js";

/** What a hook came to. */
export const hookSchema = z.strictObject({
  event: z.enum([...HOOK_EVENTS, "unknown"]),
  host: z.enum(HOSTS).optional(),
  session: z.string().optional(),
  text: z
    .string()
    .describe("what is printed without --json, in the host's own form; empty when there is nothing to say"),
  failure: z
    .strictObject({ code: z.string(), message: z.string() })
    .optional()
    .describe("why not all of it was done; the exit code is 0 all the same"),
});
export type HookResult = z.infer<typeof hookSchema>;

const host = z.enum(HOOK_HOSTS);
const level = z.enum(["project", "user"]);
const count = z.int().nonnegative();

export const fileChangeSchema = z.strictObject({
  /** Relative to the workspace, or to the home folder with `~/`. */
  file,
  change: z.enum(["created", "added to", "updated", "restored", "removed", "unchanged", "left"]),
  says: z.string(),
  /** What is put where in it: an event and the command it runs, a name and what it starts. */
  puts: z.array(z.strictObject({ at: z.string(), does: z.string() })).optional(),
  /** As git shows it, without values that look like secrets. */
  diff: z.string().optional(),
  /** Why it is left as it is. */
  because: z.string().optional(),
});
/** What becomes of one file. */
export type HostFileChange = z.infer<typeof fileChangeSchema>;

const hooksChangeSchema = z.strictObject({
  verb: z.enum(["install", "remove"]),
  host,
  level,
  /** False where it was only shown. */
  written: z.boolean(),
  files: z.array(fileChangeSchema),
  /** What else it takes, in plain sentences. */
  next: z.array(z.string()),
});
/** What became of the files of a host. */
export type HooksChange = z.infer<typeof hooksChangeSchema>;

const hostFileStateSchema = z.strictObject({
  file,
  state: z.enum(["installed", "partly", "outdated", "broken", "absent", "foreign", "edited"]),
  says: z.string(),
  line: line.optional(),
  because: z.string().optional(),
});
/** One file of a host as it stands. */
export type HostFileState = z.infer<typeof hostFileStateSchema>;

const hostStateSchema = z.strictObject({
  host,
  level,
  state: z.enum(["installed", "partly", "outdated", "broken", "absent"]),
  files: z.array(hostFileStateSchema),
});
/** One host at one level. */
export type HostState = z.infer<typeof hostStateSchema>;

const hooksCheckSchema = z.strictObject({
  hosts: z.array(hostStateSchema),
  /** The program that the hosts would call; absent where none is on the PATH. */
  program: z.string().optional(),
  /** When a hook last left something behind in this workspace. */
  heard: z.string().optional(),
  findings: z.array(reported),
  errors: count,
  warnings: count,
  infos: count,
});
/** What a check comes to. */
export type HooksCheck = z.infer<typeof hooksCheckSchema>;

const serverEntrySchema = z.strictObject({
  /** How a host starts the server for MCP, in the place where this was asked. */
  server: z.strictObject({ command: z.string(), args: z.array(z.string()) }),
  /** The same as most hosts write it, to be pasted. */
  paste: z.string(),
});
/** What `hooks install mcp` prints. */
export type ServerEntry = z.infer<typeof serverEntrySchema>;

/** `hooks install` and `hooks remove`, then `hooks check`, then `hooks install mcp`. */
export const hooksSchema = z.union([hooksChangeSchema, hooksCheckSchema, serverEntrySchema]);
