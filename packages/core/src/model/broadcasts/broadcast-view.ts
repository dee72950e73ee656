import { kindOf, queuedOf, type Broadcast } from './broadcast.js'

/** What a request that was accepted is told, in plain data: it is repeated under a key, whatever happens meanwhile. */
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

/** A broadcast as it is now. */
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
    /** Of which it is a send. */
    schedule: send?.schedule ?? null,
  } as const
}
