import { ListSchedules } from '@carillon/core'
import { isDeepStrictEqual } from 'node:util'

const RESERVED_EACH = 2

/** Checks the lists, the ledger and the jobs at the end of the year, and sums up the figures. */
export async function judgeEnd(year) {
  const { schedules, people, fixture, figures, provider } = year
  for (const accountModel of people.accounts) await judgeList(year, accountModel)
  const sends = schedules.flatMap((schedule) => schedule.sends)
  const started = sends.filter(({ status }) => status === 'started')
  figures.sends = started.length
  figures.occurrences = schedules.reduce((sum, schedule) => sum + occurrencesOf(schedule), 0)
  figures.skipped = sends.filter(({ status }) => status === 'skipped').length
  figures.repeatedAtProvider = provider.repeated

  const jobs = await fixture.jobs()
  const expected = schedules.reduce((sum, schedule) => sum + schedule.jobs(), 0)
  if (jobs.waiting !== expected || jobs.dead > 0) {
    throw new Error(`${jobs.waiting} jobs are left, and ${jobs.dead} are dead: ${expected} are expected to wait`)
  }
  const { available, reserved, spent, sent, cost } = await fixture.ledger()
  const underWay = sends.reduce((sum, send) => sum + queuedOf(send), 0)
  const ledger = { sum: available + reserved + spent, reserved, spent, sent }
  const due = { sum: people.granted, reserved: RESERVED_EACH * underWay, spent: cost, sent: figures.texts }
  if (!isDeepStrictEqual(ledger, due)) {
    throw new Error(`the ledger is ${JSON.stringify(ledger)}, expected ${JSON.stringify(due)}`)
  }
}

function occurrencesOf({ sends }) {
  return new Set(sends.filter(({ status }) => status === 'started').map(({ ofMs }) => ofMs)).size
}

/** The number of a send's recipients whose credits are still reserved. */
function queuedOf({ status, phones, released, isCanceled }) {
  if (status === 'planned') return phones.length
  return status === 'started' && !isCanceled ? phones.length - released : 0
}

/** Checks the order of the list: schedules with a next occurrence first, by its time, then the others. */
async function judgeList({ ports, schedules }, accountModel) {
  /** @type {Omit<import('@carillon/core').ScheduleQuery, 'page'>} */
  const query = { statuses: null, timings: null, nextFrom: null, nextTo: null, sort: 'nextScheduledFor', limit: 100 }
  const listed = []
  for (let page = 1; ; page++) {
    const input = { account: accountModel.account, query: { ...query, page } }
    const { results } = await new ListSchedules(ports).execute(input)
    listed.push(...results)
    if (results.length < query.limit) break
  }
  const expected = schedules
    .filter((one) => one.accountModel === accountModel && !one.isRemoved)
    .map(({ id, next }) => ({ id, nextMs: next?.atMs ?? Infinity }))
    .sort((one, other) => one.nextMs - other.nextMs || (one.id < other.id ? -1 : 1))
  const idsOf = (all) => all.map(({ id }) => id)
  if (!isDeepStrictEqual(idsOf(listed), idsOf(expected)))
    throw new Error(`${accountModel.account.name} does not list its schedules in their order`)
}
