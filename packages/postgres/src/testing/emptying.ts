import { ACCOUNT_TABLES, CARRIER_TABLES, REFERENCE_TABLES } from '../schema/distribution/tables.js'

/** Tables that reference others come before them. */
const TABLES = [...REFERENCE_TABLES, ...CARRIER_TABLES, ...ACCOUNT_TABLES].toReversed()

/** Empties a database that is not distributed. */
export const EMPTYING = TABLES.map((table) => `delete from ${table}`).join(';')

/** Empties the shards and copies of one node. Through the planner of Citus, each delete would take several milliseconds. */
export const EMPTYING_OF_NODE = `
  do $do$
  declare
    emptied text;
  begin
    for emptied in
      select shard_name(shard.logicalrelid, shard.shardid)
        from unnest('{${TABLES.join()}}'::text[]) with ordinality as listed (name, position)
        join pg_dist_shard as shard on shard.logicalrelid = listed.name::regclass
        join pg_dist_placement as placement on placement.shardid = shard.shardid
        join pg_dist_local_group as own on own.groupid = placement.groupid
       order by listed.position
    loop
      execute 'delete from ' || emptied;
    end loop;
  end
  $do$`
