import { kindOf, queuedOf, type Broadcast } from './broadcast.js'

/** The response to an accepted request, as plain data. A repeat with the same key gets the same response. */
export type AcceptedBroadcast = ReturnType<typeof acceptedBroadcast>

export function acceptedBroadcast(broadcast: Broadcast) {
  const { id, from, body, mediaUrl, total, createdAt } = broadcast
  const kind = kindOf(id)
  return {
    kind,
    id,
    from,
    body,
    mediaUrl,
    totalRecipients: total,
    status: 'queued' as Broadcast['status'],
    createdAt: createdAt.toISOString(),
  } as const
}

/** The current state of a broadcast. */
export type BroadcastView = ReturnType<typeof broadcastView>

export function broadcastView(broadcast: Broadcast) {
  const { status, counts, startedAt, completedAt, retriedAs, send } = broadcast
  const { sent, failed, delivered } = counts
  return {
    ...acceptedBroadcast(broadcast),
    status,
    counts: { queued: queuedOf(broadcast), sent, failed, delivered },
    startedAt: startedAt?.toISOString() ?? null,
    completedAt: completedAt?.toISOString() ?? null,
    retriedAs,
    /** The schedule that created the broadcast. */
    schedule: send?.schedule ?? null,
  } as const
}
