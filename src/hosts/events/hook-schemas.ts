import * as z from "zod";
import { HOSTS } from "../host.js";
import { HOOK_EVENTS } from "./hook-event.js";

export const hookSchema = z.strictObject({
  event: z.enum([...HOOK_EVENTS, "dismiss", "unknown"]),
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
