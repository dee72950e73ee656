import type { AccountId, Clock, Keyring, KnownKey } from '@carillon/core'
import type { Knex } from 'knex'
import { Listener } from '../connection/listener.js'
import { WRITES_ISO } from '../connection/output-format.js'
import { prefixOf, type InSchema } from '../connection/schema-name.js'
import { explainMissingTables } from '../sql/sql-state.js'
import { rowsOf } from '../sql/sql.js'
import { ACCOUNT_COLUMNS, accountFromRow, type AccountRow } from './account-row.js'
import { API_KEY_CHANGES_CHANNEL } from './api-key-changes.js'

/** The maximum time that a key is cached. It limits the delay of a change whose notification was lost. */
const MEMORY_MS = 5_000
const KEYS_MAX = 10_000

/**
 * Caches keys for a short time, and only while it is notified of every change. Units of work in this process notify it
 * directly, so a revoked key is removed from this cache before the request to revoke the key gets a response.
 */
export class PostgresKeyring implements Keyring {
  private readonly known = new Map<string, { readonly key: KnownKey; readonly foundMs: number }>()
  /** Incremented whenever something may have changed, so that a result of an older query is not cached. */
  private generation = 0
  private readonly listener: Listener

  private readonly statement: string

  constructor(private readonly options: InSchema & { readonly knex: Knex; readonly clock: Clock }) {
    this.statement = findIn(prefixOf(options.schema))
    this.listener = new Listener({
      knex: options.knex,
      channel: API_KEY_CHANGES_CHANNEL,
      onMessage: (account) => this.forget(new Set([account as AccountId])),
      onConnection: () => this.forgetAll(),
    })
  }

  async find(keyId: string): Promise<KnownKey | null> {
    const nowMs = this.options.clock.now().getTime()
    const remembered = this.remembered(keyId, nowMs)
    if (remembered !== null) return remembered
    void this.listener.start()
    const { generation } = this
    const key = await this.read(keyId)
    if (key !== null && this.listener.listening && generation === this.generation) {
      if (this.known.size >= KEYS_MAX) this.known.clear()
      this.known.set(keyId, { key, foundMs: nowMs })
    }
    return key
  }

  forget(accounts: ReadonlySet<AccountId>): void {
    this.generation++
    for (const [id, { key }] of this.known) if (accounts.has(key.account.id)) this.known.delete(id)
  }

  /**
   * Resolves once it listens for changes or an attempt fails; after a failure, nothing is cached. The first `find`
   * also starts to listen.
   */
  listen(): Promise<void> {
    return this.listener.start()
  }

  close(): Promise<void> {
    return this.listener.close()
  }

  private remembered(keyId: string, nowMs: number): KnownKey | null {
    const entry = this.known.get(keyId)
    if (entry === undefined) return null
    const ageMs = nowMs - entry.foundMs
    return ageMs >= 0 && ageMs < MEMORY_MS ? entry.key : null
  }

  private async read(keyId: string): Promise<KnownKey | null> {
    const { knex, schema } = this.options
    const rows = rowsOf<AccountRow & { secret_hash: string }>(knex, this.statement, { keyId })
    const [row] = await rows.catch((error: unknown) => {
      throw explainMissingTables(error, schema)
    })
    return row === undefined ? null : { secretHash: row.secret_hash, account: accountFromRow(row) }
  }

  private forgetAll() {
    this.generation++
    this.known.clear()
  }
}

const findIn = (schema: string) => `
  with written as materialized (
    select ${WRITES_ISO}
  )
  select api_key.secret_hash, ${ACCOUNT_COLUMNS}
    from ${schema}api_key
    join ${schema}account on account.id = api_key.account_id
    cross join written
   where api_key.id = :keyId`
