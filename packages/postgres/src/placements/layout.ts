import type { AccountId, UsageOwner } from '@carillon/core'
import type { Knex } from 'knex'
import { prefixOf, type InSchema } from '../connection/schema-name.js'

export type NodeAddress = {
  readonly host: string
  readonly port: number
  /** The number of the node in Citus. */
  readonly group: number
  /** Whether it is the node that asked. */
  readonly isOwn: boolean
}

export type Shard = {
  /** The identifier that its table `job` has in Citus. */
  readonly id: string
  readonly node: NodeAddress
  /** The names that its tables have on the node. */
  readonly tables: ReadonlyMap<string, string>
}

export type Copies = Pick<Shard, 'node' | 'tables'> & {
  /** The identifier that the copy of the table `account` has in Citus. */
  readonly id: string
}

/** Where Citus has the rows of the accounts. */
export type Layout = {
  readonly shardOf: ReadonlyMap<AccountId, string>
  readonly shards: ReadonlyMap<string, Shard>
  /** The copies of replicated tables on the node that was asked; null if it has none, as a node that was just added. */
  readonly copies: Copies | null
  /** All nodes of the cluster, also those without shards. */
  readonly nodes: readonly NodeAddress[]
}

/** Null on one Postgres. `before`: the last layout that was read. */
export async function layoutOf(
  knex: Pick<Knex, 'raw'>,
  { schema }: InSchema,
  before: Layout | null,
): Promise<Layout | null> {
  const table = `${prefixOf(schema)}job`
  const rowsOf = async <Row>(statement: string) => (await knex.raw<{ rows: readonly Row[] }>(statement, { table })).rows
  if ((await rowsOf(IS_CITUS)).length === 0) return null
  if ((await rowsOf(IS_DISTRIBUTED)).length === 0) return null
  const [accounts, places, copied, nodes] = await Promise.all([
    rowsOf<AccountRow>(accountsIn(prefixOf(schema))),
    rowsOf<PlaceRow>(PLACES),
    rowsOf<NameRow>(COPIES),
    rowsOf<NodeAddress>(NODES),
  ])
  const isKnown = places.length === before?.shards.size && places.every(({ id }) => before.shards.has(id))
  const names = isKnown ? null : groupOf(await rowsOf<NameRow>(NAMES))
  const shards = places.map(({ id, ...node }) => {
    const tables = (names === null ? before!.shards.get(id)!.tables : names.get(id)) ?? new Map<string, string>()
    return [id, { id, node, tables }] as const
  })
  const shardOf = new Map(accounts.map(({ id, shard }) => [id, shard]))
  return { shardOf, shards: new Map(shards), copies: copiesOf(copied, nodes), nodes }
}

function copiesOf(copied: readonly NameRow[], nodes: readonly NodeAddress[]): Copies | null {
  const node = nodes.find(({ isOwn }) => isOwn)
  const account = copied.find(({ table }) => table === 'account')
  if (node === undefined || account === undefined) return null
  return { id: account.id, node, tables: new Map(copied.map(({ table, name }) => [table, name])) }
}

export function isSame(one: Layout | null, other: Layout | null): boolean {
  if (one === null || other === null) return one === other
  return (
    namesOf(one.copies) === namesOf(other.copies) &&
    one.shardOf.size === other.shardOf.size &&
    [...one.shardOf].every(([account, shard]) => other.shardOf.get(account) === shard) &&
    one.shards.size === other.shards.size &&
    [...one.shards.values()].every(({ id, node }) => hasNode(other.shards.get(id), node))
  )
}

function namesOf(copies: Copies | null): string {
  return [...(copies?.tables.values() ?? [])].sort().join()
}

function hasNode(shard: Shard | undefined, node: NodeAddress): boolean {
  return shard !== undefined && nameOf(shard.node) === nameOf(node)
}

/** The host and the port. */
export function nameOf({ host, port }: NodeAddress): string {
  return `${host}:${port}`
}

function groupOf(rows: readonly NameRow[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const names = new Map<string, Map<string, string>>()
  for (const { id, table, name } of rows) names.set(id, (names.get(id) ?? new Map<string, string>()).set(table, name))
  return names
}

/** Owns the counters of the whole service. */
export const SERVICE: Exclude<UsageOwner, AccountId> = 'service'

type AccountRow = { readonly id: AccountId; readonly shard: string }
type PlaceRow = NodeAddress & { readonly id: string }
type NameRow = { readonly id: string; readonly table: string; readonly name: string }

const IS_CITUS = `select from pg_extension where extname = 'citus'`
const IS_DISTRIBUTED = `select from pg_dist_partition where logicalrelid = to_regclass(:table)`

/** The counters of the whole service are among those of the accounts. */
const accountsIn = (schema: string) => `
  select id, get_shard_id_for_distribution_column(:table, id)::text as shard
    from (select id from ${schema}account union all select '${SERVICE}') as owner`

const ADDRESS = `
  node.nodename as host, node.nodeport as port, node.groupid as "group",
  node.groupid = (select groupid from pg_dist_local_group) as "isOwn"`

const PLACES = `
  select shard.shardid::text as id, ${ADDRESS}
    from pg_dist_shard as shard
    join pg_dist_placement as placement on placement.shardid = shard.shardid
    join pg_dist_node as node on node.groupid = placement.groupid and node.noderole = 'primary'
   where shard.logicalrelid = to_regclass(:table)`

/** Without those that were disabled, unless rows are still there. */
const NODES = `
  select ${ADDRESS}
    from pg_dist_node as node
   where node.noderole = 'primary'
     and (node.isactive or exists (select from pg_dist_placement where pg_dist_placement.groupid = node.groupid))
   order by node.groupid`

/** The tables of one shard have the same range of hashes. Every shard has the replicated tables. */
const NAMES = `
  select job.shardid::text as id, class.relname as table,
         class.relname || '_' || shard.shardid as name
    from pg_dist_shard as job
    join pg_class as own on own.oid = job.logicalrelid
    join pg_class as class on class.relnamespace = own.relnamespace
    join pg_dist_shard as shard on shard.logicalrelid = class.oid
     and (shard.shardminvalue is null or shard.shardminvalue = job.shardminvalue)
   where job.logicalrelid = to_regclass(:table)`

/** The replicated tables that the node has copies of. */
const COPIES = `
  select shard.shardid::text as id, class.relname as table, class.relname || '_' || shard.shardid as name
    from pg_class as own
    join pg_class as class on class.relnamespace = own.relnamespace
    join pg_dist_shard as shard on shard.logicalrelid = class.oid and shard.shardminvalue is null
    join pg_dist_placement as placement on placement.shardid = shard.shardid
    join pg_dist_local_group as asked on asked.groupid = placement.groupid
   where own.oid = to_regclass(:table)`
