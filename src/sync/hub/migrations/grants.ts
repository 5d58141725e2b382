/** The rights of members of the group `tenet_agent`. Row security restricts them to rows. */
export const grants = `
grant usage on schema tenet to tenet_agent;
grant select on tenet.hub, tenet.migrations, tenet.agents, tenet.rows to tenet_agent;
grant insert (agent, key) on tenet.agents to tenet_agent;
grant update (pushed) on tenet.agents to tenet_agent;
grant insert (agent, number, kind, entry, hash, claim, cluster, contests, shown_before, at, model, vectors_hash, signature,
  body) on tenet.rows to tenet_agent;
grant update (body) on tenet.rows to tenet_agent;
`;
