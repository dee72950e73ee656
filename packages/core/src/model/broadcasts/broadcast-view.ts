import { refOf } from '../templates/template-content.js'
import { kindOf, queuedOf, type Broadcast } from './broadcast.js'

/** The response to an accepted request, as plain data. A repeat with the same key gets the same response. */
export type AcceptedBroadcast = ReturnType<typeof acceptedBroadcast>

export function acceptedBroadcast(broadcast: Broadcast) {
  const { id, from, body, mediaUrl, template, smartEncoding, total, createdAt, heldUntil } = broadcast
  const kind = kindOf(id)
  return {
    kind,
    id,
    from,
    body,
    mediaUrl,
    template: template && refOf(template),
    /** Null if it is off, like everything that a broadcast does not have. */
    smartEncoding: smartEncoding ? true : null,
    totalRecipients: total,
    status: 'queued' as Broadcast['status'],
    createdAt: createdAt.toISOString(),
    heldUntil: heldUntil?.toISOString() ?? null,
  } as const
}

/** The current state of a broadcast. */
export type BroadcastView = ReturnType<typeof broadcastView>

export function broadcastView(broadcast: Broadcast) {
  const { status, counts, startedAt, pausedAt, completedAt, retriedAs, send, sendingHours, held } = broadcast
  const { sent, failed, delivered } = counts
  return {
    ...acceptedBroadcast(broadcast),
    status,
    /** `held` counts queued recipients too. It is null, like everything that a broadcast does not have, without windows. */
    counts: { queued: queuedOf(broadcast), sent, failed, delivered, ...(sendingHours && { held }) },
    startedAt: startedAt?.toISOString() ?? null,
    /** Only while there is something left to pause. */
    pausedAt: completedAt === null && status !== 'canceled' ? (pausedAt?.toISOString() ?? null) : null,
    completedAt: completedAt?.toISOString() ?? null,
    retriedAs,
    /** The schedule that created the broadcast. */
    schedule: send?.schedule ?? null,
  } as const
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
