import type { Breaker, CarrierEvent } from '@carillon/carriers'
import type { Clock } from '@carillon/core'
import type { Logger } from '../logging/logger.js'

export type CarrierLogOptions = {
  readonly logger: Pick<Logger, 'warn'>
  readonly clock: Clock
  /** The state of the breaker after the event. */
  readonly breakerOf: (carrier: string) => Breaker['state'] | undefined
}

const REFUSAL_EVERY_MS = 60_000

/**
 * Logs when a breaker opens and when it closes, and once a minute that a carrier refuses texts because of the account.
 * The carrier's own words may contain a number, so they are not logged. Also logs what a provider module throws.
 */
export function carrierLog({ logger, clock, breakerOf }: CarrierLogOptions): (event: CarrierEvent) => void {
  const open = new Set<string>()
  const refusals = new Map<string, { readonly untilMs: number; suppressed: number }>()

  const noteBreaker = (carrier: string) => {
    const state = breakerOf(carrier)
    if (state === 'open' && !open.has(carrier)) {
      open.add(carrier)
      logger.warn({ carrier }, 'carrier breaker opened')
    }
    if (state === 'closed' && open.delete(carrier)) logger.warn({ carrier }, 'carrier breaker closed')
  }
  const noteRefusal = ({ carrier, outcome }: CarrierEvent) => {
    if (outcome.kind !== 'refused' || outcome.type !== 'carrier_account') return
    const nowMs = clock.now().getTime()
    const last = refusals.get(carrier)
    if (last !== undefined && nowMs < last.untilMs) return void last.suppressed++
    refusals.set(carrier, { untilMs: nowMs + REFUSAL_EVERY_MS, suppressed: 0 })
    const code = outcome.carrierCode == null ? {} : { carrierCode: outcome.carrierCode }
    const suppressed = last === undefined || last.suppressed === 0 ? {} : { suppressed: last.suppressed }
    logger.warn({ carrier, ...code, ...suppressed }, 'carrier refuses the account')
  }
  let lastError: unknown
  const noteError = ({ carrier, error }: CarrierEvent) => {
    // All texts that were submitted together have the same error.
    if (error !== undefined && error !== lastError) logger.warn({ carrier, err: error }, 'carrier failed to submit')
    lastError = error
  }
  return (event) => {
    noteError(event)
    noteBreaker(event.carrier)
    noteRefusal(event)
  }
}
