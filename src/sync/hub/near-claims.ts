/** Claims in a hub that are near new ones. */
import { BitScan } from "./bit-scan.js";
import type { Hub, Query, Row } from "./hub.js";
import type { HubIdentity } from "./migrate.js";
import { signBitsOf } from "./sign-bits.js";
import { WordCandidates } from "./word-candidates.js";

export interface NearClaim {
  agent: string;
  entry: string;
  cluster: string;
  /** Its hash. */
  claim: string;
  text: string;
  cosine: number;
}

export interface ClaimQuery {
  /** Of the claim alone. */
  vector: Float32Array;
  /** Stems of the claim, the rarest first. */
  words: readonly string[];
}

/** Rows looked at more closely for each query. */
const CANDIDATES = 200;
/** Rows that the index looks at for each query, and those of them that differ in the fewest directions. */
const LOOKED_AT = 400;
const BY_BITS = 40;
/** Queries of one statement. */
const BATCH = 250;
/** From so many queries on, going through all rows takes less than asking the index, and misses none. */
const MANY = 250;

/**
 * For each query the live entries of this model whose claims are nearest, the nearest first: candidates by the directions
 * of their vectors where the hub has pgvector and the model as many dimensions as its index, else by common words; then
 * by exact cosine, here.
 */
export async function nearClaims(
  hub: Hub,
  identity: HubIdentity,
  model: string,
  queries: readonly ClaimQuery[],
  limit: number,
): Promise<NearClaim[][]> {
  const vectors = new ClaimVectors(hub.query, model);
  const candidatesOf = await finder(hub, identity, model, queries);
  const results: NearClaim[][] = [];
  for (let from = 0; from < queries.length; from += BATCH) {
    const batch = queries.slice(from, from + BATCH);
    const candidates = await candidatesOf(batch);
    await vectors.load(candidates.flat());
    const nearest = batch.map(({ vector }, at) => vectors.nearest(vector, candidates[at] ?? [], limit));
    results.push(...(await told(hub.query, nearest)));
  }
  return results;
}

/** How the candidates of these queries are found: ids of rows for each. */
async function finder(
  hub: Hub,
  { hasVectors }: HubIdentity,
  model: string,
  queries: readonly ClaimQuery[],
): Promise<(batch: readonly ClaimQuery[]) => Promise<number[][]>> {
  if (!hasVectors || queries.some(({ vector }) => signBitsOf(vector) === undefined)) {
    const byWords = new WordCandidates(hub.query, model);
    return (batch) =>
      byWords.of(
        batch.map(({ words }) => words),
        CANDIDATES,
      );
  }
  const bitsOf = (batch: readonly ClaimQuery[]) => batch.map(({ vector }) => signBitsOf(vector) ?? "");
  if (queries.length < MANY) return (batch) => bitCandidates(hub, model, bitsOf(batch));
  const all = await BitScan.load(hub.query, model);
  return async (batch) => bitsOf(batch).map((bits) => all.nearest(bits, BY_BITS));
}

/** Ids of the rows whose vectors point most nearly the same way. */
function bitCandidates(hub: Hub, model: string, bits: readonly string[]): Promise<number[][]> {
  return hub.transaction(async (query) => {
    const [home] = await query<{ name: string }>(
      `select quote_ident(n.nspname) as name from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'vector'`,
    );
    await query(
      `select set_config('hnsw.ef_search', $1, true), set_config('hnsw.iterative_scan', 'relaxed_order', true),
        set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true), set_config('jit', 'off', true)`,
      [String(LOOKED_AT)],
    );
    const rows = await query<{ ids: number[] }>(
      `select array(select r.id::int from tenet.rows r where r.bits is not null and r.model = $2
        order by r.bits operator(${home?.name ?? "public"}.<~>) q.bits::bit(384) limit $3) as ids
      from unnest($1::text[]) with ordinality q (bits, n) order by q.n`,
      [bits, model, BY_BITS],
    );
    return rows.map(({ ids }) => ids);
  });
}

interface Scored {
  id: number;
  cosine: number;
}

/** The claims' vectors that were asked for, fetched once each, in one block of memory. */
class ClaimVectors {
  #known = new Map<number, Float32Array | undefined>();
  #query: Query;
  #model: string;

  constructor(query: Query, model: string) {
    this.#query = query;
    this.#model = model;
  }

  async load(ids: readonly number[]): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.#known.has(id));
    for (let from = 0; from < missing.length; from += 4_000) {
      const part = missing.slice(from, from + 4_000);
      for (const id of part) this.#known.set(id, undefined);
      const rows = await this.#query<{ id: number; vector: Uint8Array }>(
        `select id::int, substring(vectors from octet_length(vectors) / 2 + 1) as vector from tenet.rows
        where id = any($1::bigint[]) and model = $2 and octet_length(vectors) % 8 = 0`,
        [part, this.#model],
      );
      for (const { id, vector } of rows) this.#known.set(id, unitVector(vector));
    }
  }

  nearest(vector: Float32Array, ids: readonly number[], limit: number): Scored[] {
    const scored: Scored[] = [];
    const length = Math.sqrt(dot(vector, vector));
    for (const id of ids) {
      const other = this.#known.get(id);
      if (other !== undefined && other.length === vector.length)
        scored.push({ id, cosine: dot(vector, other) / length });
    }
    return scored.sort((a, b) => b.cosine - a.cosine || a.id - b.id).slice(0, limit);
  }
}

/** As its writer sent it: checked by nobody yet. Bytes come at any place in a block of memory, numbers need one of their own. */
function unitVector(bytes: Uint8Array): Float32Array | undefined {
  const values = new Float32Array(bytes.byteLength / 4);
  new Uint8Array(values.buffer).set(bytes);
  const length = Math.sqrt(dot(values, values));
  if (!Number.isFinite(length) || length === 0) return undefined;
  for (let at = 0; at < values.length; at++) values[at] = (values[at] as number) / length;
  return values;
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] as number);
  return sum;
}

/** What the rows say; one that does not say it as it should is left out. */
async function told(query: Query, nearest: readonly (readonly Scored[])[]): Promise<NearClaim[][]> {
  const ids = [...new Set(nearest.flat().map(({ id }) => id))];
  const rows = await query<
    Row & { id: number; agent: string; entry: string; cluster: string; claim: string; body: string }
  >(
    "select id::int, agent, entry, cluster, claim, body from tenet.rows where id = any($1::bigint[]) and body is not null",
    [ids],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return nearest.map((scored) =>
    scored.flatMap(({ id, cosine }) => {
      const row = byId.get(id);
      const text = row === undefined ? undefined : claimIn(row.body);
      if (row === undefined || text === undefined) return [];
      const { agent, entry, cluster, claim } = row;
      return [{ agent, entry, cluster, claim, text, cosine }];
    }),
  );
}

function claimIn(body: string): string | undefined {
  try {
    const { claim } = JSON.parse(body);
    return typeof claim === "string" ? claim : undefined;
  } catch {
    return undefined;
  }
}
