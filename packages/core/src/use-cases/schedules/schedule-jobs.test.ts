import {
  DAILY,
  NOW,
  aTimetable,
  crashingProcess,
  schedulingFixture,
  unacknowledgedCommits,
  type SchedulingGiven,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { JOB_LEASE_MS } from '../../model/jobs/job.js'
import type { OccurrenceStore } from '../../stores/occurrence-store.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { addMs } from '../../values/time/instant.js'
import { RunOccurrence } from './run-occurrence.js'
import type { OccurrenceJob, SendJob } from './schedule-jobs.js'
import { StartSend } from './start-send.js'

const ONE = new Date('2026-03-01T13:00:00Z')
const EVERY_DAY = aTimetable('2026-03-01T13:00', { recurrence: DAILY })
/** Each occurrence begins at 13:00 UTC, and is sent in New York five hours later. */
const IN_NEW_YORK = aTimetable('2026-03-01T13:00', { recurrence: DAILY, sendByLocalTime: true })
const NEW_YORKERS = { contacts: Array.from({ length: 3 }, () => ({ tz: 'America/New_York' as const })) }
const ONE_IN_NEW_YORK = new Date('2026-03-01T18:00:00Z')
const ONE_A_MINUTE = { recipientsPerWave: 1, waveIntervalMinutes: 1 }

/** `claim` claims the job of a due schedule, so that a test can run it any number of times. */
async function open(given?: SchedulingGiven) {
  const adapters = inMemory({ now: NOW })
  const fixture = await schedulingFixture(adapters, given)
  const { run, account, clock, ids } = fixture
  const claim = async () => {
    const now = clock.now()
    const due = { account: account.id, lane: 'timed', now, leaseUntil: addMs(now, JOB_LEASE_MS), limit: 1 } as const
    const [job] = await run(({ jobs }) => jobs.claim({ ...due, fence: ids.next('job') }))
    return job as OccurrenceJob & SendJob
  }
  const runOccurrence = new RunOccurrence(adapters)
  const startSend = new StartSend(adapters)
  return { ...fixture, adapters, claim, runOccurrence, startSend }
}

/** A unit of work that begins later than it was asked to, because it waited for a connection. */
function waitingBefore(unitOfWork: UnitOfWork, wait: () => void): UnitOfWork {
  return {
    run: (work) => {
      wait()
      return unitOfWork.run(work)
    },
    runOne: (work) => unitOfWork.runOne(work),
  }
}

/** A unit of work that waits for another one to release the credits. */
function waitingForCredits(unitOfWork: UnitOfWork, wait: () => void): UnitOfWork {
  const waiting = ({ occurrences, ...stores }: Stores): Stores => {
    const lockCredits: OccurrenceStore['lockCredits'] = (...given) => {
      wait()
      return occurrences.lockCredits(...given)
    }
    return { ...stores, occurrences: Object.assign(Object.create(occurrences) as OccurrenceStore, { lockCredits }) }
  }
  return { run: (work) => unitOfWork.run((stores) => work(waiting(stores))), runOne: (work) => unitOfWork.runOne(work) }
}

describe('an occurrence', () => {
  test('begins only once with several concurrent workers', async () => {
    const { schedule, clock, worker, work, sentTo, sends } = await open()
    const { id } = await schedule(EVERY_DAY)
    clock.set(ONE)
    const round = { lane: 'timed', jobsMax: 4, onFailure: () => undefined } as const
    for (let n = 0; n < 3; n++) await Promise.all([1, 2, 3].map(() => worker().execute(round)))
    await work()
    expect(await sends(id)).toHaveLength(1)
    expect(sentTo()).toHaveLength(3)
  })

  test('begins once, in the worker whose claim is current, and not in a worker with a stale claim', async () => {
    const { schedule, clock, claim, runOccurrence, work, sentTo, sends, credits } = await open()
    const { id } = await schedule(EVERY_DAY)
    clock.set(ONE)
    const stalled = await claim()
    clock.advance(JOB_LEASE_MS)
    const job = await claim()
    await Promise.all([job, stalled, job].map((one) => runOccurrence.execute(one)))
    expect((await credits()).reserved.sms).toBe(6)
    await work()
    await runOccurrence.execute(job)
    await work()
    expect(await sends(id)).toHaveLength(1)
    expect(sentTo()).toHaveLength(3)
  })

  test('begins once if its commit is not acknowledged', async () => {
    const { schedule, clock, claim, adapters, work, sentTo, sends, read } = await open()
    const { id } = await schedule(EVERY_DAY)
    clock.set(ONE)
    const unitOfWork = unacknowledgedCommits(adapters.unitOfWork)
    unitOfWork.loseReplies()
    await new RunOccurrence({ ...adapters, unitOfWork }).execute(await claim())
    await work()
    expect(await sends(id)).toHaveLength(1)
    expect(sentTo()).toHaveLength(3)
    expect((await read(id)).nextScheduledFor).toBe('2026-03-02T13:00:00.000Z')
  })

  test('does not begin if its schedule was removed or moved in the meantime', async () => {
    const { schedule, change, remove, clock, claim, runOccurrence, work, sentTo } = await open()
    const [gone, moved] = [await schedule(EVERY_DAY), await schedule(EVERY_DAY)]
    clock.set(ONE)
    const jobs = [await claim(), await claim()]
    await remove(gone.id)
    await change(moved.id, { timetable: aTimetable('2026-03-01T14:00') })
    for (const job of jobs) await runOccurrence.execute(job)
    await work()
    expect(sentTo()).toEqual([])
    clock.set(new Date('2026-03-01T14:00:00Z'))
    await work()
    expect(sentTo()).toHaveLength(3)
  })
})

describe('a send', () => {
  test('starts once, in the worker whose claim is current, and not in a worker with a stale claim', async () => {
    const { schedule, clock, claim, runOccurrence, startSend, work, sentTo } = await open(NEW_YORKERS)
    await schedule(IN_NEW_YORK)
    clock.set(ONE)
    await runOccurrence.execute(await claim())
    clock.set(ONE_IN_NEW_YORK)
    const stalled = await claim()
    clock.advance(JOB_LEASE_MS)
    const job = await claim()
    await Promise.all([job, stalled, job].map((one) => startSend.execute(one)))
    await work()
    expect(sentTo()).toHaveLength(3)
    await startSend.execute(job)
    await work()
    expect(sentTo()).toHaveLength(3)
  })

  test('starts once, and releases each wave once, if commits are not acknowledged', async () => {
    const { schedule, clock, claim, adapters, work, sentTo, stored } = await open()
    const { id } = await schedule(EVERY_DAY, { waves: ONE_A_MINUTE })
    clock.set(ONE)
    const unitOfWork = unacknowledgedCommits(adapters.unitOfWork)
    unitOfWork.loseReplies()
    const begins = new RunOccurrence({ ...adapters, unitOfWork })
    const goesOn = new StartSend({ ...adapters, unitOfWork })
    for (let wave = 1; wave <= 3; wave++) {
      await (wave === 1 ? begins : goesOn).execute(await claim())
      await work()
      expect(sentTo()).toHaveLength(wave)
      clock.advance(60_000)
    }
    expect(await stored(id)).toMatchObject({ occurred: 1, hasSent: true })
  })

  test.each([
    ['a connection', waitingBefore],
    ['the credits', waitingForCredits],
  ])('releases a wave a full interval after the one before, even if that one waited for %s', async (_, waiting) => {
    const { schedule, clock, claim, adapters, work, sentTo } = await open()
    await schedule(EVERY_DAY, { waves: { ...ONE_A_MINUTE, waveIntervalMinutes: 10 } })
    clock.set(ONE)
    const unitOfWork = waiting(adapters.unitOfWork, () => clock.advance(20_000))
    for (let wave = 1; wave <= 3; wave++) {
      const waveJob =
        wave === 1 ? new RunOccurrence({ ...adapters, unitOfWork }) : new StartSend({ ...adapters, unitOfWork })
      await waveJob.execute(await claim())
      await work()
      clock.advance(10 * 60_000 - 1)
      await work()
      expect(sentTo()).toHaveLength(wave)
      clock.advance(1)
    }
  })

  test('that is too late is skipped once if its commit is not acknowledged', async () => {
    const fixture = await open(NEW_YORKERS)
    const { schedule, clock, claim, runOccurrence, adapters, work, sends, credits, listenTo, events } = fixture
    await listenTo('schedule.send.failed')
    const { id } = await schedule(IN_NEW_YORK)
    clock.set(ONE)
    await runOccurrence.execute(await claim())
    clock.set(new Date('2026-03-01T20:00:00Z'))
    const unitOfWork = unacknowledgedCommits(adapters.unitOfWork)
    unitOfWork.loseReplies()
    await new StartSend({ ...adapters, unitOfWork }).execute(await claim())
    await work()
    expect(await sends(id)).toMatchObject([{ status: 'skipped', reason: 'too_late' }])
    expect(await events()).toHaveLength(1)
    expect(await credits()).toEqual({ sms: 1_000, mms: 0, reserved: { sms: 0, mms: 0 } })
  })

  test('waits if its job runs before its time', async () => {
    const { schedule, clock, claim, runOccurrence, startSend, run, account, work, sentTo } = await open({
      contacts: [{ tz: 'America/New_York' }],
    })
    await schedule(aTimetable('2026-03-01T13:00', { sendByLocalTime: true }))
    clock.set(ONE)
    await runOccurrence.execute(await claim())
    clock.set(new Date('2026-03-01T18:00:00Z'))
    const early = await claim()
    clock.set(new Date('2026-03-01T17:59:59Z'))
    await startSend.execute(early)
    await work()
    expect(sentTo()).toEqual([])
    clock.set(new Date('2026-03-01T18:00:00Z'))
    await work()
    expect(sentTo()).toHaveLength(1)
    expect(await run(({ jobs }) => jobs.listDead(account.id, { page: 1, limit: 1 }))).toMatchObject({ totalCount: 0 })
  })
})

describe('a crash of the worker between any two steps', () => {
  const scenarios = [
    ['of a recurring schedule', EVERY_DAY, null, 4],
    ['of waves', EVERY_DAY, ONE_A_MINUTE, 4],
    ['of a send by local time', aTimetable('2026-03-01T13:00', { sendByLocalTime: true }), null, 4],
  ] as const

  test.each(scenarios)('%s does not change the final result', async (_, timetable, waves, contacts) => {
    let deaths = 0
    for (let hasDied = true; hasDied;) {
      const adapters = inMemory({ now: NOW })
      const process = crashingProcess(adapters.unitOfWork)
      const people = Array.from({ length: contacts }, (_, n) => ({ tz: n < 2 ? null : ('America/New_York' as const) }))
      const fixture = await schedulingFixture({ ...adapters, unitOfWork: process.unitOfWork }, { contacts: people })
      const { id } = await fixture.schedule(timetable, { waves })
      fixture.clock.set(ONE)
      process.livesFor(deaths)
      await fixture.work().catch(() => undefined)
      hasDied = process.revive()
      if (hasDied) deaths++
      for (let n = 0; n < 10; n++) {
        fixture.clock.advance(JOB_LEASE_MS)
        await fixture.work()
      }
      await fixture.at('2026-03-01T18:00:00Z')
      await expectOutcomeOfOneWorker(fixture, id)
    }
    expect(deaths).toBeGreaterThan(8)
  })
})

async function expectOutcomeOfOneWorker(fixture: Awaited<ReturnType<typeof schedulingFixture>>, id: string) {
  const { provider, contacts, sends, credits, costOf, planned } = fixture
  const references = new Map(provider.submitted.map(({ reference, to }) => [reference, to]))
  expect([...references.values()].toSorted()).toEqual(contacts.map(({ phone }) => phone))
  const listed = await sends(id)
  expect(new Set(listed.map(({ status }) => status))).toEqual(new Set(['started']))
  expect(await planned(id)).toEqual([])
  const cost = await costOf(...listed.map(({ broadcastId }) => broadcastId))
  expect(await credits()).toEqual({ sms: 1_000 - cost, mms: 0, reserved: { sms: 0, mms: 0 } })
}
