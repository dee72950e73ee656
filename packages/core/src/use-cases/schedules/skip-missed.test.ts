import { aTimetable, DAILY, crashingProcess, schedulingFixture, type SchedulingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { JOB_LEASE_MS } from '../../model/jobs/job.js'
import type { Recurrence, Timetable } from '../../model/schedules/timetable.js'
import type { WaveConfig } from '../../model/schedules/waves.js'
import type { ScheduleId } from '../../values/ids.js'

const EVERY_DAY = aTimetable('2026-03-01T13:00', { recurrence: DAILY })
const TWICE: Recurrence = { ...DAILY, endType: 'afterOccurrences', endAfterOccurrences: 2 }

type Given = SchedulingGiven & {
  readonly timetable?: Timetable
  readonly waves?: WaveConfig
  readonly adapters?: ReturnType<typeof inMemory>
}

/** A schedule whose send started on time, in a worker that crashed before the first message was submitted. */
async function openAfterDeath({ adapters = inMemory(), timetable = EVERY_DAY, waves, ...given }: Given = {}) {
  const fixture = await schedulingFixture(adapters, given)
  const { id } = await fixture.schedule(timetable, waves && { waves })
  fixture.clock.set(new Date('2026-03-01T13:00:00Z'))
  const dying = fixture.worker()
  for (let round = 0; round < 2; round++) {
    await dying.execute({ lane: 'timed', jobsMax: 1, onFailure: () => {} })
  }
  expect((await fixture.sends(id)).map(({ status }) => status)).toEqual(['started'])
  expect(fixture.provider.submitted).toHaveLength(0)
  return { ...fixture, id }
}

test('a send whose chunk does not begin within an hour is skipped, and costs nothing', async () => {
  const { at, sends, id, provider, credits, read, list } = await openAfterDeath()
  await at('2026-03-01T14:00:01Z')
  expect(provider.submitted).toHaveLength(0)
  expect(await sends(id)).toMatchObject([{ status: 'skipped', reason: 'too_late' }])
  expect(await credits()).toMatchObject({ sms: 1_000, reserved: { sms: 0 } })
  expect(await read(id)).toMatchObject({ status: 'active', nextScheduledFor: '2026-03-02T13:00:00.000Z' })
  expect((await list()).totalCount).toBe(1)
})

test('a send whose chunk begins within the hour continues', async () => {
  const { at, sends, id, provider } = await openAfterDeath()
  await at('2026-03-01T14:00:00Z')
  expect(provider.submitted).toHaveLength(3)
  expect(await sends(id)).toMatchObject([{ status: 'started', reason: null }])
})

test('a started send that is skipped emits its failure once', async () => {
  const { at, listenTo, events } = await openAfterDeath()
  await listenTo('schedule.send.failed', 'schedule.send.completed')
  await at('2026-03-01T15:00:00Z')
  expect((await events()).map(({ type }) => type)).toEqual(['schedule.send.failed'])
})

test('a started send that is skipped counts towards the end of its schedule', async () => {
  const { id, ...fixture } = await openAfterDeath({ timetable: aTimetable('2026-03-01T13:00', { recurrence: TWICE }) })
  for (const day of ['01T20', '02T13', '03T13']) await fixture.at(`2026-03-${day}:00:00Z`)
  const statuses = (await fixture.sends(id)).map(({ status }) => status)
  expect(statuses).toEqual(['started', 'skipped'])
  expect(await fixture.read(id)).toMatchObject({ status: 'ended' })
})

test('a started send that is skipped leaves no job for its next wave', async () => {
  const { clock, worker, work, id, sends, run, account, ids } = await openAfterDeath({
    waves: { recipientsPerWave: 1, waveIntervalMinutes: 2 },
  })
  clock.set(new Date('2026-03-01T14:00:01Z'))
  await worker().execute({ lane: 'timed', jobsMax: 1, onFailure: () => {} })
  await work()
  expect(await sends(id)).toMatchObject([{ status: 'skipped', reason: 'too_late' }])
  const [now, leaseUntil] = [new Date('2026-03-01T14:30:00Z'), new Date('2026-03-01T14:31:00Z')]
  const due = { account: account.id, lane: 'timed', limit: 9, now, leaseUntil, fence: ids.next('job') } as const
  expect(await run(({ jobs }) => jobs.claim(due))).toEqual([])
})

test('a chunk whose worker finds nothing to skip is released, and not retried in a loop', async () => {
  const adapters = inMemory()
  const process = crashingProcess(adapters.unitOfWork)
  const { id, ...fixture } = await openAfterDeath({ adapters: { ...adapters, unitOfWork: process.unitOfWork } })
  const { run, account, work, clock, provider, sends } = fixture
  await run(async ({ schedules }) => {
    const { results } = await schedules.listSends(account.id, id as ScheduleId, { page: 1, limit: 1 })
    await schedules.saveSend({ ...results[0]!, status: 'failed' })
  })
  clock.set(new Date('2026-03-01T14:00:01Z'))
  process.livesFor(50)
  await work()
  expect(process.revive()).toBe(false)
  expect(provider.submitted).toHaveLength(0)
  expect(await sends(id)).toMatchObject([{ status: 'failed' }])
})

describe('a crash of the worker between any two steps of skipping a send', () => {
  test('does not change the final result', async () => {
    let deaths = 0
    for (let hasDied = true; hasDied;) {
      const adapters = inMemory()
      const process = crashingProcess(adapters.unitOfWork)
      const { id, ...fixture } = await openAfterDeath({ adapters: { ...adapters, unitOfWork: process.unitOfWork } })
      await fixture.listenTo('schedule.send.failed')
      fixture.clock.set(new Date('2026-03-01T14:00:01Z'))
      process.livesFor(deaths)
      await fixture.work().catch(() => undefined)
      hasDied = process.revive()
      if (hasDied) deaths++
      for (let n = 0; n < 5; n++) {
        fixture.clock.advance(JOB_LEASE_MS)
        await fixture.work()
      }
      expect(fixture.provider.submitted).toHaveLength(0)
      expect(await fixture.sends(id)).toMatchObject([{ status: 'skipped', reason: 'too_late' }])
      expect(await fixture.events()).toHaveLength(1)
      expect(await fixture.credits()).toEqual({ sms: 1_000, mms: 0, reserved: { sms: 0, mms: 0 } })
      expect(await fixture.stored(id)).toMatchObject({ occurred: 1 })
    }
    expect(deaths).toBeGreaterThan(4)
  })
})

test('an occurrence counts once if the started send of one of its zones is skipped', async () => {
  const contacts = [{ tz: null }, { tz: 'Pacific/Honolulu' as const }]
  const timetable = aTimetable('2026-03-01T13:00', { sendByLocalTime: true, recurrence: TWICE })
  const { id, ...fixture } = await openAfterDeath({ contacts, timetable })
  for (const time of ['01T20', '01T23', '02T13', '02T23', '03T13']) await fixture.at(`2026-03-${time}:00:00Z`)
  const statuses = (await fixture.sends(id)).map(({ status }) => status)
  expect(statuses).toEqual(['started', 'started', 'started', 'skipped'])
  expect(await fixture.read(id)).toMatchObject({ status: 'ended' })
})
