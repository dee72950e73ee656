import { aPool, aSender, aTimetable, DAILY, NOW, schedulingFixture, type SchedulingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { SendReason } from '../../model/schedules/send.js'
import { ReadSchedule } from './read-schedule.js'

const NUMBERS = ['+12025551001', '+12025551002']
const EVERY_DAY = aTimetable('2026-03-01T13:00', { recurrence: DAILY })
const FIRST = '2026-03-01T13:00:00Z'

async function open(given: SchedulingGiven = {}) {
  const pool = aPool({ name: 'Main', numbers: NUMBERS })
  const fixture = await schedulingFixture(inMemory({ now: NOW }), { ...given, account: { pools: [pool] } })
  const { run, account } = fixture
  const put = (one: Partial<Parameters<typeof aSender>[0]>) =>
    run(async ({ senders }) => {
      for (const number of NUMBERS) await senders.put(aSender({ account: account.id, number, ...one }))
    })
  await put({})
  const savePools = (pools: typeof account.pools) => run(({ accounts }) => accounts.save({ ...account, pools }))
  return { ...fixture, pool, put, savePools }
}

describe('a schedule that sends from a pool', () => {
  test('shows the pool, and sends each time from the numbers that people keep', async () => {
    const { schedule, at, pool, provider, read, list, sends, broadcast } = await open()
    const { id, ...created } = await schedule(EVERY_DAY, { from: pool.id })
    const shown = { from: pool.id, pool: { id: pool.id, name: 'Main' } }
    expect(created).toMatchObject(shown)
    expect(await read(id)).toMatchObject(shown)
    expect((await list()).results).toMatchObject([shown])
    await at(FIRST)
    expect(provider.submitted.map(({ from }) => from).sort()).toEqual([NUMBERS[0], NUMBERS[0], NUMBERS[1]])
    const first = new Map(provider.submitted.map(({ to, from }) => [to, from]))
    await at('2026-03-02T13:00:00Z')
    expect(new Map(provider.submitted.slice(3).map(({ to, from }) => [to, from]))).toEqual(first)
    expect(await broadcast((await sends(id))[0]!.broadcastId!)).toMatchObject(shown)
  })

  test('sends its waves from the numbers that people keep, each number at its rate', async () => {
    const contacts = Array.from({ length: 8 }, () => ({}))
    const { schedule, at, pool, put, provider, sends, broadcast } = await open({ contacts })
    await put({ messagesPerSecond: 1 })
    const waves = { recipientsPerWave: 4, waveIntervalMinutes: 10 }
    const { id } = await schedule(EVERY_DAY, { from: pool.id, waves })
    for (const [instant, count] of [
      ['2026-03-01T13:00:00Z', 2],
      ['2026-03-01T13:00:00.900Z', 2],
      ['2026-03-01T13:00:01Z', 4],
      ['2026-03-01T13:09:59Z', 4],
      ['2026-03-01T13:10:00Z', 6],
      ['2026-03-01T13:10:01Z', 8],
    ] as const) {
      await at(instant)
      expect(provider.submitted).toHaveLength(count)
    }
    for (let second = 0; second < 8; second += 2) {
      expect(
        provider.submitted
          .slice(second, second + 2)
          .map(({ from }) => from)
          .sort(),
      ).toEqual(NUMBERS)
    }
    const { broadcastId } = (await sends(id))[0]!
    expect(await broadcast(broadcastId!)).toMatchObject({ status: 'completed', counts: { sent: 8 } })
  })

  test('shows the present name of the pool, and only the id of one that was removed', async () => {
    const { schedule, pool, unitOfWork, account } = await open()
    const { id } = await schedule(EVERY_DAY, { from: pool.id })
    const shown = (pools: typeof account.pools) =>
      new ReadSchedule({ unitOfWork }).execute({ account: { ...account, pools }, id })
    expect(await shown([{ ...pool, name: 'New' }])).toMatchObject({ pool: { id: pool.id, name: 'New' } })
    const removed = await shown([])
    expect([removed.from, 'pool' in removed]).toEqual([pool.id, false])
  })

  test('can be changed to a pool, and to a number', async () => {
    const { schedule, change, pool, from } = await open()
    const { id } = await schedule(EVERY_DAY)
    expect(await change(id, { from: pool.id })).toMatchObject({ from: pool.id, pool: { name: 'Main' } })
    expect('pool' in (await change(id, { from }))).toBe(false)
  })

  test('is refused without an active number, or for a pool that the account does not have', async () => {
    const { schedule, put, pool, change } = await open()
    const { id } = await schedule(EVERY_DAY)
    const other = aPool().id
    await expect(schedule(EVERY_DAY, { from: other })).rejects.toMatchObject({ code: 'sender-not-assigned' })
    await put({ status: 'inactive' })
    await expect(schedule(EVERY_DAY, { from: pool.id })).rejects.toMatchObject({ code: 'sender-not-active' })
    await expect(change(id, { from: pool.id })).rejects.toMatchObject({ code: 'sender-not-active' })
  })

  test.each<[string, SendReason, (fixture: Awaited<ReturnType<typeof open>>) => unknown]>([
    ['its pool was removed', 'sender_inactive', ({ savePools }) => savePools([])],
    ['no number of its pool is active', 'sender_inactive', ({ put }) => put({ status: 'inactive' })],
  ])('fails its sends if %s', async (_, reason, breakPool) => {
    const fixture = await open()
    const { id } = await fixture.schedule(EVERY_DAY, { from: fixture.pool.id })
    await breakPool(fixture)
    await fixture.at(FIRST)
    expect(await fixture.sends(id)).toMatchObject([{ status: 'failed', reason }])
    expect(fixture.provider.submitted).toEqual([])
  })
})
