import { refOf } from '../templates/template-content.js'
import { isPaused, isUnderWay, kindOf, queuedOf, shownStatusOf, type Broadcast, type ShownStatus } from './broadcast.js'
import { poolRef } from '../senders/pool.js'
import { windowsDelayMs } from '../windows/sending-windows.js'
import { defaultExpiry } from './expiry.js'
import type { PauseCause } from './watch.js'

/** The response to an accepted request, as plain data. A repeat with the same key gets the same response. */
export type AcceptedBroadcast = ReturnType<typeof acceptedBroadcast>

export function acceptedBroadcast(broadcast: Broadcast) {
  const { id, from, pool, body, mediaUrl, template, smartEncoding, total, createdAt, heldUntil, watch } = broadcast
  const kind = kindOf(id)
  const canary = watch && watch.canary
  return {
    kind,
    id,
    from,
    pool: pool && poolRef(pool),
    body,
    mediaUrl,
    template: template && refOf(template),
    /** Null if it is off, like everything that a broadcast does not have. */
    smartEncoding: smartEncoding ? true : null,
    totalRecipients: total,
    status: 'queued' as ShownStatus,
    createdAt: createdAt.toISOString(),
    heldUntil: heldUntil?.toISOString() ?? null,
    canary,
    /** Null if the request did not set it. */
    expiresAt: isDefaultExpiry(broadcast) ? null : broadcast.expiresAt!.toISOString(),
  } as const
}

function isDefaultExpiry({ expiresAt, send, createdAt, heldUntil, watch, sendingHours }: Broadcast): boolean {
  if (expiresAt === null || send !== null) return true
  const byDefault = defaultExpiry(heldUntil ?? createdAt, watch && watch.canary, windowsDelayMs(sendingHours))
  return expiresAt.getTime() === byDefault.getTime()
}

/** The current state of a broadcast. */
export type BroadcastView = ReturnType<typeof broadcastView>

export function broadcastView(broadcast: Broadcast) {
  const { counts, startedAt, pausedAt, expiresAt, completedAt, retriedAs, send, sendingHours, held } = broadcast
  const { sent, failed, delivered } = counts
  return {
    ...acceptedBroadcast(broadcast),
    status: shownStatusOf(broadcast),
    /** `held` counts queued recipients too. It is null, like everything that a broadcast does not have, without windows. */
    counts: { queued: queuedOf(broadcast), sent, failed, delivered, ...(sendingHours && { held }) },
    startedAt: startedAt?.toISOString() ?? null,
    /** Only while there is something left to pause. */
    pausedAt: isPaused(broadcast) ? pausedAt!.toISOString() : null,
    pausedBecause: pauseCauseOf(broadcast),
    /** Only while there is something left that can expire. */
    expiresAt: isUnderWay(broadcast) ? (expiresAt?.toISOString() ?? null) : null,
    completedAt: completedAt?.toISOString() ?? null,
    retriedAs,
    /** The schedule that created the broadcast. */
    schedule: send?.schedule ?? null,
  } as const
}

/** Null if it is not paused. */
export function pauseCauseOf(broadcast: Broadcast): PauseCause | null {
  return isPaused(broadcast) ? (broadcast.watch?.pausedBecause ?? { rule: 'request' }) : null
}

/** A broadcast in a list, with its kind and its rates. */
export type ListedBroadcast = ReturnType<typeof listedBroadcast>

export function listedBroadcast(broadcast: Broadcast) {
  return { ...broadcastView(broadcast), rates: ratesOf(broadcast) } as const
}

/** Fractions from 0 to 1, with four decimals; null while there is nothing that they could be a fraction of. */
function ratesOf({ total, counts }: Pick<Broadcast, 'total' | 'counts'>) {
  const { sent, failed, delivered } = counts
  return {
    /** Of the accepted recipients. */
    sent: fraction(sent, total),
    failed: fraction(failed, total),
    /** Of the sent messages. */
    delivered: fraction(delivered, sent),
  } as const
}

function fraction(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000
}
