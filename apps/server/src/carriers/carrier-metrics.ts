import type { Breaker, CarrierEvent } from '@carillon/carriers'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** The gauge of breakers. */
export const BREAKER_OPEN = 'carillon_carrier_breaker_open'

/** Creates the metrics of the carriers. Call this function once per registry. */
export function createCarrierMetrics(registry: Registry) {
  const registers = [registry]
  const submissions = new Counter({
    name: 'carillon_carrier_submissions_total',
    help: 'Texts submitted to a carrier, by outcome: accepted, unknown, try-later, or the reason for a refusal',
    labelNames: ['carrier', 'outcome'] as const,
    registers,
  })
  const duration = new Histogram({
    name: 'carillon_carrier_submission_seconds',
    help: 'How long a carrier takes to answer submissions that are made together',
    labelNames: ['carrier'] as const,
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const receipts = new Counter({
    name: 'carillon_carrier_receipts_total',
    help: 'Receipts of a carrier: delivered, or the reason for the failure',
    labelNames: ['carrier', 'outcome'] as const,
    registers,
  })
  const receiptLag = new Histogram({
    name: 'carillon_carrier_receipt_lag_seconds',
    help: 'The time from the event at the carrier to the arrival of its receipt',
    labelNames: ['carrier'] as const,
    buckets: [0.5, 1, 5, 15, 60, 300, 1_800, 7_200, 86_400],
    registers,
  })
  const requests = new Counter({
    name: 'carillon_carrier_requests_total',
    help: 'Requests that claim to be of a carrier: taken, forged, absent, unreadable or failed',
    labelNames: ['carrier', 'kind', 'outcome'] as const,
    registers,
  })
  const smppBinds = new Gauge({
    name: 'carillon_smpp_binds',
    help: 'The binds of a carrier that are bound to its SMSC; in several processes, the sum',
    labelNames: ['carrier'] as const,
    registers,
  })
  let breakers: Breakers = () => new Map()
  new Gauge({
    name: BREAKER_OPEN,
    help: '1 while the breaker of a carrier is open, so that it gets no texts, else 0; in several processes, the maximum',
    aggregator: 'max',
    labelNames: ['carrier'] as const,
    registers,
    collect() {
      for (const [carrier, state] of breakers()) this.set({ carrier }, state === 'open' ? 1 : 0)
    },
  })
  return {
    ...{ submissions, duration, receipts, receiptLag, requests, smppBinds },
    /** The router is opened after its metrics. */
    watch(router: { readonly breakers: Breakers }) {
      breakers = () => router.breakers()
    },
  }
}

type Breakers = () => ReadonlyMap<string, Breaker['state']>

export type CarrierMetrics = ReturnType<typeof createCarrierMetrics>

/**
 * Begins to count what the alerts watch at 0. Otherwise, a counter would begin at 1, and the first event would be no
 * increase. `isCalling`: the carrier sends requests.
 */
export function beginCounting(
  { submissions, receipts, requests }: CarrierMetrics,
  { carrier, isCalling }: { readonly carrier: string; readonly isCalling: boolean },
): void {
  for (const outcome of ['accepted', 'unknown', 'carrier_account', 'unregistered_sender'])
    submissions.inc({ carrier, outcome }, 0)
  for (const outcome of ['delivered', 'carrier_account', 'unregistered_sender']) receipts.inc({ carrier, outcome }, 0)
  if (!isCalling) return
  for (const kind of ['receipts', 'inbound'])
    for (const outcome of ['forged', 'absent', 'unreadable', 'failed', 'late'])
      requests.inc({ carrier, kind, outcome }, 0)
}

export function countSubmission({ submissions, duration }: CarrierMetrics, event: CarrierEvent): void {
  const { carrier, outcome, tookMs } = event
  submissions.inc({ carrier, outcome: outcome.kind === 'refused' ? outcome.type : outcome.kind })
  duration.observe({ carrier }, tookMs / 1_000)
}
