import {
  originOf,
  type AccountId,
  type Broadcast,
  type BroadcastId,
  type BroadcastQuery,
  type BroadcastStore,
  type BroadcastToDispatch,
  type Chunk,
  type ChunkKey,
  type ChunkProgress,
  type ChunkState,
  type MessageId,
  type OpenProgress,
  type CountsToAdd,
  type PositionRange,
  type ShownStatus,
} from '@carillon/core'
import { inlineValues } from '../sql/inline-values.js'
import { preparedCountOf, preparedRowsOf } from '../sql/prepared.js'
import { rowsOf, run, type Database } from '../sql/sql.js'
import { fromRow, toRow, type BroadcastRow } from './broadcast-row.js'
import {
  CHUNK_COLUMNS,
  CHUNK_ROW_COLUMNS,
  CHUNK_STATE_COLUMNS,
  fromRow as chunkFromRow,
  fromStateRow,
  OPEN_PROGRESS_COLUMNS,
  openProgressOf,
  toOpenProgressRow,
  toProgressRow,
  toRow as toChunkRow,
  type ChunkRow,
  type ChunkStateRow,
  type OpenProgressRow,
} from './chunk-row.js'

/** The maximum number of chunks that one statement adds. */
const ADDED_TOGETHER = 50

export class PostgresBroadcastStore implements BroadcastStore {
  constructor(private readonly trx: Database) {}

  async add(broadcast: Broadcast, chunks: readonly Chunk[]): Promise<boolean> {
    if ((await preparedCountOf(this.trx, ADD, toRow(broadcast))) === 0) return false
    for (let i = 0; i < chunks.length; i += ADDED_TOGETHER) {
      await this.addChunks(broadcast, chunks.slice(i, i + ADDED_TOGETHER))
    }
    return true
  }

  async find(account: AccountId, id: BroadcastId): Promise<Broadcast | null> {
    const [row] = await preparedRowsOf<BroadcastRow>(this.trx, FIND, { account, id })
    return row === undefined ? null : fromRow(row)
  }

  async findToDispatch(account: AccountId, id: BroadcastId): Promise<BroadcastToDispatch | null> {
    const [row] = await preparedRowsOf<DispatchRow>(this.trx, FIND_TO_DISPATCH, { account, id })
    return row === undefined ? null : { broadcast: fromRow(row), frequencyCaps: row.frequency_caps }
  }

  async list(account: AccountId, { status, after, limit }: BroadcastQuery): Promise<readonly Broadcast[]> {
    const filter = status === null ? '' : STATUS_FILTERS[status]
    const from = after === null ? '' : ' and (created_at, id) < (:at, :id)'
    const bindings = {
      account,
      limit,
      ...(filter.includes(':status') && { status }),
      ...(after && { at: after.createdAt, id: after.id }),
    }
    return (await rowsOf<BroadcastRow>(this.trx, listing(filter + from), bindings)).map(fromRow)
  }

  async expects(account: AccountId, message: MessageId): Promise<boolean> {
    return (await rowsOf(this.trx, EXPECTING, { account, ...originOf(message) })).length > 0
  }

  async accountOf(id: BroadcastId): Promise<AccountId | null> {
    const [row] = await rowsOf<Pick<BroadcastRow, 'account_id'>>(this.trx, ACCOUNT_OF, { id })
    return row?.account_id ?? null
  }

  async lock(account: AccountId, id: BroadcastId): Promise<Broadcast | null> {
    const [row] = await preparedRowsOf<BroadcastRow>(this.trx, `${FIND} for update`, { account, id })
    return row === undefined ? null : fromRow(row)
  }

  async save(broadcast: Broadcast): Promise<void> {
    await preparedCountOf(this.trx, SAVE, toRow(broadcast))
  }

  async begin(account: AccountId, id: BroadcastId, at: Date | null): Promise<void> {
    await preparedCountOf(this.trx, BEGIN, { account, id, at })
  }

  async hold(account: AccountId, id: BroadcastId, recipients: number): Promise<void> {
    await preparedCountOf(this.trx, HOLD, { account, id, recipients })
  }

