import type { Clock } from '@carillon/core'
import type { BindChange, SmppFailure, SmppHooks } from '@carillon/smpp'
import type { Logger } from '../logging/logger.js'
import type { CarrierMetrics } from './carrier-metrics.js'

export type SmppReportsOptions = {
  readonly carrier: string
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly metrics: Pick<CarrierMetrics, 'smppBinds'>
  readonly clock: Clock
}

const LOG_EVERY_MS = 60_000

/** Logs and counts what becomes of the binds with an SMSC, and logs what it delivered and could not be stored. */
export function smppReports({
  carrier,
  logger,
  metrics,
  clock,
}: SmppReportsOptions): Required<Pick<SmppHooks, 'onBind' | 'onError'>> {
  const logged = new Map<SmppFailure['kind'], { readonly untilMs: number; suppressed: number }>()
  metrics.smppBinds.set({ carrier }, 0)

  const onBind = ({ bind, command, state, reason, status, boundCount }: BindChange) => {
    metrics.smppBinds.set({ carrier }, boundCount)
    const fields = { carrier, bind, command }
    if (state === 'bound') logger.info(fields, 'SMPP bind bound')
    else if (state !== 'closed') {
      logger.warn({ ...fields, reason, ...(status !== null && { status }) }, `SMPP bind ${state}`)
    }
  }
  /** Each kind at most once a minute: when the database is down, an SMSC may repeat thousands of deliveries. */
  const onError = (failure: SmppFailure) => {
    const { kind, error: err } = failure
    if (kind === 'links') {
      return logger.error(
        { carrier, err, links: failure.count },
        'the ids of texts were lost, and so are their receipts',
      )
    }
    const nowMs = clock.now().getTime()
    const last = logged.get(kind)
    if (last !== undefined && nowMs < last.untilMs) return void last.suppressed++
    logged.set(kind, { untilMs: nowMs + LOG_EVERY_MS, suppressed: 0 })
    const suppressed = last === undefined || last.suppressed === 0 ? {} : { suppressed: last.suppressed }
    logger.warn({ carrier, kind, err, ...suppressed }, 'a delivery of the SMSC could not be stored')
  }
  return { onBind, onError }
}
