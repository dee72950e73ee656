import { becameTrue } from '../became-true.js'
import { judgeGap } from './schedule.js'

/** The campaign waits for deliveries that are due within this time, and brings later ones forward. */
const SOON_MS = 60_000

/**
 * Skips the waits of minutes to days before retries: checks the planned time of each try, then sets it to the current
 * time in the table. Returns the new times of the moved tries, by `endpoint event number`.
 */
export async function bringForward({ service, say }, { receivers, untilMs }) {
  const moved = new Map()
  const deadline = performance.now() + untilMs
  for (let step = 1; ; step++) {
    const waiting = await service.sql(PENDING)
    if (waiting.length === 0) return moved
    if (performance.now() > deadline)
      throw new Error(`${waiting.length} deliveries are still pending after ${step} steps`)
    const later = waiting.filter(({ next_at: nextAt, tries }) => tries > 0 && nextAt.getTime() > Date.now() + SOON_MS)
    for (const { tries, next_at: nextAt, ...last } of later) judgeGap({ number: tries, ...last }, nextAt)
    if (later.length > 0) {
      const ids = later.map(({ endpoint_id: endpoint, event_id: event }) => `${endpoint} ${event}`)
      const rows = await service.sql(MOVE, { ids, now: new Date() })
      for (const row of rows) moved.set(`${row.endpoint_id} ${row.event_id} ${row.attempts + 1}`, row.next_at.getTime())
      await service.sql(WAKE)
      const names = receivers.length
      say(
        `step ${step}: moved ${rows.length} tries, planned for up to ${hoursUntil(later)} h from now, of ${names} receivers`,
      )
    }
    const isTried = async () => (await service.sql(PENDING_SOON))[0].count === 0
    await becameTrue(isTried, { withinMs: Math.max(0, deadline - performance.now()) })
  }
}

function hoursUntil(later) {
  const last = Math.max(...later.map(({ next_at: nextAt }) => nextAt.getTime()))
  return ((last - Date.now()) / 3_600_000).toFixed(1)
}

const OF_ENABLED = `
  webhook_delivery
  join webhook_endpoint on webhook_endpoint.id = webhook_delivery.endpoint_id and disabled_at is null`

const PENDING = `
  select webhook_delivery.endpoint_id, webhook_delivery.event_id, tries, next_at, last.at, last.took_ms, last.answer
    from ${OF_ENABLED}
    left join webhook_attempt as last
      on last.endpoint_id = webhook_delivery.endpoint_id and last.event_id = webhook_delivery.event_id
     and last.number = webhook_delivery.attempts
   where status = 'pending'`

const PENDING_SOON = `
  select count(*)::integer as count
    from ${OF_ENABLED}
   where status = 'pending' and next_at < now() + interval '${SOON_MS} milliseconds'`

const MOVE = `
  update webhook_delivery
     set next_at = :now
   where endpoint_id || ' ' || event_id = any (:ids::text[]) and status = 'pending'
  returning endpoint_id, event_id, attempts, next_at`

const WAKE = `update job set run_at = now() where kind = 'deliver-events' and fence is null and run_at > now()`
