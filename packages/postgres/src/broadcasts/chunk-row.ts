import type {
  AccountId,
  BroadcastId,
  Chunk,
  ChunkProgress,
  ChunkState,
  OpenProgress,
  PhoneNumber,
  Recipients,
  SliceAttempt,
  Waiting,
} from '@carillon/core'

/** The columns that `openProgressOf` reads. */
export const OPEN_PROGRESS_COLUMNS = 'cursor, waiting, retry_at, misses, slices'

export type OpenProgressRow = {
  readonly cursor: number
  readonly waiting: readonly Waiting[]
  readonly retry_at: Date | null
  readonly misses: number
  readonly slices: number
}

/** Does not contain the texts of the attempt, which are long. */
type ProgressRow = OpenProgressRow & { readonly attempt: StoredAttempt | null }

/** The columns that `fromStateRow` reads. */
export const CHUNK_STATE_COLUMNS = `
  account_id, broadcast_id, number, first_position, length, ${OPEN_PROGRESS_COLUMNS}, attempt`

export type ChunkStateRow = ProgressRow & {
  readonly account_id: AccountId
  readonly broadcast_id: BroadcastId
  readonly number: number
  readonly first_position: number
  readonly length: number
}

/** The columns that `fromRow` reads. */
export const CHUNK_ROW_COLUMNS = `${CHUNK_STATE_COLUMNS}, attempt_texts, phones, keys, bodies, media_urls, templates`

export type ChunkRow = ChunkStateRow & {
  readonly attempt_texts: SliceAttempt['texts']
  readonly phones: string
  readonly keys: string | null
  readonly bodies: readonly string[] | null
  readonly media_urls: readonly (string | null)[] | null
  readonly templates: Recipients['templates'] | null
}

/** The attempt in its JSON form. */
type StoredAttempt = Omit<SliceAttempt, 'at' | 'texts'> & { readonly at: string }

/** The columns of `toRow`. */
export const CHUNK_COLUMNS = {
  number: 'integer',
  first_position: 'integer',
  length: 'integer',
  phones: 'text',
  keys: 'text',
  bodies: 'json',
  media_urls: 'json',
  templates: 'json',
  cursor: 'integer',
  waiting: 'json',
  retry_at: 'timestamptz',
  misses: 'integer',
  slices: 'integer',
  attempt: 'json',
  attempt_id: 'text',
  attempt_texts: 'json',
} as const

/**
 * Does not occur in numbers or keys, so a column can contain many of them as one text, without quoting or
 * escaping.
 */
const SEPARATOR = ','

export function toRow({ number, firstPosition, recipients, progress }: Chunk) {
  const { length } = recipients.phones
  return { number, first_position: firstPosition, length, ...toRecipientsRow(recipients), ...toProgressRow(progress) }
}

export function toRecipientsRow({ phones, keys, bodies, mediaUrls, templates }: Recipients) {
  return {
    phones: phones.join(SEPARATOR),
    keys: keys && keys.join(SEPARATOR),
    bodies: bodies && JSON.stringify(bodies),
    media_urls: mediaUrls && JSON.stringify(mediaUrls),
    templates: templates ? JSON.stringify(templates) : null,
  }
}

export function toProgressRow({ attempt, ...progress }: ChunkProgress) {
  return { ...toOpenProgressRow(progress), ...toAttemptRow(attempt) }
}

export function toOpenProgressRow({ cursor, waiting, retryAt, misses, slices }: OpenProgress) {
  return { cursor, waiting: JSON.stringify(waiting), retry_at: retryAt, misses, slices }
}

function toAttemptRow(attempt: SliceAttempt | null) {
  if (attempt === null) return { attempt: null, attempt_id: null, attempt_texts: null }
  const { texts, ...rest } = attempt
  return { attempt: JSON.stringify(rest), attempt_id: attempt.id, attempt_texts: texts && JSON.stringify(texts) }
}

export function fromRow(row: ChunkRow): Chunk {
  const { attempt, ...progress } = progressOf(row)
  const whole = attempt && { ...attempt, texts: row.attempt_texts }
  return { ...placeOf(row), recipients: recipientsOf(row), progress: { ...progress, attempt: whole } }
}

export function fromStateRow(row: ChunkStateRow): ChunkState {
  return { ...placeOf(row), length: row.length, progress: progressOf(row) }
}

export function openProgressOf({ cursor, waiting, retry_at: retryAt, misses, slices }: OpenProgressRow): OpenProgress {
  return { cursor, waiting, retryAt, misses, slices }
}

function progressOf({ attempt, ...row }: ProgressRow): ChunkState['progress'] {
  return { ...openProgressOf(row), attempt: attempt && { ...attempt, at: new Date(attempt.at) } }
}

function placeOf({
  account_id: account,
  broadcast_id: broadcast,
  number,
  first_position: firstPosition,
}: ChunkStateRow) {
  return { account, broadcast, number, firstPosition }
}

function recipientsOf({ phones, keys, bodies, media_urls: mediaUrls, templates }: ChunkRow): Recipients {
  return {
    phones: phones.split(SEPARATOR) as PhoneNumber[],
    keys: keys === null ? null : keys.split(SEPARATOR).map((key) => (key === '' ? null : key)),
    bodies,
    mediaUrls,
    ...(templates && { templates }),
  }
}