  async count({ account, broadcast, counts, now }: CountsToAdd): ReturnType<BroadcastStore['count']> {
    const [row] = await preparedRowsOf<BroadcastRow>(this.trx, COUNT, { account, broadcast, now, ...counts })
    if (row === undefined) throw new Error(`${account} has no ${broadcast} whose outcomes could be counted`)
    // Each outcome is counted once, so the outcome that completes the total is the last one.
    const isEnd = row.completed_at !== null && counts.sent + counts.failed + counts.canceled > 0
    return { broadcast: fromRow(row), isEnd }
  }

  async lockChunk({ account, broadcast, number }: ChunkKey): Promise<Chunk | null> {
    const [row] = await preparedRowsOf<ChunkRow>(this.trx, LOCK_CHUNK, { account, broadcast, number })
    return row === undefined ? null : chunkFromRow(row)
  }

  async lockProgress({ account, broadcast, number }: ChunkKey, attempt: string): Promise<OpenProgress | null> {
    const [row] = await preparedRowsOf<OpenProgressRow>(this.trx, LOCK_PROGRESS, {
      account,
      broadcast,
      number,
      attempt,
    })
    return row === undefined ? null : openProgressOf(row)
  }

  async lockChunks(account: AccountId, broadcast: BroadcastId): Promise<readonly ChunkState[]> {
    const rows = await rowsOf<ChunkStateRow>(this.trx, `${CHUNK_STATES} for update`, { account, broadcast })
    return rows.map(fromStateRow)
  }

  async chunksAt(account: AccountId, broadcast: BroadcastId, positions: PositionRange): Promise<readonly Chunk[]> {
    const rows = await rowsOf<ChunkRow>(this.trx, CHUNKS_AT, { account, broadcast, ...positions })
    return rows.map(chunkFromRow)
  }

  async chunkStates(account: AccountId, broadcast: BroadcastId): Promise<readonly ChunkState[]> {
    const rows = await rowsOf<ChunkStateRow>(this.trx, CHUNK_STATES, { account, broadcast })
    return rows.map(fromStateRow)
  }

  async saveProgress(
    { account, broadcast, number, progress }: ChunkKey & { readonly progress: ChunkProgress },
    from: string | null,
  ): Promise<boolean> {
    const bindings = { account, broadcast, number, from, ...toProgressRow(progress) }
    return (await preparedCountOf(this.trx, SAVE_PROGRESS, bindings)) === 1
  }

  async saveOpenProgress({
    account,
    broadcast,
    number,
    progress,
  }: ChunkKey & { readonly progress: OpenProgress }): Promise<void> {
    await preparedCountOf(this.trx, SAVE_OPEN_PROGRESS, { account, broadcast, number, ...toOpenProgressRow(progress) })
  }

  /** Binds each value separately: a long text inside another value would have to be quoted and parsed twice. */
  private async addChunks({ account, id }: Broadcast, chunks: readonly Chunk[]) {
    const { sql, bindings } = inlineValues('chunk', CHUNK_COLUMNS, chunks.map(toChunkRow))
    await run(this.trx, `${ADD_CHUNKS} from ${sql}`, { account, broadcast: id, ...bindings })
  }
}

const COLUMNS = `
  account_id, id, from_number, body, media_url, template, status, total, released, timezone, smart_encoding,
  sending_hours, schedule_id, send_id, sent, failed, canceled, delivered, held, created_at, started_at, held_until,
  paused_at, expires_at, watch, pool, completed_at, retried_as`

const ADD = `
  insert into broadcast (${COLUMNS})
  values (:account_id, :id, :from_number, :body, :media_url, :template, :status, :total, :released, :timezone, :smart_encoding,
          :sending_hours, :schedule_id, :send_id, :sent, :failed, :canceled, :delivered, :held, :created_at, :started_at,
          :held_until, :paused_at, :expires_at, :watch, :pool, :completed_at, :retried_as)
  on conflict (account_id, id) do nothing`

const FIND = `select ${COLUMNS} from broadcast where account_id = :account and id = :id`

type DispatchRow = BroadcastRow & { readonly frequency_caps: BroadcastToDispatch['frequencyCaps'] }

/** With the settings of the account in the same statement, so that they cost no round trip. */
const FIND_TO_DISPATCH = `
  select ${COLUMNS}, (select account.frequency_caps from account where account.id = :account) as frequency_caps
    from broadcast
   where account_id = :account and id = :id`

