/** Schema of the receipt of a printed context: it checks the ledger's lines and gives the type. */
import * as z from "zod";
import { instant } from "../../entry/shared-schemas.js";
import { CORE_LAYERS, TAIL_LAYERS } from "./policy/layer.js";

const count = z.int().nonnegative();

/** One item: the entries it speaks for, and a mark of how it was printed. */
const item = z.object({ ids: z.array(z.string()).readonly(), mark: z.string() });
export type ReceiptItem = z.infer<typeof item>;

export const receiptSchema = z.object({
  /** `R-` and eight hex digits. */
  id: z.string(),
  layers: z
    .array(
      z.object({
        name: z.enum([...CORE_LAYERS, ...TAIL_LAYERS]),
        items: z.array(item).readonly(),
        tokens: count,
        hash: z.string(),
      }),
    )
    .readonly(),
  /** Hashes of the core, the tail and the whole text. */
  core: z.string(),
  tail: z.string(),
  text: z.string(),
  /** The tail's mark. */
  nonce: z.string().regex(/^[0-9a-f]+$/),
  at: instant.refine((at) => !Number.isNaN(Date.parse(at))),
  session: z.string(),
  /** The named contact, and the instant for which its facts were printed. */
  contact_hash: z.string().optional(),
  as_of: z.string().optional(),
  /** Of the query, where there was one. The words themselves stand in the ledger only where the profile keeps them. */
  query_hash: z.string().optional(),
  /** How it was looked for. */
  mode: z.string().optional(),
  limits: z.object({
    layer_tokens: count,
    total_tokens: count,
    characters: count.optional(),
    core: z.union([z.literal("auto"), z.array(z.string()).readonly()]),
  }),
  host: z.string().optional(),
  /** The folder in which the session worked: some entries hold for its files alone. */
  folder: z.string().optional(),
  /** Questions that the session had seen before, by their keys. */
  seen: z.array(z.string()).readonly().optional(),
  /** Heard sentences without a record, by name: the printed ones. */
  heard: z.array(z.string()).readonly().optional(),
  /** The core was one that the session was served before. */
  kept: z.literal(true).optional(),
  /** Whether next steps were printed as tools or as shell commands; a shell by default. */
  door: z.enum(["shell", "tools"]).optional(),
});
export type Receipt = z.infer<typeof receiptSchema>;
