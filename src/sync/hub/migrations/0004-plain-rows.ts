/** The hub's own row, its agents and their rows, and who may do what with them. */
export const plainRows = `
create schema if not exists tenet;
create table tenet.migrations (
  number integer primary key,
  name text not null,
  applied timestamptz not null default now()
);

create table tenet.hub (
  one boolean primary key default true check (one),
  id uuid not null default gen_random_uuid(),
  made timestamptz not null default now()
);
insert into tenet.hub default values;

create table tenet.agents (
  agent text primary key constraint agent_form check (agent ~ '^([a-z0-9-]{1,40}-)?[0-9a-f]{16}$'),
  key bytea not null check (octet_length(key) = 32),
  -- The login of whoever registered it: nobody else writes its rows.
  role name not null default current_user,
  joined timestamptz not null default now(),
  pushed timestamptz
);

create table tenet.rows (
  agent text not null references tenet.agents,
  number integer not null check (number > 0),
  entry text not null constraint entry_form check (entry ~ '^[A-Z]{3}-[0-9]{8}-[0-9A-Z]{3,8}$'),
  hash text not null constraint hash_form check (hash ~ '^([0-9a-f]{64}|withdrawn|erased)$'),
  body text check (octet_length(body) <= 262144),
  signature bytea not null check (octet_length(signature) = 64),
  at text not null check (octet_length(at) between 1 and 40),
  received timestamptz not null default now(),
  primary key (agent, number),
  check (body is null or length(hash) = 64)
);
create index rows_of_entry on tenet.rows (entry, agent, number desc);

create function tenet.rows_come() returns trigger language plpgsql as $$
declare
  come record;
  before integer;
begin
  for come in
    select f.agent, min(f.number) as first, max(f.number) as last, count(*) as how_many,
      bool_or(f.received <> now()) as dated
    from fresh f group by f.agent
  loop
    if come.dated then
      raise exception using errcode = 'TN003', message = 'the hub alone says when it took a row';
    end if;
    select max(r.number) into before from tenet.rows r where r.agent = come.agent and r.number < come.first;
    if come.first <> coalesce(before, 0) + 1 or come.last - come.first + 1 <> come.how_many then
      raise exception using errcode = 'TN001', message = 'the rows do not follow on those before';
    end if;
  end loop;
  -- What is said anew, withdrawn or erased leaves no words behind.
  update tenet.rows r set body = null
  from fresh f
  where r.agent = f.agent and r.entry = f.entry and r.number < f.number and r.body is not null;
  return null;
end $$;
create trigger rows_come after insert on tenet.rows
  referencing new table as fresh for each statement execute function tenet.rows_come();

create function tenet.words_leave() returns trigger language plpgsql as $$
begin
  old.body := null;
  if new is distinct from old then
    raise exception using errcode = 'TN003', message = 'of a row that was taken, only its words may leave';
  end if;
  return new;
end $$;
create trigger words_leave before update on tenet.rows for each row execute function tenet.words_leave();

create function tenet.rows_stay() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'TN003', message = 'a row that was taken stays';
end $$;
create trigger rows_stay before delete or truncate on tenet.rows for each statement execute function tenet.rows_stay();
create trigger agents_stay before delete or truncate on tenet.agents
  for each statement execute function tenet.rows_stay();

alter table tenet.agents enable row level security;
alter table tenet.agents force row level security;
create policy everyone_reads on tenet.agents for select using (true);
create policy under_its_own_login on tenet.agents for insert with check (role = current_user);
create policy its_own on tenet.agents for update using (role = current_user) with check (role = current_user);

alter table tenet.rows enable row level security;
alter table tenet.rows force row level security;
create policy everyone_reads on tenet.rows for select using (true);
create policy its_own on tenet.rows for insert
  with check (agent in (select a.agent from tenet.agents a where a.role = current_user));
create policy words_of_its_own on tenet.rows for update
  using (agent in (select a.agent from tenet.agents a where a.role = current_user))
  with check (body is null);

-- Members of the group write; row security restricts them to their rows. Without the right to make one, one login serves all.
do $$ begin
  if (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) then
    create role tenet_agent nologin;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  if exists (select from pg_roles where rolname = 'tenet_agent') then
    grant usage on schema tenet to tenet_agent;
    grant select on tenet.hub, tenet.migrations, tenet.agents, tenet.rows to tenet_agent;
    grant insert (agent, key) on tenet.agents to tenet_agent;
    grant update (pushed) on tenet.agents to tenet_agent;
    grant insert (agent, number, entry, hash, body, signature, at) on tenet.rows to tenet_agent;
    grant update (body) on tenet.rows to tenet_agent;
  end if;
end $$;
`;
