import { RECIPIENTS_RANGES, invalidInput, jsonTypeOf, type Account, type BroadcastKind } from '@carillon/core'
import type { Request } from 'express'
import { unavailable } from '../api/problem.js'
import type { ArrivalTimeouts } from '../input/arrival.js'
import { isShort, objectOf, readBytes, type JsonObject } from '../input/body.js'
import { DEPTH_MAX, refuseUnstorable, tooDeep } from '../input/refuse-unstorable.js'
import { createSharedSemaphore } from './semaphore.js'

/** The kind of request. A preview may be as long as the longest request that it can preview. */
type BulkKind = BroadcastKind | 'preview'

const MEGABYTE = 1024 * 1024
export const BULK_LENGTHS_MAX: Record<BulkKind, number> = {
  broadcast: 16 * MEGABYTE,
  batch: 32 * MEGABYTE,
  preview: 32 * MEGABYTE,
}

/** Limits the bodies that are read or parsed concurrently: each uses many times its length in memory. */
export const BULK_READS_MAX = 4
/** The limit for one account, so that a slow client leaves slots for other accounts. */
export const BULK_READS_PER_ACCOUNT_MAX = 2
/** Limits concurrent previews, and allows one for each account: they use much CPU time, and cost no credits. */
const RENDERS = { count: 2, ownerMax: 1 }
/** How many previews of one account may be in progress or queued. */
export const RENDERS_PER_ACCOUNT_MAX = 10
const RETRY_AFTER_SECONDS = 2

const ARRIVAL_TIMEOUTS: ArrivalTimeouts = { restMs: 10_000, bytesPerSecond: MEGABYTE }

/** Several times the number of JSON values in a request with the maximum number of recipients. */
const VALUES_MAX: Record<BulkKind, number> = {
  broadcast: 8 * RECIPIENTS_RANGES.broadcast.max,
  batch: 16 * RECIPIENTS_RANGES.batch.max,
  preview: 8 * RECIPIENTS_RANGES.broadcast.max,
}

/** Reads large requests, a few at a time. */
export type BulkReader = {
  /**
   * Refuses a request that would have to wait. It runs before the rate limit, so that a refused request counts towards
   * no limit. A request that is admitted but then finds no free slot waits in the queue.
   */
  readonly admit: (req: Request, account: Account) => void
  /**
   * Reads the body and returns the result of `use`. A large body keeps its slot until `use` has finished; a short body
   * needs no slot. The texts inside `recipients` are not checked here: their reader does that.
   */
  readonly read: <T>(req: Request, given: BulkGiven, use: (body: JsonObject, length: number) => Use<T>) => Promise<T>
  /** Runs bulk previews and counts in a queue; refuses an account with too many in it. `work` must not wait for a client. */
  readonly render: <T>(account: Account, work: () => Promise<T>) => Promise<T>
}

type BulkGiven = { readonly account: Account; readonly kind: BulkKind }
type Use<T> = T | Promise<T>

export function bulkReader({ timeouts = ARRIVAL_TIMEOUTS } = {}): BulkReader {
  const semaphore = createSharedSemaphore({ count: BULK_READS_MAX, ownerMax: BULK_READS_PER_ACCOUNT_MAX })
  const renders = createSharedSemaphore(RENDERS)
  return {
    admit(req, { id }) {
      if (isShort(req) || !semaphore.isFullFor(id)) return
      const most = `${BULK_READS_PER_ACCOUNT_MAX} at a time for an account and ${BULK_READS_MAX} in all`
      throw unavailable(`Too many large requests are running: at most ${most}`, RETRY_AFTER_SECONDS)
    },
    read(req, { account, kind }, use) {
      const work = async () => {
        const bytes = await readBytes(req, ['application/json'], { lengthMax: BULK_LENGTHS_MAX[kind], timeouts })
        return use(bytes.length === 0 ? {} : bodyOf(bytes, kind), bytes.length)
      }
      return isShort(req) ? work() : semaphore.use(account.id, work)
    },
    async render({ id }, work) {
      if (renders.usersOf(id) < RENDERS_PER_ACCOUNT_MAX) return renders.use(id, work)
      const message = `Too many previews and counts are running: at most ${RENDERS_PER_ACCOUNT_MAX} at a time for an account`
      throw unavailable(message, RETRY_AFTER_SECONDS)
    },
  }
}

function bodyOf(bytes: Buffer, kind: BulkKind): JsonObject {
  refuseEndless(bytes, kind)
  const body = objectOf(bytes)
  const { request } = body
  const isNested = kind === 'preview' && jsonTypeOf(request) === 'object'
  const envelope = isNested ? { ...body, request: withoutRecipients(request as JsonObject) } : withoutRecipients(body)
  refuseUnstorable(envelope, 'body')
  return body
}

function withoutRecipients({ recipients: _, ...rest }: JsonObject): JsonObject {
  return rest
}

/**
 * Counts values before parsing: a body of nothing but brackets would use fifty times its length in memory. Invalid
 * JSON may be miscounted, but is refused in either case.
 */
function refuseEndless(bytes: Buffer, kind: BulkKind) {
  let depth = 0
  let values = 1
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]
    if (byte === QUOTE) i = endOfString(bytes, i)
    else if (byte === COMMA) values++
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      values++
      depth++
      if (depth > DEPTH_MAX) throw tooDeep()
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--
  }
  const valuesMax = VALUES_MAX[kind]
  if (values <= valuesMax) return
  const field = kind === 'preview' ? 'request.recipients' : 'recipients'
  throw invalidInput(field, `has too many entries: the body has ${values} values, but at most ${valuesMax} are allowed`)
}

/** The position of the closing quote, or a position past the end. */
function endOfString(bytes: Buffer, start: number): number {
  let i = start + 1
  while (i < bytes.length && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1
  return i
}

const [QUOTE, COMMA, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [...Buffer.from('",\\{}[]')]
