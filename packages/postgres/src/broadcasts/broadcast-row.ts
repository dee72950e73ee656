import type { AccountId, Broadcast, BroadcastId, BroadcastStatus, ScheduleId, SendId, TimeZone } from '@carillon/core'

export type BroadcastRow = {
  readonly account_id: AccountId
  readonly id: BroadcastId
  readonly from_number: string
  readonly body: string | null
  readonly media_url: string | null
  readonly template: Broadcast['template']
  readonly status: BroadcastStatus
  readonly total: number
  readonly released: number
  readonly timezone: TimeZone | null
  readonly smart_encoding: boolean
  readonly sending_hours: Broadcast['sendingHours']
  readonly schedule_id: ScheduleId | null
  readonly send_id: SendId | null
  readonly sent: number
  readonly failed: number
  readonly canceled: number
  readonly delivered: number
  readonly held: number
  readonly created_at: Date
  readonly started_at: Date | null
  readonly held_until: Date | null
  readonly paused_at: Date | null
  readonly expires_at: Date | null
  readonly watch: Broadcast['watch']
  readonly pool: Broadcast['pool']
  readonly completed_at: Date | null
  readonly retried_as: BroadcastId | null
}

type JsonColumn = 'template' | 'sending_hours' | 'watch' | 'pool'

export function toRow(
  broadcast: Broadcast,
): Omit<BroadcastRow, JsonColumn> & Readonly<Record<JsonColumn, string | null>> {
  return {
    account_id: broadcast.account,
    id: broadcast.id,
    from_number: broadcast.from,
    body: broadcast.body,
    media_url: broadcast.mediaUrl,
    template: broadcast.template && JSON.stringify(broadcast.template),
    status: broadcast.status,
    total: broadcast.total,
    released: broadcast.released,
    timezone: broadcast.timezone,
    smart_encoding: broadcast.smartEncoding,
    sending_hours: broadcast.sendingHours && JSON.stringify(broadcast.sendingHours),
    schedule_id: broadcast.send && broadcast.send.schedule,
    send_id: broadcast.send && broadcast.send.id,
    ...broadcast.counts,
    held: broadcast.held,
    created_at: broadcast.createdAt,
    started_at: broadcast.startedAt,
    held_until: broadcast.heldUntil,
    paused_at: broadcast.pausedAt,
    expires_at: broadcast.expiresAt,
    watch: broadcast.watch && JSON.stringify(broadcast.watch),
    pool: broadcast.pool && JSON.stringify(broadcast.pool),
    completed_at: broadcast.completedAt,
    retried_as: broadcast.retriedAs,
  }
}

export function fromRow(row: BroadcastRow): Broadcast {
  const { sent, failed, canceled, delivered, schedule_id: schedule, send_id: send } = row
  return {
    id: row.id,
    account: row.account_id,
    from: row.from_number,
    pool: row.pool,
    body: row.body,
    mediaUrl: row.media_url,
    template: row.template,
    status: row.status,
    total: row.total,
    released: row.released,
    timezone: row.timezone,
    smartEncoding: row.smart_encoding,
    sendingHours: row.sending_hours,
    send: schedule && send && { schedule, id: send },
    counts: { sent, failed, canceled, delivered },
    createdAt: row.created_at,
    held: row.held,
    startedAt: row.started_at,
    heldUntil: row.held_until,
    pausedAt: row.paused_at,
    expiresAt: row.expires_at,
    watch: row.watch,
    completedAt: row.completed_at,
    retriedAs: row.retried_as,
  }
}