/** Each combination of filters has an index in this order. */
const listing = (filters: string) => `
  select ${COLUMNS}
    from broadcast
   where account_id = :account${filters}
   order by created_at desc, id desc
   limit :limit`

/** A paused broadcast has none of the other statuses that it could have. */
const STATUS_FILTERS: Readonly<Record<ShownStatus, string>> = {
  queued: ` and status collate "C" = :status and paused_at is null`,
  sending: ` and status collate "C" = :status and paused_at is null`,
  paused: ` and paused_at is not null and completed_at is null and status <> 'canceled'`,
  completed: ` and status collate "C" = :status`,
  canceled: ` and status collate "C" = :status`,
  failed: ` and status collate "C" = :status`,
}

/** Uses the primary key for the range: no character of an id sorts after a tilde. */
const EXPECTING = `
  select
    from broadcast
   where account_id = :account and completed_at is null and total > :position and right(id, 11) = :own
     and (id > 'brc_' || :time and id < 'brc_' || :time || '~' or id > 'bat_' || :time and id < 'bat_' || :time || '~')
   limit 1`

/** Searches all accounts, because the caller knows only the id. */
const ACCOUNT_OF = 'select account_id from broadcast where id = :id'

const SAVE = `
  update broadcast
     set status = :status, released = :released, sent = :sent, failed = :failed, canceled = :canceled, delivered = :delivered,
         held = :held, started_at = :started_at, paused_at = :paused_at, watch = :watch, completed_at = :completed_at,
         retried_as = :retried_as
   where account_id = :account_id and id = :id`

const BEGIN = `
  update broadcast
     set status = 'sending', started_at = :at::timestamptz
   where account_id = :account and id = :id and status in ('queued', 'sending') and started_at is null`

const HOLD = 'update broadcast set held = held + :recipients where account_id = :account and id = :id'

/** Whether the added outcomes complete the total. */
const IS_LAST = 'completed_at is null and sent + :sent + failed + :failed + canceled + :canceled >= total'

/** A single statement, so that a concurrent one waits for the row lock and then adds to the current values. */
const COUNT = `
  update broadcast
     set sent = sent + :sent, failed = failed + :failed, canceled = canceled + :canceled,
         delivered = delivered + :delivered,
         completed_at = case when ${IS_LAST} then :now::timestamptz else completed_at end,
         status = case when not (${IS_LAST}) or status = 'canceled' then status
                       when sent + :sent = 0 and total > 0 then 'failed'
                       else 'completed' end
   where account_id = :account and id = :broadcast
  returning ${COLUMNS}`

const ADD_CHUNKS = `
  insert into broadcast_chunk (account_id, broadcast_id, ${Object.keys(CHUNK_COLUMNS).join(', ')})
  select :account, :broadcast, chunk.*`

const lockChunk = (columns: string, condition = '') => `
  select ${columns}
    from broadcast_chunk
   where account_id = :account and broadcast_id = :broadcast and number = :number${condition}
     for update`

const LOCK_CHUNK = lockChunk(CHUNK_ROW_COLUMNS)
/** Does not read the attempt, which is long and which the caller already has. */
const LOCK_PROGRESS = lockChunk(OPEN_PROGRESS_COLUMNS, ' and attempt_id = :attempt')

const CHUNKS_AT = `
  select ${CHUNK_ROW_COLUMNS}
    from broadcast_chunk
   where account_id = :account and broadcast_id = :broadcast
     and first_position < :until and first_position + length > :from and :from::integer < :until::integer
   order by number`

const CHUNK_STATES = `
  select ${CHUNK_STATE_COLUMNS}
    from broadcast_chunk
   where account_id = :account and broadcast_id = :broadcast
   order by number`

const SAVE_PROGRESS = `
  update broadcast_chunk
     set cursor = :cursor, waiting = :waiting, retry_at = :retry_at, misses = :misses, slices = :slices,
         attempt = :attempt, attempt_id = :attempt_id, attempt_texts = :attempt_texts
   where account_id = :account and broadcast_id = :broadcast and number = :number
     and attempt_id is not distinct from :from::text`

const SAVE_OPEN_PROGRESS = `
  update broadcast_chunk
     set cursor = :cursor, waiting = :waiting, retry_at = :retry_at, misses = :misses, slices = :slices
   where account_id = :account and broadcast_id = :broadcast and number = :number`
