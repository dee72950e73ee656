import { groupBy, type AccountId } from '@carillon/core'
import type { Knex } from 'knex'
import { isOutage } from '../connection/is-outage.js'
import { prefixOf, type InSchema } from '../connection/schema-name.js'
import type { AccountPlacements } from '../sql/sql.js'
import { sqlStateOf } from '../sql/sql-state.js'

/** How long a list of the shards of all accounts is used. */
const FRESH_MS = 60_000

export type PlacementsOptions = InSchema & { readonly knex: Pick<Knex, 'raw'> }

/** Finds out whether the tables are distributed by Citus, and in which shard the rows of each account are. */
export class Placements implements AccountPlacements {
  #shards: Shards = null
  #loading: Promise<void> | null = null
  #loadedAtMs = -Infinity

  constructor(private readonly options: PlacementsOptions) {}

  /**
   * Accounts with the same placement may share a statement: on one Postgres all, on Citus those whose rows are in the
   * same shard. An account that is not known yet has a placement of its own.
   */
  of(account: AccountId): string {
    return this.#shards === null ? '' : (this.#shards.get(account) ?? account)
  }

  get isDistributed(): boolean {
    return this.#shards !== null
  }

  /** On Citus, the accounts of each shard. */
  get groups(): readonly (readonly AccountId[])[] {
    const shards = groupBy([...(this.#shards ?? [])], ([, shard]) => shard)
    return [...shards.values()].map((accounts) => accounts.map(([account]) => account))
  }

  /** Resolves once the placements are known. Later calls only have them read again from time to time. */
  async ready(): Promise<void> {
    if (this.#loadedAtMs === -Infinity) return this.reload()
    if (performance.now() - this.#loadedAtMs > FRESH_MS) this.reload().catch(() => {})
  }

  /** Runs `work` again if a statement failed because the database has been distributed, or a shard split, meanwhile. */
  async following<T>(work: () => Promise<T>): Promise<T> {
    await this.ready()
    const known = this.#shards
    try {
      return await work()
    } catch (error) {
      if (sqlStateOf(error) !== NOT_SUPPORTED) throw error
      await this.reload()
      if (isSame(known, this.#shards)) throw error
      return work()
    }
  }

  reload(): Promise<void> {
    this.#loading ??= this.#load().finally(() => (this.#loading = null))
    return this.#loading
  }

  async #load(): Promise<void> {
    this.#shards = await this.#read()
    this.#loadedAtMs = performance.now()
    if (this.#shards !== null) await this.#place([...this.#shards.keys()])
  }

  /** Adds the places of accounts that a process has created which did not know yet that the tables are distributed. */
  async #place(accounts: readonly AccountId[]): Promise<void> {
    const schema = prefixOf(this.options.schema)
    try {
      const { rows } = await this.options.knex.raw<{ rows: { id: AccountId }[] }>(placedIn(schema))
      const placed = new Set(rows.map(({ id }) => id))
      const missing = accounts.filter((account) => !placed.has(account))
      if (missing.length > 0) await this.options.knex.raw(placingIn(schema), { missing })
    } catch (error) {
      if (!isOutage(error)) throw error
    }
  }

  async #read(): Promise<Shards> {
    const { knex, schema } = this.options
    const table = `${prefixOf(schema)}job`
    const isCitus = await knex.raw<{ rows: readonly unknown[] }>(IS_CITUS)
    if (isCitus.rows.length === 0) return null
    const isDistributed = await knex.raw<{ rows: readonly unknown[] }>(IS_DISTRIBUTED, { table })
    if (isDistributed.rows.length === 0) return null
    const { rows } = await knex.raw<{ rows: readonly ShardRow[] }>(shardsIn(prefixOf(schema)), { table })
    return new Map(rows.map(({ id, shard }) => [id, shard]))
  }
}

function isSame(one: Shards, other: Shards): boolean {
  if (one === null || other === null) return one === other
  return one.size === other.size && [...one].every(([account, shard]) => other.get(account) === shard)
}

/** Citus cannot run a statement on several shards as it is. */
const NOT_SUPPORTED = '0A000'

/** Null on one Postgres. */
type Shards = ReadonlyMap<AccountId, string> | null

type ShardRow = { readonly id: AccountId; readonly shard: string }

const IS_CITUS = `select from pg_extension where extname = 'citus'`
const IS_DISTRIBUTED = `select from pg_dist_partition where logicalrelid = to_regclass(:table)`
const placedIn = (schema: string) => `select account_id as id from ${schema}account_place`
const placingIn = (schema: string) =>
  `insert into ${schema}account_place (account_id) select unnest(:missing::text[]) on conflict (account_id) do nothing`
const shardsIn = (schema: string) =>
  `select id, get_shard_id_for_distribution_column(:table, id)::text as shard from ${schema}account`
