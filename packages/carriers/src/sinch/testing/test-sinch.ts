import { randomBytes } from 'node:crypto'
import type { Submission } from '@carillon/core'
import {
  startTestServer,
  type ReceivedRequest,
  type TestAnswer,
  type TestServer,
} from '../../gateway/testing/test-server.js'
import type { SinchSettings } from '../settings.js'
import { batchFault, filled, type BatchRequest } from './batch-rules.js'

export const SINCH_SETTINGS = {
  servicePlanId: 'plan0123456789',
  apiToken: 'api-token-0123456789',
  webhookSecret: 'a-webhook-secret-of-32-letters--',
} as const satisfies SinchSettings

export type TestSinch = TestServer & {
  /** The batches are as Sinch would list them. */
  readonly batches: readonly Batch[]
  refuse(to: string, refusal?: Refusal): void
  /** The next delivery report of every batch to the number has this status. */
  report(to: string, status: string, code: number): void
  /** From now on, the list of batches contains none that is created later. */
  stopListing(): void
  delivered(reference: string): readonly Submission[]
}

export type Batch = BatchRequest & { readonly id: string; readonly created_at: string; readonly canceled: boolean }

/**
 * `isKept`: the refused batch is listed, with this code in its delivery report. Sinch's documentation promises that of
 * no refusal; the contract for providers that can be asked wants it.
 */
type Refusal = { readonly status: number; readonly code: string; readonly text: string; readonly isKept?: boolean }

type Options = { readonly textMax?: number; readonly now?: () => number }

/** The documented length of a text. */
const TEXT_MAX = 2_000
const PAGE_SIZE_MAX = 100
const DAY_MS = 86_400_000
const LISTED_MS = 14 * DAY_MS
const ROOT = `/xms/v1/${SINCH_SETTINGS.servicePlanId}`
const INVALID_NUMBER = { status: 400, code: 'syntax_invalid_parameter_format', text: 'Invalid recipient' }

/** Sinch as its documentation describes it. `textMax`: for tests of texts that the real carrier does not take. */
export async function startTestSinch({ textMax = TEXT_MAX, now = Date.now }: Options = {}): Promise<TestSinch> {
  const batches: Batch[] = []
  const refusals = new Map<string, Refusal>()
  const reports = new Map<string, { readonly status: string; readonly code: number }>()
  let listed = Infinity

  const send = (request: ReceivedRequest): TestAnswer => {
    if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) return { status: 415, body: '' }
    const batch = parse(request.body)
    if (batch === null) return fault(400, 'syntax_invalid_json', 'Invalid JSON')
    const found = batchFault(batch, textMax)
    if (found !== null) return fault(found.status, found.code, found.text)
    const to = batch.to.map((number) => number.replace('+', ''))
    const refusal = refusals.get(to[0]!)
    if (refusal === undefined || refusal.isKept) {
      const created = new Date(now()).toISOString()
      batches.push({ ...batch, to, id: randomBytes(13).toString('hex'), created_at: created, canceled: false })
    }
    if (refusal !== undefined) return fault(refusal.status, refusal.code, refusal.text)
    return json(201, batches.at(-1))
  }

  const list = ({ url: { searchParams: query } }: ReceivedRequest): TestAnswer => {
    const known = ['page', 'page_size', 'from', 'start_date', 'end_date', 'client_reference']
    const size = Number(query.get('page_size') ?? 30)
    const start = Date.parse(query.get('start_date') ?? new Date(now() - DAY_MS).toISOString())
    const isValid = [...query.keys()].every((name) => known.includes(name)) && size >= 1 && size <= PAGE_SIZE_MAX
    if (!isValid || Number.isNaN(start)) return fault(400, 'syntax_invalid_parameter_format', 'Invalid query')
    const reference = query.get('client_reference')
    const found = batches
      .slice(0, listed)
      .filter((one) => Date.parse(one.created_at) >= Math.max(start, now() - LISTED_MS))
      .filter((one) => reference === null || one.client_reference === reference)
    const page = Number(query.get('page') ?? 0)
    const shown = found.slice(page * size, (page + 1) * size)
    return json(200, { count: found.length, page, page_size: shown.length, batches: shown })
  }

  const statusOf = (batch: Batch) => {
    const refusal = refusals.get(batch.to[0]!)
    if (refusal?.isKept) return { status: 'Aborted', code: Number(refusal.code) }
    if (filled(batch) === null) return { status: 'Aborted', code: 405 }
    return reports.get(batch.to[0]!) ?? { status: 'Queued', code: 400 }
  }

  const report = (id: string): TestAnswer => {
    const batch = batches.find((one) => one.id === id)
    if (batch === undefined) return { status: 404, body: '' }
    const type = batch.type === 'mt_media' ? 'delivery_report_mms' : 'delivery_report_sms'
    const statuses = [{ ...statusOf(batch), count: 1 }]
    const { client_reference } = batch
    return json(200, { type, batch_id: id, total_message_count: 1, statuses, client_reference })
  }

  const server = await startTestServer({
    isSubmission: ({ method }) => method === 'POST',
    closed: () => ({ status: 429, body: '', headers: { 'retry-after': '7' } }),
    handle: (request) => {
      const { method, url, headers } = request
      if (!url.pathname.startsWith(`${ROOT}/`)) return { status: 404, body: '' }
      if (headers['authorization'] !== `Bearer ${SINCH_SETTINGS.apiToken}`) return { status: 401, body: '' }
      const [, id] = /^\/batches\/(\w+)\/delivery_report$/.exec(url.pathname.slice(ROOT.length)) ?? []
      if (id !== undefined && method === 'GET') return report(id)
      if (url.pathname !== `${ROOT}/batches`) return { status: 404, body: '' }
      if (method === 'POST') return send(request)
      return method === 'GET' ? list(request) : { status: 405, body: '' }
    },
  })
  return {
    ...server,
    batches,
    refuse: (to, refusal = INVALID_NUMBER) => refusals.set(to.replace('+', ''), refusal),
    report: (to, status, code) => reports.set(to.replace('+', ''), { status, code }),
    stopListing() {
      listed = batches.length
    },
    delivered: (reference) =>
      batches
        .filter((batch) => batch.client_reference === reference && statusOf(batch).status !== 'Aborted')
        .map(submissionOf),
  }
}

function submissionOf(batch: Batch): Submission {
  const media = typeof batch.body === 'string' ? null : batch.body
  return {
    reference: batch.client_reference!,
    from: batch.from,
    to: `+${batch.to[0]!}`,
    body: filled(batch)!,
    mediaUrl: media?.url ?? null,
  }
}

function parse(body: string): BatchRequest | null {
  try {
    return JSON.parse(body) as BatchRequest
  } catch {
    return null
  }
}

function fault(status: number, code: string, text: string): TestAnswer {
  return json(status, { code, text })
}

function json(status: number, value: unknown): TestAnswer {
  return { status, contentType: 'application/json', body: JSON.stringify(value) }
}
