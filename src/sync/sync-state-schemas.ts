/** What the files of `.tenet/state/sync/` hold. */
import * as z from "zod";
import { PSEUDONYM_FORM } from "../entry/hub-origin.js";
import { STAKES } from "../entry/words.js";

const count = z.int().nonnegative();
const number = z.int().positive();
const agent = z.string().regex(new RegExp(`^${PSEUDONYM_FORM}$`, "u"));
const KEY_BYTES = 32;
const instant = z.string().refine((text) => !Number.isNaN(Date.parse(text)));

/** What a person let out at a terminal: wider sharing asks again, and so does another hub. */
const confirmedSchema = z.object({
  /** Where to, as they were told it. */
  hub: z.string(),
  /** How many rows they were shown, and the hash of those. */
  rows: count.exactOptional(),
  shown: z.string().exactOptional(),
  share: z.object({
    min_stakes: z.enum(STAKES),
    ids: z.array(z.string()),
  }),
  /** Further names that were taken out. */
  names: z.array(z.string()).exactOptional(),
  by: z.string(),
  at: instant,
});

/** The hub that was joined. The address of a server is never kept: it may hold a password. */
export const joinedHubSchema = z.object({
  id: z.string(),
  engine: z.enum(["embedded", "server"]),
  /** Of an embedded hub. */
  folder: z.string().exactOptional(),
  /** The pseudonym. */
  agent,
  joined: instant,
  confirmed: confirmedSchema.exactOptional(),
  last: z.object({ at: instant, pushed: count, taken: count }).exactOptional(),
});

/** How far the rows of one agent were read. */
export const cursorSchema = z.object({
  /** The number of the last row that was read. */
  number,
  /** The key that signs them, in base64: the first that was seen. */
  key: z.string().refine((text) => Buffer.from(text, "base64").length === KEY_BYTES),
});

/** A row that was not taken, and why. */
export const refusedRowSchema = z.object({
  agent: z.string(),
  number: z.number(),
  because: z.string(),
  at: z.string(),
});

/** What a row says of who came to which claim. See `ArrivalFact`. */
export const arrivalFactSchema = z.object({
  agent: z.string(),
  entry: z.string(),
  at: z.string(),
  claim: z.string().exactOptional(),
  of: z.string().exactOptional(),
  own: z.string().exactOptional(),
  from: z.string().exactOptional(),
});

export type JoinedHub = z.infer<typeof joinedHubSchema>;
export type Cursor = z.infer<typeof cursorSchema>;
export type Cursors = ReadonlyMap<string, Cursor>;
export type RefusedRow = z.infer<typeof refusedRowSchema>;
