import type { Account } from '../../model/accounts/account.js'
import { allowedNumbers } from '../../model/accounts/destinations.js'
import { NO_OUTCOMES, type Broadcast } from '../../model/broadcasts/broadcast.js'
import { sendEvent } from '../../model/events/event.js'
import type { NextOccurrence, Schedule } from '../../model/schedules/schedule.js'
import { nextWaveAt, releasedNext } from '../../model/schedules/waves.js'
import { sendTimesOf, type SendTime } from '../../model/schedules/send-times.js'
import { isAccepted, isTooLate, type Send, type SendReason } from '../../model/schedules/send.js'
import type { Ids } from '../../ports/runtime.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { DomainError, type ErrorCode } from '../../values/errors.js'
import type { BroadcastId } from '../../values/ids.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import { reserveFor } from '../broadcasts/accept-broadcast.js'
import { firstJobs } from '../broadcasts/chunk-job.js'
import { sendJobOf } from './schedule-jobs.js'
import { checkContent } from './schedule-request.js'

export type Beginning = { readonly schedule: Schedule; readonly next: NextOccurrence; readonly now: Date }

/**
 * Begins an occurrence, for callers that have locked its schedule: stores recipients, and accepts a broadcast for each
 * zone that has recipients. A send whose time has come starts at once; a later send is planned. A send that cannot be
 * accepted gets a failure event.
 */
export async function beginOccurrence(stores: Stores, ids: Ids, beginning: Beginning): Promise<readonly Send[]> {
  const sends = await makeSends(stores, ids, beginning)
  await stores.schedules.addSends(sends)
  const planned = sends.filter(({ status }) => status === 'planned')
  await stores.jobs.put(planned.map((send) => sendJobOf(send, send.scheduledFor)))
  const events = sends
    .filter((send) => !isAccepted(send))
    .map((send) => sendEvent('schedule.send.failed', send, { id: ids.next('evt'), at: beginning.now }))
  await stores.events.append(beginning.schedule.account, events)
  return sends
}

/** Records that a client asked not to send this occurrence. Nobody is told, because nothing has failed. */
export async function skipByRequest(stores: Stores, ids: Ids, { schedule, next }: Beginning): Promise<readonly Send[]> {
  const planned = plannedSend(ids, { schedule, next, at: next.instant, zone: null })
  const send: Send = { ...planned, status: 'skipped', reason: 'by_request' }
  await stores.schedules.addSends([send])
  return [send]
}

async function makeSends(stores: Stores, ids: Ids, { schedule, next, now }: Beginning): Promise<readonly Send[]> {
  const { account: id, timetable, audience } = schedule
  const newSend = (at: Date, zone: TimeZone | null = null) => plannedSend(ids, { schedule, next, at, zone })
  const whole = newSend(next.instant)
  const times = sendTimesOf(timetable, next.wall)
  const isLate = ({ at }: SendTime) => isTooLate(at, now)
  if (times.every(isLate)) return [skipped(whole)]
  const account = (await stores.accounts.find(id))!
  const refusal = await refusalOf(stores, account, schedule)
  if (refusal !== null) return [failed(whole, refusal)]
  const { sendByLocalTime: byZone, timezone: zone } = timetable
  const broadcasts = new Map(times.map((time) => [time.zone, isLate(time) ? null : (ids.next('brc') as BroadcastId)]))
  const allowed = allowedNumbers(account.destinations)
  const totals = await stores.audiences.fix({ account: id, audience, allowed, byZone, zone, broadcasts })
  if (totals.size === 0) return [failed(whole, 'empty_audience')]
  const sends: Send[] = []
  for (const time of times.filter(({ zone }) => totals.has(zone))) {
    const send = byZone ? newSend(time.at, time.zone) : whole
    const broadcast = broadcasts.get(time.zone)!
    const total = totals.get(time.zone)!
    sends.push(
      broadcast === null
        ? skipped(send)
        : await accept(stores, { account, schedule, send, broadcast, total, now, zone: time.zone }),
    )
  }
  return sends
}

type Plan = {
  readonly schedule: Schedule
  readonly next: NextOccurrence
  readonly at: Date
  readonly zone: TimeZone | null
}

function plannedSend(ids: Ids, { schedule, next, at, zone }: Plan): Send {
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

const skipped = (send: Send): Send => ({ ...send, status: 'skipped', reason: 'too_late' })
const failed = (send: Send, reason: SendReason): Send => ({ ...send, status: 'failed', reason })

/** The reason, if any, to refuse all sends regardless of the audience. */
async function refusalOf(stores: Stores, account: Account, { from, body }: Schedule): Promise<SendReason | null> {
  return refusedBy(() => checkContent(stores, { account, from, body }))
}

type Acceptance = {
  readonly account: Account
  readonly schedule: Schedule
  readonly send: Send
  readonly broadcast: BroadcastId
  readonly zone: TimeZone
  readonly total: number
  readonly now: Date
}

/** Reserves the credits now, even if the send starts later. */
async function accept(
  stores: Stores,
  { account, schedule, send, broadcast: id, zone, total, now }: Acceptance,
): Promise<Send> {
  const { from, body } = schedule
  const isDue = send.scheduledFor <= now
  const broadcast: Broadcast = {
    id,
    account: account.id,
    from,
    body,
    mediaUrl: null,
    status: 'queued',
    total,
    released: isDue ? releasedNext({ total, released: 0 }, send.waves) : 0,
    timezone: zone,
    send: { schedule: schedule.id, id: send.id },
    counts: NO_OUTCOMES,
    createdAt: now,
    startedAt: null,
    heldUntil: null,
    completedAt: null,
    pausedAt: null,
    retriedAs: null,
  }
  const refusal = await refusedBy(() => reserveFor(stores, account, broadcast))
  if (refusal !== null) {
    await stores.audiences.discard(account.id, id)
    return failed(send, refusal)
  }
  await stores.broadcasts.add(broadcast, [])
  const accepted = { ...send, broadcast: id }
  return isDue ? start(stores, accepted, broadcast) : accepted
}

/** Needs no lock: the broadcast is not visible to other transactions yet. */
async function start(stores: Stores, send: Send, broadcast: Broadcast): Promise<Send> {
  const { released, total, createdAt: now } = broadcast
  await stores.jobs.put(firstJobs(broadcast, { from: 0, until: released }, now))
  if (send.waves !== null && released < total) {
    await stores.jobs.put([sendJobOf(send, nextWaveAt(send.scheduledFor, now, send.waves))])
  }
  return { ...send, status: 'started' }
}

const REASONS: Partial<Record<ErrorCode, SendReason>> = {
  'sender-not-assigned': 'sender_inactive',
  'sender-not-active': 'sender_inactive',
  'unsupported-characters': 'text_refused',
  'compliance-violation': 'text_refused',
  'quota-reached': 'quota_reached',
  'insufficient-credits': 'insufficient_credits',
}

/** Catches the refusals of a check, which changes nothing if it throws one of them. */
async function refusedBy(check: () => Promise<void>): Promise<SendReason | null> {
  try {
    await check()
    return null
  } catch (error) {
    const reason = error instanceof DomainError ? REASONS[error.code] : undefined
    if (reason === undefined) throw error
    return reason
  }
}
