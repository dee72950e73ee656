import type { AskedStatement } from '../connection/pipelines.js'
import type { NodeConnections, Route } from '../connection/route.js'
import type { Shard } from './layout.js'
import { onShard, remembering } from './on-shard.js'

/** The SQLSTATE of `CHECK` if the shard is not on the node: a division by zero. */
export const SHARD_HAS_MOVED = '22012'

/**
 * Statements name the tables of the shard, so Citus does not see them. It moves a shard while writes go on, and blocks
 * them only at the end, by a lock which statements that it sees hold shared. So it is held here too.
 */
export function routeTo({ id, tables }: Shard, node: NodeConnections): Route {
  const textOn = remembering((text: string) => onShard(text, tables))
  const check = { name: 'carillon_shard_check', text: CHECK, values: [id] }
  return {
    node,
    shard: id,
    hold: [{ name: 'carillon_shard_hold', text: HOLD, values: [id] }, check],
    check,
    placed: ({ name, text, values }: AskedStatement) => ({
      ...(name !== undefined && { name: `${name}_${id}` }),
      text: textOn(text),
      values,
    }),
  }
}

const SHARE_LOCK = 5
const HOLD = `select lock_shard_metadata(${SHARE_LOCK}, array[$1::bigint])`

const CHECK = `
  select 1 / count(*)
    from pg_dist_placement as placement
    join pg_dist_local_group as own on own.groupid = placement.groupid
   where placement.shardid = $1::bigint`
