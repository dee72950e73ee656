import { DomainError, ListSends, ReadSchedule, ReadUpcoming } from '@carillon/core'
import { isDeepStrictEqual } from 'node:util'

const UPCOMING = 5
const PAGE = 100

/** Reads a schedule, or with `isWhole` everything about it, and compares it with the model. */
export async function compareSchedule(year, schedule, { isWhole = false } = {}) {
  if (!year.isSettled || schedule === undefined) return
  year.figures.looks++
  const name = { account: schedule.accountModel.account, id: schedule.id }
  if (schedule.isRemoved) return isNotFound(year, name)
  const shown = await new ReadSchedule(year.ports).execute(name)
  const { status, nextScheduledFor, body, timetable, timing } = shown
  expect(
    year,
    schedule,
    { status, nextScheduledFor, body, timetable, timing },
    {
      status: schedule.status,
      nextScheduledFor: schedule.next === null ? null : iso(schedule.next.atMs),
      body: schedule.text,
      timetable: schedule.timetable,
      timing: schedule.timetable.recurrence === null ? 'oneTime' : 'recurring',
    },
  )
  if (!isWhole) return
  expect(
    year,
    schedule,
    await new ReadUpcoming(year.ports).execute({ ...name, count: UPCOMING }),
    schedule.upcoming(UPCOMING),
  )
  expect(year, schedule, await allSends(year, name), expectedSends(schedule))
}

async function isNotFound({ ports, clock }, name) {
  try {
    await new ReadSchedule(ports).execute(name)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'schedule-not-found') return
    throw error
  }
  throw new Error(`${name.id} was deleted before it sent, and still exists at ${clock.now().toISOString()}`)
}

function expect({ clock }, schedule, shown, expected) {
  if (isDeepStrictEqual(shown, expected)) return
  const what = { at: clock.now().toISOString(), shown, expected, timetable: schedule.timetable, waves: schedule.waves }
  throw new Error(`#${schedule.n} ${schedule.id} is not as expected: ${JSON.stringify(what, null, 1)}`)
}

async function allSends({ ports }, name) {
  const shown = []
  for (let page = 1; ; page++) {
    const { results, totalCount } = await new ListSends(ports).execute({ ...name, page: { page, limit: PAGE } })
    shown.push(...results)
    if (results.length === 0 && shown.length !== totalCount)
      throw new Error(`${name.id} lists ${shown.length} of ${totalCount}`)
    if (results.length < PAGE) break
  }
  const isNewestFirst = shown.every(({ scheduledFor }, i) => i === 0 || shown[i - 1].scheduledFor >= scheduledFor)
  if (!isNewestFirst) throw new Error(`${name.id} does not list its sends with the newest first`)
  return shown.map(({ scheduledFor, zone, status, reason }) => lineOf({ scheduledFor, zone, status, reason })).sort()
}

function expectedSends({ sends }) {
  const reported = sends.filter(({ status }) => status !== 'planned')
  return reported
    .map(({ atMs, zone, status, reason }) => lineOf({ scheduledFor: iso(atMs), zone, status, reason }))
    .sort()
}

function lineOf({ scheduledFor, zone, status, reason }) {
  return `${scheduledFor} ${zone ?? 'everywhere'} ${status} ${reason ?? ''}`
}

function iso(ms) {
  return new Date(ms).toISOString()
}
