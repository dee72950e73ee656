import { DAILY, NOW, aTimetable, memberNumber, schedulingFixture, type SchedulingGiven } from '@carillon/contracts'
import { keyedSecrets, randomIds, systemChance, systemTimer } from '@carillon/node'
import { expect, test } from '@jest/globals'
import { openTestDatabase } from '../testing/test-database.js'

const WORKERS = 3

/** Schedules on a database with concurrent transactions. */
async function open(given: SchedulingGiven = {}) {
  const { unitOfWork } = await openTestDatabase()
  let now = NOW
  const clock = { now: () => now, set: (instant: Date) => void (now = instant) }
  const fixture = await schedulingFixture(
    {
      unitOfWork,
      clock,
      secrets: keyedSecrets('the secret of a service'),
      ids: randomIds(clock),
      chance: systemChance,
      timer: systemTimer,
    },
    { credits: 20_000, ...given },
  )
  return { ...fixture, workAtOnce: () => Promise.all(Array.from({ length: WORKERS }, fixture.work)) }
}

const members = (count: number) => Array.from({ length: count }, (_, n) => ({ phone: memberNumber(n) }))

test('several workers begin an occurrence once, and send to every recipient once', async () => {
  const { schedule, sends, clock, workAtOnce, provider, contacts, credits, failures, read } = await open({
    contacts: members(2_345),
  })
  const { id } = await schedule(aTimetable('2026-03-01T13:00'))
  clock.set(new Date('2026-03-01T13:00:00Z'))
  await workAtOnce()
  expect(failures).toEqual([])
  expect(provider.submitted.map(({ to }) => to).toSorted()).toEqual(contacts.map(({ phone }) => phone).toSorted())
  expect(await sends(id)).toMatchObject([{ status: 'started' }])
  expect(await read(id)).toMatchObject({ status: 'ended' })
  expect(await credits()).toEqual({ sms: 20_000 - 2 * 2_345, mms: 0, reserved: { sms: 0, mms: 0 } })
})

test('with several workers, many schedules that are due at the same instant begin once each', async () => {
  const { schedule, sends, clock, workAtOnce, provider, failures } = await open()
  const all = await Promise.all(
    Array.from({ length: 40 }, () => schedule(aTimetable('2026-03-01T13:00', { recurrence: DAILY }))),
  )
  clock.set(new Date('2026-03-01T13:00:00Z'))
  await workAtOnce()
  expect(failures).toEqual([])
  expect(provider.submitted).toHaveLength(3 * all.length)
  for (const { id } of all) expect(await sends(id)).toMatchObject([{ status: 'started' }])
})

test('changes, pauses and deletions concurrent with an occurrence leave no partial results', async () => {
  const { schedule, sends, clock, change, remove, workAtOnce, work, provider, failures, credits } = await open()
  const all = await Promise.all(
    Array.from({ length: 30 }, () => schedule(aTimetable('2026-03-01T13:00', { recurrence: DAILY }))),
  )
  clock.set(new Date('2026-03-01T13:00:00Z'))
  const meddle = all.map(({ id }, n) =>
    n % 3 === 0 ? remove(id) : n % 3 === 1 ? change(id, { status: 'paused' }) : change(id, { body: 'Anew' }),
  )
  await Promise.all([workAtOnce(), ...meddle])
  await work()
  expect(failures).toEqual([])
  const changed = all.filter((_, n) => n % 3 === 2)
  for (const { id } of changed) expect(await sends(id)).toMatchObject([{ status: 'started' }])
  const { sms, reserved } = await credits()
  expect(reserved.sms).toBe(0)
  const spent = 20_000 - sms
  expect(spent).toBeGreaterThanOrEqual(provider.submitted.length)
  expect(spent).toBeLessThanOrEqual(2 * provider.submitted.length)
})

test('several workers send each wave at its time, to its number of recipients', async () => {
  const { schedule, clock, workAtOnce, provider, failures } = await open({ contacts: members(1_300) })
  await schedule(aTimetable('2026-03-01T13:00'), { waves: { recipientsPerWave: 400, waveIntervalMinutes: 10 } })
  const submitted: number[] = []
  for (const time of ['13:00', '13:09', '13:10', '13:20', '13:30', '13:40']) {
    clock.set(new Date(`2026-03-01T${time}:00Z`))
    await workAtOnce()
    submitted.push(provider.submitted.length)
  }
  expect(submitted).toEqual([400, 400, 800, 1_200, 1_300, 1_300])
  expect(new Set(provider.submitted.map(({ to }) => to)).size).toBe(1_300)
  expect(failures).toEqual([])
})
