import { DAILY, NOW, aTimetable, memberNumber, schedulingFixture, type SchedulingGiven } from '@carillon/contracts'
import type { JobLane, UnitOfWork } from '@carillon/core'
import { keyedSecrets, randomIds, systemChance, systemTimer } from '@carillon/node'
import { describe, expect, test } from '@jest/globals'
import type { Knex } from 'knex'
import { signal } from '../testing/signal.js'
import { openTestDatabase, waitForLockWaiters } from '../testing/test-database.js'

const ONCE = aTimetable('2026-03-01T13:00')
const TWO_EVERY_TEN = { waves: { recipientsPerWave: 2, waveIntervalMinutes: 10 } }

/** Schedules on a database where the test decides the order of transactions. */
async function open(given: SchedulingGiven = {}) {
  const database = await openTestDatabase()
  const puts = gate()
  let now = NOW
  const clock = { now: () => now, set: (instant: Date) => void (now = instant) }
  const adapters = { clock, ids: randomIds(clock), chance: systemChance, timer: systemTimer }
  const fixture = await schedulingFixture(
    {
      ...adapters,
      secrets: keyedSecrets('the secret of a service'),
      unitOfWork: withGatedPuts(database.unitOfWork, puts.pass),
    },
    { credits: 20_000, ...given },
  )
  const onFailure = ({ error }: { readonly error: unknown }) => {
    throw error
  }
  return {
    ...fixture,
    database,
    puts,
    time: (time: string) => clock.set(new Date(`2026-03-01T${time}Z`)),
    round: (lane: JobLane) => fixture.worker().execute({ lane, jobsMax: 1, onFailure }),
    /** Calls `starts` one by one while a transaction locks `rows`, so that each one waits behind the previous one. */
    queued: async (rows: string, starts: readonly (() => Promise<unknown>)[]) => {
      const waiting = await database.knex.transaction(async (trx) => {
        await lock(trx, rows, fixture.account.id)
        const started: Promise<unknown>[] = []
        for (const start of starts) {
          started.push(start())
          await waitForLockWaiters(database, { count: started.length })
        }
        return { started }
      })
      await Promise.all(waiting.started)
    },
  }
}

async function lock(trx: Knex, rows: string, account: string) {
  await trx.raw(`select from ${rows} where account_id = ? for update`, [account])
}

/** After `close`, the next call of `pass` waits until the gate is opened. */
function gate() {
  let arrival: ReturnType<typeof signal> | null = null
  let opening = signal()
  return {
    close: () => {
      const [arrived, opened] = [signal(), signal()]
      arrival = arrived
      opening = opened
      return { open: opened.give, arrived: arrived.given }
    },
    pass: async () => {
      if (arrival === null) return
      arrival.give()
      arrival = null
      await opening.given
    },
  }
}

/** Calls `pass` before a job of a chunk is put back, in a transaction that keeps all its locks. */
function withGatedPuts(unitOfWork: UnitOfWork, pass: () => Promise<void>): UnitOfWork {
  return {
    runOne: (work) => unitOfWork.runOne(work),
    run: (work) =>
      unitOfWork.run((stores) => {
        const put: typeof stores.jobs.put = async (jobs) => {
          if (jobs.some(({ kind }) => kind === 'dispatch-chunk')) await pass()
          await stores.jobs.put(jobs)
        }
        const jobs = Object.create(stores.jobs, { put: { value: put } })
        return work(Object.create(stores, { jobs: { value: jobs } }))
      }),
  }
}

describe('a wave', () => {
  test('that is due while a worker finds no recipients waits for the worker, and brings the chunk’s job forward', async () => {
    const { schedule, time, round, puts, database, provider, sentTo, work } = await open({ contacts: people(5) })
    await schedule(ONCE, TWO_EVERY_TEN)
    provider.script.push({ kind: 'try-later', afterMs: 50 * 60_000 })
    time('13:00:00')
    for (let n = 0; n < 2; n++) await round('timed')
    const { open: letGo, arrived } = puts.close()
    const working = round('bulk')
    await arrived
    time('13:10:00')
    const waving = round('timed')
    await Promise.race([waitForLockWaiters(database), waving])
    letGo()
    await Promise.all([working, waving])
    await work()
    expect(sentTo()).toEqual([0, 1, 2, 3].map(memberNumber))
  })

  test('that is due while a worker postpones a job, as the provider requested, is sent when the job runs', async () => {
    const { schedule, time, round, puts, provider, sentTo, work } = await open({ contacts: people(5) })
    await schedule(ONCE, TWO_EVERY_TEN)
    provider.script.push(...[1, 2].map(() => ({ kind: 'try-later', afterMs: 50 * 60_000 }) as const))
    time('13:00:00')
    for (let n = 0; n < 2; n++) await round('timed')
    const { open: letGo, arrived } = puts.close()
    const working = round('bulk')
    await arrived
    time('13:10:00')
    await round('timed')
    letGo()
    await working
    time('13:20:00')
    await work()
    expect(sentTo()).toEqual([0, 1].map(memberNumber))
    time('13:50:00')
    await work()
    expect(sentTo()).toEqual([0, 1, 0, 1, 2, 3, 4].map(memberNumber))
  })

  test.each([
    ['before', ['timed', 'bulk']],
    ['after', ['bulk', 'timed']],
  ] as const)('is sent to its recipients if it reaches a chunk %s the worker of the chunk does', async (_, lanes) => {
    const { schedule, time, round, queued, provider, sentTo, work } = await open({ contacts: people(5) })
    await schedule(ONCE, TWO_EVERY_TEN)
    provider.script.push({ kind: 'try-later', afterMs: 600_000 })
    time('13:00:00')
    await work()
    time('13:10:01')
    const starts = lanes.map((lane) => () => round(lane))
    await queued('broadcast_chunk', starts)
    await work()
    expect(sentTo().toSorted()).toEqual([0, 0, 1, 2, 3].map(memberNumber))
  })
})

