import { parseReference, positionOf } from '@carillon/core'
import { Calendar } from '../../../shared/calendar.js'
import { CLOCK_SKEW_MAX_MS } from '../../processes/life.js'
import { refusalOf } from '../consent/consent.js'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** Invariants on the sends of an occurrence and their recipients. */
export const SENDS = [
  {
    name: 'an occurrence is begun once, by a schedule that waits for it and is neither paused nor deleted',
    watch: ({ records, adapters: { clock } }) => ({
      *atCommit({ schedules, scheduleSends }) {
        for (const [id, sends] of begunIn(scheduleSends)) {
          const before = schedules.find((one) => one.before?.id === id)?.before
          if (before === undefined) yield `${id} begins and does not move on`
          else yield* wrongBeginning(records, before, sends, clock.now().getTime())
        }
      },
    }),
  },
  {
    name: 'a schedule counts each occurrence that has sends, and waits for none beyond endAfterOccurrences',
    watch: ({ records }) => ({
      *atCommit({ schedules }) {
        for (const { after } of schedules) if (after !== null) yield* wrongCount(records, after)
      },
    }),
  },
  {
    name: 'an occurrence is sent to its audience, to each contact by the wall clock of its zone',
    watch: ({ records }) => ({
      *atCommit({ schedules, scheduleSends }) {
        for (const [id, sends] of begunIn(scheduleSends)) {
          const schedule = schedules.find((one) => one.before?.id === id)?.before
          if (schedule !== undefined) yield* wrongSends(records, schedule, sends)
        }
      },
    }),
  },
  {
    name: 'a send starts when it is due, at most an hour late, or else is skipped; a started send stays started',
    watch: ({ adapters: { clock } }) => ({
      *atCommit({ scheduleSends }) {
        const now = clock.now().getTime()
        for (const { before, after } of scheduleSends) {
          if (after === null || before?.status === after.status) continue
          const { id, status, reason, scheduledFor } = after
          const isMissed = before?.status === 'started' && reason === 'too_late'
          if (before !== null && before.status !== 'planned' && !isMissed)
            yield `${id} was ${before.status} and is ${status}`
          const lateMs = now - scheduledFor.getTime()
          if (status === 'started' && lateMs < -CLOCK_SKEW_MAX_MS) yield `${id} started ${-lateMs} ms too early`
          if (status === 'started' && lateMs > HOUR_MS + WITHIN_MS) yield `${id} started ${lateMs} ms too late`
          if (reason === 'too_late' && lateMs < HOUR_MS - WITHIN_MS) yield `${id} was given up after ${lateMs} ms`
        }
      },
    }),
  },
  {
    name: 'no recipient gets an occurrence twice, or before it has started and its wave is due',
    watch: ({ records }) => {
      const got = new Set()
      return {
        *atSubmission({ reference }) {
          const { account, id } = parseReference(reference)
          const broadcast = records.indexes.broadcastOf(id)
          if ((broadcast?.send ?? null) === null) return
          const send = records.tables.scheduleSends.get(account, broadcast.send.id)
          if (send?.status !== 'started') yield `${id} of ${broadcast.send.id}, which is ${send?.status}, is submitted`
          if (positionOf(id) >= broadcast.released) yield `${id} of ${broadcast.id} is submitted before its wave`
        },
        *atDelivery({ reference, to }) {
          const { account, id } = parseReference(reference)
          const broadcast = records.indexes.broadcastOf(id)
          if ((broadcast?.send ?? null) === null) return
          const { schedule, occurrence } = records.tables.scheduleSends.get(account, broadcast.send.id)
          const place = `${schedule} ${occurrence.toISOString()} ${to}`
          if (got.has(place)) yield `${to} got ${schedule} of ${occurrence.toISOString()} again, by ${broadcast.id}`
          got.add(place)
        },
      }
    },
  },
  {
    name: 'waves are released one by one, at their interval, and never beyond the recipients',
    watch: ({ records, adapters: { clock } }) => {
      const lastMs = new Map()
      return {
        *atCommit({ broadcasts }) {
          const now = clock.now().getTime()
          for (const { before, after } of broadcasts) {
            const { id, account, send: name, total, released } = after
            const wave = released - (before?.released ?? 0)
            if (name === null || wave === 0) continue
            const { status, waves } = records.tables.scheduleSends.get(account, name.id)
            if (status !== 'started') yield `${released} of ${id} are released, and it is ${status}`
            if (released > total || wave < 0) yield `${released} of ${total} of ${id} are released`
            const canary = after.watch?.canary ?? null
            const isOfCanary = canary !== null && isOpenCanary(before, released, canary)
            if (waves === null ? released < total && !isOfCanary : wave > waves.recipientsPerWave)
              yield `a wave of ${id} has ${wave} recipients`
            const sinceMs = now - (lastMs.get(id) ?? -Infinity)
            if (waves !== null && sinceMs < waves.waveIntervalMinutes * MINUTE_MS - PUNCTUAL_WITHIN_MS) {
              yield `a wave of ${id} came ${sinceMs} ms after the last`
            }
            lastMs.set(id, now)
          }
        },
      }
    },
  },
]

