import type { Knex } from 'knex'
import { prefixOf, type InSchema } from '../../connection/schema-name.js'

/** The Citus cluster that a database is a node of. */
export type Cluster = {
  readonly role: 'coordinator' | 'worker'
  readonly version: string
  /** The nodes that get rows of accounts, as host and port. */
  readonly nodes: readonly string[]
  /** Whether the tables of Carillon are distributed. */
  readonly isDistributed: boolean
}

/** Null if the database has no Citus. */
export async function clusterOf(knex: Pick<Knex, 'raw'>, { schema }: InSchema = {}): Promise<Cluster | null> {
  const { rows: found } = await knex.raw<{ rows: { version: string }[] }>(CITUS)
  if (found.length === 0) return null
  const { rows } = await knex.raw<{ rows: [Omit<Cluster, 'version'>] }>(FACTS, { table: `${prefixOf(schema)}job` })
  return { ...rows[0], version: found[0]!.version }
}

const CITUS = `select extversion as version from pg_extension where extname = 'citus'`

const FACTS = `
  select case when citus_is_coordinator() or not exists (select from pg_dist_node) then 'coordinator' else 'worker' end
           as role,
         exists (select from pg_dist_partition where logicalrelid = to_regclass(:table)) as "isDistributed",
         array(
           select nodename || ':' || nodeport
             from pg_dist_node
            where isactive and shouldhaveshards and noderole = 'primary'
            order by nodeid
         ) as nodes`
