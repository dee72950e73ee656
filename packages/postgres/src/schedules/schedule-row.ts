import {
  isoOf,
  timingOf,
  type AccountId,
  type BroadcastId,
  type Schedule,
  type ScheduleId,
  type Send,
  type SendId,
  type TimeZone,
  type Timing,
  type WallClock,
} from '@carillon/core'

export type ScheduleRow = {
  readonly account_id: AccountId
  readonly id: ScheduleId
  readonly status: Schedule['status']
  readonly timing: Timing
  readonly from_number: string
  readonly body: string
  readonly template_id: Schedule['template']
  readonly smart_encoding: Schedule['smartEncoding']
  readonly canary: Schedule['canary']
  readonly audience: Schedule['audience']
  readonly timetable: Schedule['timetable']
  readonly waves: Schedule['waves']
  readonly next_wall: WallClock | null
  readonly next_at: Date | null
  readonly next_begins_at: Date | null
  readonly next_is_open: boolean | null
  readonly revision: number
  /** Named `occurred` in the core; the column still has its original name. */
  readonly started: number
  readonly skipped: Schedule['skipped']
  readonly has_sent: boolean
  readonly created_at: Date
  readonly updated_at: Date
}

export const SCHEDULE_COLUMNS = `
    account_id, id, status, timing, from_number, body, template_id, smart_encoding, audience, timetable, waves, canary,
    next_wall, next_at, next_begins_at, next_is_open, revision, started, skipped, has_sent, created_at, updated_at`

export function toRow(schedule: Schedule) {
  const { next, waves } = schedule
  return {
    account_id: schedule.account,
    id: schedule.id,
    status: schedule.status,
    timing: timingOf(schedule.timetable),
    from_number: schedule.from,
    body: schedule.body,
    template_id: schedule.template,
    smart_encoding: schedule.smartEncoding,
    canary: schedule.canary && JSON.stringify(schedule.canary),
    audience: JSON.stringify(schedule.audience),
    timetable: JSON.stringify(schedule.timetable),
    waves: waves && JSON.stringify(waves),
    next_wall: next && next.wall,
    next_at: next && next.instant,
    next_begins_at: next && next.beginsAt,
    next_is_open: next && next.isOpen,
    revision: schedule.revision,
    started: schedule.occurred,
    skipped: JSON.stringify(schedule.skipped),
    has_sent: schedule.hasSent,
    created_at: schedule.createdAt,
    updated_at: schedule.updatedAt,
  }
}

export function fromRow(row: ScheduleRow): Schedule {
  return {
    id: row.id,
    account: row.account_id,
    status: row.status,
    from: row.from_number,
    body: row.body,
    template: row.template_id,
    smartEncoding: row.smart_encoding,
    canary: row.canary,
    audience: row.audience,
    timetable: row.timetable,
    waves: row.waves,
    next: nextOf(row),
    revision: row.revision,
    occurred: row.started,
    skipped: row.skipped,
    hasSent: row.has_sent,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** Either all of these columns are null, or none of them. */
function nextOf({ next_wall, next_at, next_begins_at, next_is_open }: ScheduleRow): Schedule['next'] {
  if (next_wall === null) return null
  return { wall: next_wall, instant: next_at!, beginsAt: next_begins_at!, isOpen: next_is_open! }
}

export type SendRow = {
  readonly account_id: AccountId
  readonly id: SendId
  readonly schedule_id: ScheduleId
  readonly revision: number
  readonly wall: WallClock
  readonly occurrence: Date
  readonly scheduled_for: Date
  readonly zone: TimeZone | null
  readonly status: Send['status']
  readonly reason: Send['reason']
  readonly broadcast_id: BroadcastId | null
  readonly waves: Send['waves']
}

/** The columns of `toSendRow`. */
export const SEND_COLUMNS = {
  account_id: 'text',
  id: 'text',
  schedule_id: 'text',
  revision: 'integer',
  wall: 'text',
  occurrence: 'timestamptz',
  scheduled_for: 'timestamptz',
  zone: 'text',
  status: 'text',
  reason: 'text',
  broadcast_id: 'text',
  waves: 'json',
} as const

export function toSendRow(send: Send) {
  return {
    account_id: send.account,
    id: send.id,
    schedule_id: send.schedule,
    revision: send.revision,
    wall: send.wall,
    occurrence: isoOf(send.occurrence),
    scheduled_for: isoOf(send.scheduledFor),
    zone: send.zone,
    status: send.status,
    reason: send.reason,
    broadcast_id: send.broadcast,
    waves: send.waves && JSON.stringify(send.waves),
  }
}

export function fromSendRow(row: SendRow): Send {
  return {
    id: row.id,
    account: row.account_id,
    schedule: row.schedule_id,
    revision: row.revision,
    wall: row.wall,
    occurrence: row.occurrence,
    scheduledFor: row.scheduled_for,
    zone: row.zone,
    status: row.status,
    reason: row.reason,
    broadcast: row.broadcast_id,
    waves: row.waves,
  }
}
