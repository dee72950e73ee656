import type { AccountId, Clock, Keyring, KnownKey } from '@carillon/core'
import type { Knex } from 'knex'
import { Listener } from '../connection/listener.js'
import { WRITES_ISO } from '../connection/output-format.js'
import { prefixOf, type InSchema } from '../connection/schema-name.js'
import { explainMissingTables } from '../sql/sql-state.js'
import { rowsOf } from '../sql/sql.js'
import { ACCOUNT_COLUMNS, accountFromRow, type AccountRow } from './account-row.js'
import { API_KEY_CHANGES_CHANNEL } from './api-key-changes.js'
import { LookUpQueue } from './look-up-queue.js'
import { RefusedAnswers } from './refused-answers.js'

/** The maximum time that a key is cached. It limits the delay of a change whose notification was lost. */
const MEMORY_MS = 5_000
const KEYS_MAX = 10_000
/** How many look-ups of unknown or refused keys run at once: few, compared with the pool of connections. */
const DOUBTFUL_RUNNING_MAX = 2
const DOUBTFUL_WAITING_MAX = 1_000
/** The `foundMs` of a key that may have changed since it was read. */
const OUTDATED = -Infinity

/**
 * Caches keys for a short time, and only while it is notified of every change. Units of work in this process notify it
 * directly, so a revoked key is removed from this cache before the request to revoke the key gets a response.
 *
 * A try with a wrong secret costs the same as a try with an unknown key: one query, or none if the same key id was
 * refused a moment ago. Such queries wait for each other, so that guesses cannot use up the pool of connections. The
 * right secret of a key that was cached before, even if it must be read again, does not wait for them.
 */
export class PostgresKeyring implements Keyring {
  private readonly known = new Map<string, { readonly key: KnownKey; readonly foundMs: number }>()
  private readonly refused: RefusedAnswers
  private readonly doubtful = new LookUpQueue({ runningMax: DOUBTFUL_RUNNING_MAX, waitingMax: DOUBTFUL_WAITING_MAX })
  /** Incremented whenever something may have changed, so that a result of an older query is not cached. */
  private generation = 0
  private readonly listener: Listener

  private readonly statement: string

  constructor(private readonly options: InSchema & { readonly knex: Knex; readonly clock: Clock }) {
    this.statement = findIn(prefixOf(options.schema))
    this.refused = new RefusedAnswers(options.clock)
    this.listener = new Listener({
      knex: options.knex,
      channel: API_KEY_CHANGES_CHANNEL,
      onMessage: (account) => this.forget(new Set([account as AccountId])),
      onConnection: () => this.forgetAll(),
    })
  }

  async find(keyId: string, isRight: IsRight = isKnown): Promise<KnownKey | null> {
    const remembered = this.remembered(keyId, isRight)
    if (remembered !== undefined) return remembered
    void this.listener.start()
    if (isRight(this.known.get(keyId)?.key ?? null)) return this.lookUp(keyId, isRight)
    return this.doubtful.run(async () => {
      const found = this.remembered(keyId, isRight)
      return found === undefined ? this.lookUp(keyId, isRight) : found
    })
  }

  forget(accounts: ReadonlySet<AccountId>): void {
    this.generation++
    // A new key may have an id that was unknown.
    this.refused.clear()
    for (const [id, { key }] of this.known) {
      if (accounts.has(key.account.id)) this.known.set(id, { key, foundMs: OUTDATED })
    }
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

  /** Undefined if the database must be asked. */
  private remembered(keyId: string, isRight: IsRight): KnownKey | null | undefined {
    const nowMs = this.options.clock.now().getTime()
    const entry = this.known.get(keyId)
    const ageMs = nowMs - (entry?.foundMs ?? OUTDATED)
    const key = entry !== undefined && ageMs >= 0 && ageMs < MEMORY_MS ? entry.key : null
    return isRight(key) ? key : this.refused.get(keyId)
  }

  private async lookUp(keyId: string, isRight: IsRight): Promise<KnownKey | null> {
    const foundMs = this.options.clock.now().getTime()
    const { generation } = this
    const key = await this.read(keyId)
    const isCurrent = this.listener.listening && generation === this.generation
    if (isCurrent && !isRight(key)) this.refused.add(keyId, key)
    if (key === null) this.known.delete(keyId)
    else this.remember(keyId, { key, foundMs: isCurrent ? foundMs : OUTDATED })
    return key
  }

  private remember(keyId: string, entry: { readonly key: KnownKey; readonly foundMs: number }) {
    if (this.known.size >= KEYS_MAX && !this.known.has(keyId)) this.known.clear()
    this.known.set(keyId, entry)
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
    this.refused.clear()
    for (const [id, { key }] of this.known) this.known.set(id, { key, foundMs: OUTDATED })
  }
}

type IsRight = (key: KnownKey | null) => boolean

const isKnown: IsRight = (key) => key !== null

const findIn = (schema: string) => `
  with written as materialized (
    select ${WRITES_ISO}
  )
  select api_key.secret_hash, ${ACCOUNT_COLUMNS}
    from ${schema}api_key
    join ${schema}account on account.id = api_key.account_id
    cross join written
   where api_key.id = :keyId`
