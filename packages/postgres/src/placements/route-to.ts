import type { AskedStatement } from '../connection/pipelines.js'
import type { NodeConnections, Route } from '../connection/route.js'
import { shortHash } from '../connection/schema-name.js'
import { onceEachText } from '../sql/once-each.js'
import { sqlStateOf } from '../sql/sql-state.js'
import type { Shard } from './layout.js'
import { onShard } from './on-shard.js'

export function routeTo({ id, tables }: Pick<Shard, 'id' | 'tables'>, node: NodeConnections): Route {
  return {
    node,
    shard: id,
    ids: [id],
    check: checkOf([id]),
    placed: placing(id, (text) => onShard(text, tables)),
    hasTables: (names) => names.every((name) => tables.has(name)),
  }
}

/** For statements that read from all shards of a node. */
export function routeToAll(shards: readonly Shard[], node: NodeConnections): Route {
  const ids = shards.map(({ id }) => id).sort()
  const names = shards.flatMap(({ tables }) => [...tables.values()]).sort()
  return {
    node,
    shard: `all of ${ids.join()}`,
    ids,
    check: checkOf(ids),
    placed: placing(shortHash(names.join(), SUFFIX_LENGTH), (text) =>
      shards.map(({ tables }) => `(${onShard(text, tables)})`).join(' union all '),
    ),
    hasTables: (names) => shards.every(({ tables }) => names.every((name) => tables.has(name))),
  }
}

/**
 * Keeps the shards of routes to one node there until the transaction ends, and fails if one is no longer there.
 *
 * Statements name the tables of the shard, so Citus does not see them. It moves a shard while writes go on, and blocks
 * them only at the end, by a lock which statements that it sees hold shared. So it is held here too.
 */
export function holding(routes: readonly Route[]): readonly AskedStatement[] {
  const ids = [...new Set(routes.flatMap((route) => route.ids))].sort()
  return [{ name: 'carillon_shard_hold', text: HOLD, values: [ids] }, checkOf(ids)]
}

function checkOf(ids: readonly string[]): AskedStatement {
  return ids.length === 1
    ? { name: 'carillon_shard_check', text: CHECK, values: ids }
    : { name: 'carillon_shards_check', text: CHECK_ALL, values: [ids] }
}

/** The prepared statements of a route have names of their own. */
function placing(suffix: string, placed: (text: string) => string): Route['placed'] {
  const placedOnce = onceEachText(placed)
  return ({ name, generation, text, values }: AskedStatement) => {
    if (name === undefined) return { text: placed(text), values }
    const generations = generation === undefined ? {} : { generation }
    return { name: `${name}_${suffix}`, ...generations, text: placedOnce(text), values }
  }
}

const SUFFIX_LENGTH = 8

const SHARE_LOCK = 5
const HOLD = `select lock_shard_metadata(${SHARE_LOCK}, $1::bigint[])`

/** Divides by zero if the shard is not on the node. */
const CHECK = `
  select 1 / count(*)
    from pg_dist_placement as placement
    join pg_dist_local_group as own on own.groupid = placement.groupid
   where placement.shardid = $1::bigint`

/**
 * The same for several shards. For one, it would take 1.6 times as long: Postgres plans a comparison with an array anew each
 * time.
 */
const CHECK_ALL = `
  select 1 / (count(*) = cardinality($1::bigint[]))::integer
    from pg_dist_placement as placement
    join pg_dist_local_group as own on own.groupid = placement.groupid
   where placement.shardid = any ($1::bigint[])`

/** Whether a shard was not found where it was. The node may also have become a standby, which takes no writes. */
export function isShardMissing(error: unknown): boolean {
  return MISSING.has(sqlStateOf(error)) || SPLIT.test((error as Error).message)
}

const [DIVISION_BY_ZERO, READ_ONLY] = ['22012', '25006']
const MISSING: ReadonlySet<unknown> = new Set([DIVISION_BY_ZERO, READ_ONLY])

/** Citus reports a shard that no longer exists at all without an SQLSTATE of its own. */
const SPLIT = /could not find valid entry for shard/
