/**
 * Where pgvector is there: the signs of a claim's vector, one bit a dimension, with an index by which near ones are found
 * in a hundredth of the time that all take. Exact cosines are computed from the vectors themselves.
 */
export const bits = `
alter table tenet.rows add column bits bit(384);

-- For rows that came before pgvector did. The sign of a float32 is the highest bit of its last byte.
create function pg_temp.signs(vectors bytea) returns bit(384) language sql immutable as $$
  select string_agg(case when get_byte(vectors, 1536 + d * 4 + 3) < 128 then '1' else '0' end, '' order by d)::bit(384)
  from generate_series(0, 383) d
$$;
alter table tenet.rows no force row level security;
alter table tenet.rows disable trigger words_leave;
update tenet.rows set bits = pg_temp.signs(vectors) where octet_length(vectors) = 3072;
alter table tenet.rows enable trigger words_leave;
alter table tenet.rows force row level security;

create or replace function tenet.words_leave() returns trigger language plpgsql as $$
begin
  new.bits := null;
  old.bits := null;
  old.body := null;
  old.vectors := null;
  old.words := null;
  if new is distinct from old then
    raise exception using errcode = 'TN003', message = 'of a row that was taken, only its words may leave';
  end if;
  return new;
end $$;

do $$
declare
  home text;
begin
  select n.nspname into strict home from pg_extension e join pg_namespace n on n.oid = e.extnamespace
  where e.extname = 'vector';
  execute format('create index live_bits on tenet.rows using hnsw (bits %I.bit_hamming_ops) with (m = 12, ef_construction = 40)', home);
end $$;
`;