/** Whether the recipients of a canary are released: its first ones, or as many again because none was submitted. */
function isOpenCanary(before, released, { recipients }) {
  const already = before?.released ?? 0
  return already < recipients ? released === recipients : released === 2 * already
}

/** A tolerance, because clocks differ and commits take time. */
const WITHIN_MS = 61_000 + 2 * CLOCK_SKEW_MAX_MS
/** A tolerance for waves: after a wave that is at most five seconds late, the next wave keeps its planned time. */
const PUNCTUAL_WITHIN_MS = 15_000

/** The new sends, by schedule. */
function begunIn(scheduleSends) {
  const begun = new Map()
  for (const { before, after } of scheduleSends) {
    if (before !== null) continue
    begun.set(after.schedule, [...(begun.get(after.schedule) ?? []), after])
  }
  return begun
}

function* wrongCount(records, { id, account, revision, occurred, next, timetable }) {
  const { endType, endAfterOccurrences } = timetable.recurrence ?? {}
  const all = records.tables.scheduleSends.of(account)
  const own = all.filter((send) => send.schedule === id && send.revision === revision)
  const due = new Set(own.map(({ wall }) => wall)).size
  if (occurred !== due) yield `${id} counts ${occurred} occurrences, and has sends of ${due}`
  if (endType !== 'afterOccurrences' || next === null || next.isOpen) return
  if (occurred >= endAfterOccurrences) yield `${id} waits for ${next.wall} after ${occurred} occurrences`
}

function* wrongBeginning(records, { id, account, status, next }, sends, nowMs) {
  if (status !== 'active') yield `${id} is ${status} and begins an occurrence`
  if (next === null || next.isOpen) yield `${id} waits for no occurrence and begins one`
  else if (next.beginsAt.getTime() > nowMs + CLOCK_SKEW_MAX_MS)
    yield `${id} begins before ${next.beginsAt.toISOString()}`
  const mine = new Set(sends)
  const all = records.tables.scheduleSends.of(account).filter((send) => send.schedule === id && isAccepted(send))
  for (const send of sends) {
    const isSame = ({ occurrence }) => occurrence.getTime() === send.occurrence.getTime()
    if (next !== null && !isSame({ occurrence: next.instant })) yield `${send.id} is of another occurrence of ${id}`
    if (isAccepted(send) && all.some((other) => !mine.has(other) && isSame(other))) yield `${id} begins one again`
  }
}

function isAccepted({ status }) {
  return status === 'planned' || status === 'started'
}

/** If a zone is refused, no recipient in that zone gets a text; if all zones are refused, one send reports that. */
function* wrongSends(records, schedule, sends) {
  const { id, account, timetable, body, from } = schedule
  const { times } = new Calendar({ ...timetable, at: schedule.next.wall, recurrence: null }).occurrence(0)
  const atMsOf = new Map(times.map(({ zone, atMs }) => [zone, atMs]))
  const expected = reached(records, schedule)
  const zonesWithSend = new Set()
  for (const send of sends) {
    const zone = send.zone ?? timetable.timezone
    zonesWithSend.add(zone)
    if (send.scheduledFor.getTime() !== atMsOf.get(zone)) yield `${send.id} in ${zone} is for ${send.scheduledFor}`
    if (!isAccepted(send)) continue
    const broadcast = records.tables.broadcasts.get(account, send.broadcast)
    if (broadcast.body !== body || broadcast.from !== from || broadcast.timezone !== zone)
      yield `${send.id} is not as ${id}`
    const chunks = records.tables.chunks.of(`${account} ${broadcast.id}`)
    const phones = chunks
      .toSorted((one, other) => one.number - other.number)
      .flatMap(({ recipients }) => recipients.phones)
    const due = expected.get(zone) ?? []
    if (phones.join() !== due.join() || broadcast.total !== due.length) {
      yield `${send.id} in ${zone} is to ${phones}, expected ${due}`
    }
  }
  const isRefusedWhole = sends.length === 1 && sends[0].zone === null && !isAccepted(sends[0])
  if (isRefusedWhole) {
    if (sends[0].reason === 'empty_audience' && expected.size > 0)
      yield `${id} has an audience, and reports an empty one`
    return
  }
  for (const zone of expected.keys()) if (!zonesWithSend.has(zone)) yield `${id} forgets ${zone}`
}

/** The numbers of the audience that consent, by zone; computed from the memberships instead of their counts. */
function reached({ tables }, { account, audience, timetable }) {
  const { sendByLocalTime, timezone } = timetable
  const isMeant = ({ id, phone }) =>
    audience.kind === 'list'
      ? tables.contactListMembers.has({ account, list: audience.list, phone })
      : tables.membershipsByContact
          .of(`${account} ${id}`)
          .some(({ group, state }) => state === 'active' && audience.groups.includes(group))
  const all = tables.contacts.of(account).filter(isMeant)
  const open = all.filter(({ phone }) => refusalOf({ tables }, { account, to: phone, purpose: 'message' }) === null)
  const byZone = new Map()
  for (const { phone, tz } of open.toSorted((one, other) => (one.phone < other.phone ? -1 : 1))) {
    const zone = sendByLocalTime && tz !== null ? tz : timezone
    byZone.set(zone, [...(byZone.get(zone) ?? []), phone])
  }
  return byZone
}
