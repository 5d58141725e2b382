import { INDEXED } from "../sign-bits.js";

/** Where pgvector is there: an index by which a few near claims are found without reading all rows. */
export const bitIndex = `
do $$
declare
  home text;
begin
  select n.nspname into strict home from pg_extension e join pg_namespace n on n.oid = e.extnamespace
  where e.extname = 'vector';
  execute format('create index live_bits on tenet.rows using hnsw ((bits::bit(${INDEXED})) %I.bit_hamming_ops)
    with (m = 12, ef_construction = 40) where length(bits) = ${INDEXED}', home);
end $$;
`;