test('a send whose broadcast is canceled at the moment when the send starts is skipped, with an event', async () => {
  const fixture = await open({ contacts: [{ tz: 'America/New_York' }] })
  const { schedule, time, round, queued, cancel, planned, sends, sentTo, credits, listenTo, events, work } = fixture
  await listenTo('schedule.send.failed', 'schedule.send.completed')
  const { id } = await schedule(aTimetable('2026-03-01T13:00', { recurrence: DAILY, sendByLocalTime: true }))
  time('13:00:00')
  await round('timed')
  const [send] = await planned(id)
  time('18:00:00')
  await queued('broadcast_chunk', [() => cancel(send!.broadcast!), () => round('timed')])
  await work()
  expect(await sends(id)).toMatchObject([{ status: 'skipped', reason: 'canceled' }])
  expect((await events()).map(({ type }) => type)).toEqual(['schedule.send.failed'])
  expect(sentTo()).toEqual([])
  expect(await credits()).toMatchObject({ sms: 20_000, reserved: { sms: 0 } })
})

describe('a DELETE of a schedule without a recurrence', () => {
  test.each(['before', 'after'] as const)('just %s the release of the next wave stops that wave', async (order) => {
    const fixture = await open({ contacts: people(5) })
    const { schedule, time, round, queued, remove, sends, broadcast, sentTo, credits, listenTo, events, work } = fixture
    await listenTo('broadcast.completed', 'schedule.send.completed', 'schedule.send.failed')
    const { id } = await schedule(ONCE, TWO_EVERY_TEN)
    time('13:00:00')
    await work()
    time('13:10:00')
    const both = [() => remove(id), () => round('timed')]
    await queued('broadcast_chunk', order === 'before' ? both : both.toReversed())
    for (const later of ['13:10:00', '13:20:00', '13:30:00']) {
      time(later)
      await work()
    }
    expect(sentTo()).toEqual([0, 1].map(memberNumber))
    const [send] = await sends(id)
    expect(await broadcast(send!.broadcastId!)).toMatchObject({ status: 'canceled', counts: { sent: 2, queued: 0 } })
    expect((await events()).map(({ type }) => type)).toEqual(['broadcast.completed', 'schedule.send.completed'])
    expect(await credits()).toMatchObject({ sms: 20_000 - 4, reserved: { sms: 0 } })
  })

  test.each(['before', 'after'] as const)('just %s the start of the occurrence stops all of it', async (order) => {
    const fixture = await open({ contacts: people(5) })
    const { schedule, time, round, queued, remove, read, sentTo, credits, work } = fixture
    const { id } = await schedule(ONCE, TWO_EVERY_TEN)
    time('13:00:00')
    const both = [() => remove(id), () => round('timed')]
    await queued('schedule', order === 'before' ? both : both.toReversed())
    for (const later of ['13:00:00', '13:10:00', '13:20:00']) {
      time(later)
      await work()
    }
    expect(sentTo()).toEqual([])
    expect(await credits()).toMatchObject({ sms: 20_000, reserved: { sms: 0 } })
    if (order === 'before') await expect(read(id)).rejects.toMatchObject({ code: 'schedule-not-found' })
    else expect(await read(id)).toMatchObject({ status: 'ended' })
  })

  test.each(['before', 'after'] as const)('just %s the start of the last zone stops that zone', async (order) => {
    const fixture = await open({ contacts: [{ tz: null }, { tz: 'America/New_York' }] })
    const { schedule, time, round, queued, remove, read, sends, sentTo, credits, work } = fixture
    const { id } = await schedule(aTimetable('2026-03-01T13:00', { sendByLocalTime: true }))
    time('13:00:00')
    await work()
    time('18:00:00')
    const both = [() => remove(id), () => round('timed')]
    await queued('schedule', order === 'before' ? both : both.toReversed())
    await work()
    expect(sentTo()).toEqual([memberNumber(0)])
    expect(await read(id)).toMatchObject({ status: 'ended' })
    expect((await sends(id)).map(({ zone }) => zone)).toEqual(['America/New_York', 'UTC'])
    expect((await credits()).reserved.sms).toBe(0)
  })
})

test('a send begun by a worker within an hour of its time continues, even if the next worker is too late', async () => {
  const { schedule, time, round, queued, sends, sentTo, credits, work } = await open({ contacts: people(1_001) })
  const { id } = await schedule(ONCE)
  time('13:00:00')
  for (let n = 0; n < 2; n++) await round('timed')
  time('14:00:00')
  const tooLate = () => {
    time('14:00:01')
    return round('bulk')
  }
  await queued('broadcast', [() => round('bulk'), tooLate])
  time('14:00:03')
  await work()
  expect(await sends(id)).toMatchObject([{ status: 'started' }])
  expect(new Set(sentTo()).size).toBe(1_001)
  expect(await credits()).toMatchObject({ sms: 20_000 - 2_002, reserved: { sms: 0 } })
})

function people(count: number) {
  return Array.from({ length: count }, () => ({}))
}
