/** Claims in a hub that are near new ones. */
import { BitScan } from "./bit-scan.js";
import type { Hub, Query, Row } from "./hub.js";
import type { HubIdentity } from "./migrate.js";
import { INDEXED, signBitsOf } from "./sign-bits.js";

export interface NearClaim {
  agent: string;
  entry: string;
  cluster: string;
  /** Its hash. */
  claim: string;
  text: string;
  cosine: number;
}

/** Rows that are looked at more closely for each query: those whose vectors differ in the fewest directions. */
const BY_BITS = 40;
/** Where rows that count for nothing take these places, so many times as many are looked at. */
const WIDER = 8;
/** Rows that the index looks at for each query. */
const LOOKED_AT = 400;
/** Queries of one statement. */
const BATCH = 250;
/** From so many queries on reading all rows once takes less than asking the hub about each: by its index, or without. */
const MANY = { indexed: 250, plain: 10 };

/** How many of the nearest rows of one model are wanted, and which count. */
export interface Wanted {
  model: string;
  limit: number;
  /** Rows lie there as others wrote them. However many of those do not count lie before one that does, it is found. */
  counts?: (claim: NearClaim) => boolean;
}

/**
 * For each vector of a claim the live entries of this model whose claims are nearest, the nearest first: candidates by the
 * directions of their vectors, then by exact cosine, here.
 */
export async function nearClaims(
  hub: Hub,
  identity: HubIdentity,
  queries: readonly Float32Array[],
  { model, limit, counts = () => true }: Wanted,
): Promise<NearClaim[][]> {
  const vectors = new ClaimVectors(hub.query, model);
  const results: NearClaim[][] = queries.map(() => []);
  const [first] = queries;
  if (first === undefined) return results;
  const bits = queries.map(signBitsOf);
  let scan: Promise<BitScan> | undefined;
  const scanned = async (asked: readonly string[], most: number) => {
    scan ??= BitScan.load(hub.query, model, first.length);
    const all = await scan;
    return asked.map((one) => all.nearest(one, most));
  };
  const isIndexed = identity.hasVectors && first.length === INDEXED;
  const isMany = queries.length >= (isIndexed ? MANY.indexed : MANY.plain);
  for (let from = 0; from < queries.length; from += BATCH) {
    let open = Array.from({ length: Math.min(BATCH, queries.length - from) }, (_, at) => from + at);
    for (let most = BY_BITS; open.length > 0; most *= WIDER) {
      const asked = open.map((at) => bits[at] as string);
      const few = !isMany && most === BY_BITS;
      const candidates = await (few ? bitCandidates(hub, model, asked, isIndexed) : scanned(asked, most));
      await vectors.load(candidates.flat());
      const nearest = open.map((at, place) => vectors.nearest(queries[at] as Float32Array, candidates[place] ?? []));
      const found = await thoseThatCount(hub.query, nearest, limit, counts);
      for (const [place, at] of open.entries()) results[at] = found[place] ?? [];
      open = open.filter((at, place) => (results[at]?.length ?? 0) < limit && candidates[place]?.length === most);
    }
  }
  return results;
}

/** Ids of the rows whose vectors point most nearly the same way. */
function bitCandidates(hub: Hub, model: string, bits: readonly string[], isIndexed: boolean): Promise<number[][]> {
  return hub.transaction(async (query) => {
    const order = isIndexed ? await indexOrder(query) : "bit_count(r.bits # q.bits::varbit)";
    const rows = await query<{ ids: number[] }>(
      `select array(select r.id::int from tenet.rows r where r.bits is not null and r.model = $2 and length(r.bits) = $4
        order by ${order} limit $3) as ids
      from unnest($1::text[]) with ordinality q (bits, n) order by q.n`,
      [bits, model, BY_BITS, bits[0]?.length],
    );
    return rows.map(({ ids }) => ids);
  });
}

/** Has this transaction ask the index. */
async function indexOrder(query: Query): Promise<string> {
  const [home] = await query<{ name: string }>(
    `select quote_ident(n.nspname) as name from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'vector'`,
  );
  await query(
    `select set_config('hnsw.ef_search', $1, true), set_config('hnsw.iterative_scan', 'relaxed_order', true),
      set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true), set_config('jit', 'off', true)`,
    [String(LOOKED_AT)],
  );
  return `r.bits::bit(${INDEXED}) operator(${home?.name ?? "public"}.<~>) q.bits::bit(${INDEXED})`;
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

  nearest(vector: Float32Array, ids: readonly number[]): Scored[] {
    const scored: Scored[] = [];
    const length = Math.sqrt(dot(vector, vector));
    for (const id of ids) {
      const other = this.#known.get(id);
      if (other !== undefined && other.length === vector.length)
        scored.push({ id, cosine: dot(vector, other) / length });
    }
    return scored.sort((a, b) => b.cosine - a.cosine || a.id - b.id);
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

/** Of each list the first that count: as many more are read as are still wanted. */
async function thoseThatCount(
  query: Query,
  nearest: readonly (readonly Scored[])[],
  limit: number,
  counts: (claim: NearClaim) => boolean,
): Promise<NearClaim[][]> {
  const found: NearClaim[][] = nearest.map(() => []);
  for (let from = 0; ; from += limit) {
    const next = nearest.map((scored, at) =>
      (found[at]?.length ?? 0) < limit ? scored.slice(from, from + limit) : [],
    );
    if (next.every(({ length }) => length === 0)) return found.map((list) => list.slice(0, limit));
    for (const [at, claims] of (await told(query, next)).entries()) found[at]?.push(...claims.filter(counts));
  }
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
