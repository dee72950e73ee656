import type { CarrierAnswer, CarrierRequest, CarrierWebhooks, Clock } from '@carillon/core'
import { Router, type Request, type RequestHandler, type Response } from 'express'
import type { Logger } from '../logging/logger.js'
import type { CarrierMetrics } from './carrier-metrics.js'
import { refusalLog, type Refusal } from './refusal-log.js'

export type CarrierRequestsOptions = {
  readonly webhooks: ReadonlyMap<string, CarrierWebhooks>
  /** The routers of modules, by the name of the carrier. */
  readonly modules: ReadonlyMap<string, RequestHandler>
  /** Null if no carrier needs it. */
  readonly publicUrl: string | null
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: CarrierMetrics
  /** Resolves once all of it is stored. */
  readonly receive: (carrier: string, news: Extract<CarrierAnswer, { kind: 'news' }>['news']) => Promise<void>
  readonly storedWithinMs?: number
}

/** Telnyx waits for 2 seconds, and then sends the request again. */
const STORED_WITHIN_MS = 1_800

type Kind = 'receipts' | 'inbound'

/**
 * Takes the requests of the carriers at `/<carrier>/receipts` and `/<carrier>/inbound`, below the path of carriers.
 * `req.body` has the raw bytes. The carrier gets its response once what it reports is stored; if that fails, it gets
 * an error, and sends its request again. It also gets one if that takes too long, although it may be stored later.
 */
export function carrierRequests(options: CarrierRequestsOptions): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true })
  const logRefusal = refusalLog(options)
  for (const [carrier, webhooks] of options.webhooks) {
    for (const kind of ['receipts', 'inbound'] as const) {
      // Some gateways put a secret behind the path, which their description checks.
      router.all([`/${carrier}/${kind}`, `/${carrier}/${kind}/:rest`], (req, res) =>
        answer({ ...options, logRefusal }, { carrier, kind, webhooks }, req, res),
      )
    }
  }
  for (const [carrier, handle] of options.modules) router.use(`/${carrier}`, handle)
  return router
}

type Endpoint = { readonly carrier: string; readonly kind: Kind; readonly webhooks: CarrierWebhooks }

type AnswerOptions = CarrierRequestsOptions & { readonly logRefusal: (refusal: Refusal) => void }

async function answer(options: AnswerOptions, endpoint: Endpoint, req: Request, res: Response): Promise<void> {
  const { carrier, kind, webhooks } = endpoint
  const count = (outcome: string) => options.metrics.requests.inc({ carrier, kind, outcome })
  let found: CarrierAnswer
  try {
    found = webhooks[kind](requestOf(req, options))
    if (found.kind === 'news' && !(await isInTime(options.receive(carrier, found.news), options.storedWithinMs))) {
      count('late')
      res.status(503).type('text/plain').send('This is not stored yet. Send it again')
      return
    }
  } catch (error) {
    count('failed')
    throw error
  }
  if (found.kind !== 'news') {
    count(found.kind)
    options.logRefusal({ carrier, endpoint: kind, outcome: found.kind, reason: found.reason })
    res.status(STATUSES[found.kind]).type('text/plain').send(found.reason)
    return
  }
  count('taken')
  const { status, contentType, body } = found.reply ?? EMPTY
  res.status(status).type(contentType).send(body)
}

/** Rejects as the work does, if that rejects in time. */
async function isInTime(work: Promise<void>, withinMs = STORED_WITHIN_MS): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), withinMs)))
  try {
    return await Promise.race([work.then(() => true as const), late])
  } finally {
    clearTimeout(timer)
  }
}

const STATUSES = { forged: 403, absent: 404, unreadable: 400 } as const
const EMPTY = { status: 200, contentType: 'text/plain', body: '' }

function requestOf(req: Request, { publicUrl, clock }: CarrierRequestsOptions): CarrierRequest {
  const headers = Object.entries(req.headers).flatMap(([name, value]) => {
    if (value === undefined) return []
    return [[name, Array.isArray(value) ? value.join(', ') : value] as const]
  })
  return {
    method: req.method,
    url: (publicUrl ?? '') + req.originalUrl,
    headers: Object.fromEntries(headers),
    body: Buffer.isBuffer(req.body) ? req.body : new Uint8Array(),
    address: req.ip ?? '',
    at: clock.now(),
  }
}
