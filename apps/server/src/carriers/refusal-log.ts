import type { CarrierAnswer, Clock } from '@carillon/core'
import type { Logger } from '../logging/logger.js'

export type Refusal = {
  readonly carrier: string
  readonly endpoint: 'receipts' | 'inbound'
  readonly outcome: Exclude<CarrierAnswer['kind'], 'news'>
  readonly reason: string
}

export type RefusalLogOptions = { readonly logger: Pick<Logger, 'warn'>; readonly clock: Clock }

const LOG_EVERY_MS = 60_000
/** A reason may depend on the request, so there may be any number of reasons. */
const DIFFERENT_MAX = 100

/** Logs each refusal of a request at most once a minute: anybody can send such requests. */
export function refusalLog({ logger, clock }: RefusalLogOptions): (refusal: Refusal) => void {
  const logged = new Map<string, { readonly untilMs: number; suppressed: number }>()
  return (refusal) => {
    const { carrier, endpoint, outcome, reason } = refusal
    const key = JSON.stringify([carrier, endpoint, outcome, reason])
    const nowMs = clock.now().getTime()
    const last = logged.get(key)
    if (last !== undefined && nowMs < last.untilMs) return void last.suppressed++
    if (last === undefined && logged.size >= DIFFERENT_MAX) {
      for (const [other, { untilMs }] of logged) if (nowMs >= untilMs) logged.delete(other)
      if (logged.size >= DIFFERENT_MAX) return
    }
    logged.set(key, { untilMs: nowMs + LOG_EVERY_MS, suppressed: 0 })
    const suppressed = last === undefined || last.suppressed === 0 ? {} : { suppressed: last.suppressed }
    logger.warn({ carrier, endpoint, outcome, reason, ...suppressed }, 'carrier webhook rejected')
  }
}
