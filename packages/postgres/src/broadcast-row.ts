import type { AccountId, Broadcast, BroadcastId, BroadcastStatus } from '@carillon/core'

export type BroadcastRow = {
  readonly account_id: AccountId
  readonly id: BroadcastId
  readonly from_number: string
  readonly body: string | null
  readonly media_url: string | null
  readonly status: BroadcastStatus
  readonly total: number
  readonly sent: number
  readonly failed: number
  readonly canceled: number
  readonly delivered: number
  readonly created_at: Date
  readonly started_at: Date | null
  readonly completed_at: Date | null
  readonly retried_as: BroadcastId | null
}

export function toRow(broadcast: Broadcast): BroadcastRow {
  return {
    account_id: broadcast.account,
    id: broadcast.id,
    from_number: broadcast.from,
    body: broadcast.body,
    media_url: broadcast.mediaUrl,
    status: broadcast.status,
    total: broadcast.total,
    ...broadcast.counts,
    created_at: broadcast.createdAt,
    started_at: broadcast.startedAt,
    completed_at: broadcast.completedAt,
    retried_as: broadcast.retriedAs,
  }
}

export function fromRow(row: BroadcastRow): Broadcast {
  const { sent, failed, canceled, delivered } = row
  return {
    id: row.id,
    account: row.account_id,
    from: row.from_number,
    body: row.body,
    mediaUrl: row.media_url,
    status: row.status,
    total: row.total,
    counts: { sent, failed, canceled, delivered },
    createdAt: row.created_at,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    retriedAs: row.retried_as,
  }
}
