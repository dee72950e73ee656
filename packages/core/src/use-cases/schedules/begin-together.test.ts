import {
  DAILY,
  NOW,
  aJob,
  aTimetable,
  memberNumber,
  overridden,
  overriddenStores,
  schedulingFixture,
  type SchedulingGiven,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { SMALL_AUDIENCE_MAX } from '../../stores/occurrence-store.js'

const EVERY_DAY = aTimetable('2026-03-01T13:00', { recurrence: DAILY })
const ONE = new Date('2026-03-01T13:00:00Z')

const IT_BROKE = new Error('It broke')

/** Counts the units of work while the jobs of schedules run. Those that save a schedule in `broken` fail. */
async function open(given?: SchedulingGiven, broken: ReadonlySet<string> = new Set()) {
  const { unitOfWork: whole, ...adapters } = inMemory({ now: NOW })
  const unitOfWork = overriddenStores(whole, ({ occurrences }) => ({
    occurrences: overridden(occurrences, {
      saveSchedules: async (all) => {
        if (all.some(({ id }) => broken.has(id))) throw IT_BROKE
        return occurrences.saveSchedules(all)
      },
    }),
  }))
  let units = 0
  const run: typeof unitOfWork.run = (work) => {
    units++
    return unitOfWork.run(work)
  }
  const fixture = await schedulingFixture({ ...adapters, unitOfWork: { run, runOne: run } }, given)
  const { schedule, clock, worker, failures } = fixture
  return {
    ...fixture,
    schedules: (count: number) => Promise.all(Array.from({ length: count }, () => schedule(EVERY_DAY))),
    /** One poll of a worker with a single slot; returns the number of jobs, and of units of work. */
    poll: async () => {
      if (clock.now() < ONE) clock.set(ONE)
      const before = units
      const onFailure = (failure: (typeof failures)[number]) => void failures.push(failure)
      const jobs = await worker().execute({ lane: 'timed', jobsMax: 1, onFailure })
      return { jobs, units: units - before }
    },
  }
}

describe('occurrences that are due at the same instant', () => {
  test('begin together, up to 32 at one poll', async () => {
    const { schedules, poll, sends, work, sentTo } = await open()
    const all = await schedules(40)
    expect(await poll()).toEqual({ jobs: 32, units: 2 })
    expect(await poll()).toEqual({ jobs: 8, units: 2 })
    for (const { id } of all) expect(await sends(id)).toMatchObject([{ status: 'started' }])
    await work()
    expect(sentTo()).toHaveLength(3 * 40)
  })

  test('begin alone if their audience is large, or if they are sent by local time', async () => {
    const contacts = Array.from({ length: SMALL_AUDIENCE_MAX }, (_, n) => ({ phone: memberNumber(n) }))
    const { schedule, schedules, anotherGroup, contact, member, group, poll, sends, planned } = await open({
      contacts,
      credits: 99_999,
    })
    const [small, extra] = [await anotherGroup({ name: 'Small' }), await contact({ phone: memberNumber(99_999) })]
    await member(extra, small)
    await member(extra, group)
    const audience = { kind: 'groups', groups: [small.id] } as const
    const local = await schedule({ ...EVERY_DAY, sendByLocalTime: true }, { audience })
    const [large] = await schedules(1)
    const together = [await schedule(EVERY_DAY, { audience }), await schedule(EVERY_DAY, { audience })]
    expect(await poll()).toEqual({ jobs: 4, units: 4 })
    expect(await planned(local.id)).toHaveLength(1)
    for (const { id } of [large!, ...together]) expect(await sends(id)).toMatchObject([{ status: 'started' }])
  })

  test('share the credits of their account: as many are sent as it can pay', async () => {
    const { schedules, poll, sends, credits } = await open({ credits: 20 })
    const all = await schedules(5)
    await poll()
    const results = await Promise.all(all.map(async ({ id }) => (await sends(id))[0]!))
    expect(results.map(({ reason }) => reason ?? 'none').sort()).toEqual([
      ...Array(2).fill('insufficient_credits'),
      ...Array(3).fill('none'),
    ])
    expect(await credits()).toEqual({ sms: 2, mms: 0, reserved: { sms: 18, mms: 0 } })
  })

  test('share the daily quota of their account', async () => {
    const { schedules, poll, sends } = await open({ account: { dailyMessageQuota: 7 } })
    const all = await schedules(4)
    await poll()
    const results = await Promise.all(all.map(async ({ id }) => (await sends(id))[0]!))
    expect(results.map(({ reason }) => reason ?? 'none').sort()).toEqual([
      'none',
      'none',
      'quota_reached',
      'quota_reached',
    ])
  })

  test('begin one by one if one of them fails, and only that one is retried', async () => {
    const broken = new Set<string>()
    const { schedules, poll, sends, failures, clock } = await open({}, broken)
    const [failing, ...others] = await schedules(3)
    broken.add(failing!.id)
    await poll()
    for (const { id } of others) expect(await sends(id)).toMatchObject([{ status: 'started' }])
    expect(failures.map(({ job, error }) => [job.payload, error])).toEqual([[{ schedule: failing!.id }, IT_BROKE]])
    broken.clear()
    clock.advance(1_000)
    expect(await poll()).toMatchObject({ jobs: 1 })
    expect(await sends(failing!.id)).toMatchObject([{ status: 'started' }])
  })

  test('run beside other jobs of their lane', async () => {
    const { schedules, poll, sends, run, account } = await open()
    const all = await schedules(2)
    await run(({ jobs }) => jobs.put([aJob({ account: account.id, lane: 'timed' })]))
    expect((await poll()).jobs).toBe(3)
    for (const { id } of all) expect(await sends(id)).toMatchObject([{ status: 'started' }])
  })
})
