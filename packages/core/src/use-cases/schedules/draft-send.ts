import { usesSmartEncoding } from '../../model/accounts/account.js'
import { sendTimesOf, type SendTime } from '../../model/schedules/send-times.js'
import { isTooLate, type Send, type SendReason } from '../../model/schedules/send.js'
import { obstacleOfSender } from '../../model/messages/send-obstacle.js'
import { checkTexts } from '../../model/templates/check-body.js'
import { hasMedia, type TemplateContent } from '../../model/templates/template-content.js'
import type { Ids } from '../../ports/runtime.js'
import { DomainError, type ErrorCode } from '../../values/errors.js'
import type { BroadcastId } from '../../values/ids.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import { checkPool, obstacleOfPool } from '../senders/check-from.js'
import { checkSender } from '../senders/check-sender.js'
import type { DueOccurrence } from './due-occurrence.js'
import type { PlannedOccurrence, Totals } from './fix-audiences.js'

/** A send, and the broadcast that it starts if it is accepted. */
export type DraftSend = {
  readonly due: DueOccurrence
  readonly send: Send
  readonly zone: TimeZone
  /** Null if the send is skipped or has failed. */
  readonly broadcast: BroadcastId | null
  readonly total: number
}

/**
 * Decides what does not depend on the audience. Returns the occurrence whose recipients are to be stored, or its only
 * send if it is skipped or has failed.
 */
export function draftOf(
  due: DueOccurrence,
  { ids, now }: { readonly ids: Ids; readonly now: Date },
): DraftSend | PlannedOccurrence {
  const { schedule, next } = due
  if (schedule.skipped.includes(next.wall)) return notSent(ids, due, 'skipped', 'by_request')
  const times = sendTimesOf(schedule.timetable, next.wall)
  const isLate = ({ at }: SendTime) => isTooLate(at, now)
  if (times.every(isLate)) return notSent(ids, due, 'skipped', 'too_late')
  const refusal = refusalOf(due)
  if (refusal !== null) return notSent(ids, due, 'failed', refusal)
  const broadcasts = times.map((time) => [time.zone, isLate(time) ? null : (ids.next('brc') as BroadcastId)] as const)
  return { due, times, broadcasts: new Map(broadcasts) }
}

/** The sends of an occurrence whose recipients are stored: one for each zone that has recipients. */
export function sendsOf(ids: Ids, { due, times, broadcasts }: PlannedOccurrence, totals: Totals): readonly DraftSend[] {
  const { next, schedule } = due
  const { sendByLocalTime: byZone } = schedule.timetable
  if (totals.size === 0) return [notSent(ids, due, 'failed', 'empty_audience')]
  return times.flatMap(({ zone, at }) => {
    const total = totals.get(zone)
    if (total === undefined) return []
    const broadcast = broadcasts.get(zone)!
    const send = newSend(ids, due, byZone ? { at, zone } : { at: next.instant, zone: null })
    return [{ due, send: broadcast === null ? unsent(send, 'skipped', 'too_late') : send, zone, broadcast, total }]
  })
}

function notSent(ids: Ids, due: DueOccurrence, status: 'skipped' | 'failed', reason: SendReason): DraftSend {
  const { next, schedule } = due
  const send = unsent(newSend(ids, due, { at: next.instant, zone: null }), status, reason)
  return { due, send, zone: schedule.timetable.timezone, broadcast: null, total: 0 }
}

export function unsent(send: Send, status: 'skipped' | 'failed', reason: SendReason): Send {
  return { ...send, status, reason }
}

type Time = { readonly at: Date; readonly zone: TimeZone | null }

function newSend(ids: Ids, { schedule, next }: DueOccurrence, { at, zone }: Time): Send {
  const { account, id, revision, waves } = schedule
  return {
    id: ids.next('snd'),
    account,
    schedule: id,
    revision,
    wall: next.wall,
    occurrence: next.instant,
    scheduledFor: at,
    zone,
    status: 'planned',
    reason: null,
    broadcast: null,
    waves,
  }
}

/** Sender and text are checked as of now: both may have changed since the schedule was created. */
function refusalOf(due: DueOccurrence): SendReason | null {
  const { schedule, account, sender, pooled } = due
  const content = contentOf(due)
  if (content === null) return 'text_refused'
  const media = { hasMedia: hasMedia(content) }
  const obstacle = pooled === undefined ? obstacleOfSender(sender, media) : obstacleOfPool(pooled, media)
  if (obstacle === 'sender-without-mms') return 'sender_without_mms'
  const { from, smartEncoding } = schedule
  return refusedBy(() => {
    if (pooled === undefined) checkSender(sender, { from, hasMedia: false })
    else checkPool(pooled, { from, hasMedia: false })
    checkTexts(content, account.compliance, { smartEncoding: usesSmartEncoding({ account, smartEncoding }) })
  })
}

/** What the occurrence sends; null if the template of its schedule does not exist any more. */
function contentOf({ schedule: { body, template: id }, template }: DueOccurrence): TemplateContent | null {
  return id === null ? { body, mediaUrl: null, language: null } : template && template.content
}

const REASONS: Partial<Record<ErrorCode, SendReason>> = {
  'sender-not-assigned': 'sender_inactive',
  'sender-not-active': 'sender_inactive',
  'unsupported-characters': 'text_refused',
  'compliance-violation': 'text_refused',
  'quota-reached': 'quota_reached',
  'insufficient-credits': 'insufficient_credits',
}

/** The reason of the send, if the check refuses it. */
export function refusedBy(check: () => void): SendReason | null {
  try {
    check()
    return null
  } catch (error) {
    const reason = error instanceof DomainError ? REASONS[error.code] : undefined
    if (reason === undefined) throw error
    return reason
  }
}
