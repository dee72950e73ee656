import { busiestWindow, memberNumber, NOW, pooledNumber, poolsFixture, scriptedProvider } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'

const THREE_PARTS = 'Carillon '.repeat(40)
const [A, B, C] = [pooledNumber(0), pooledNumber(1), pooledNumber(2)]

const open = (given: Parameters<typeof poolsFixture>[1]) =>
  poolsFixture(inMemory({ now: NOW }), { credits: 100_000, ...given })

function countsBy(sent: ReadonlyMap<string, readonly number[]>): readonly number[] {
  return [...sent].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, at]) => at.length)
}

describe('a broadcast from a pool', () => {
  test('gives numbers to its recipients by the smallest load, and sends to each from its number', async () => {
    const { startFromPool, work, kept, provider, read, messages, loads, failures } = await open({ members: 150 })
    const { broadcast } = await startFromPool()
    await work()
    expect(failures).toEqual([])
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 150 } })
    const numbers = await kept()
    expect(await loads()).toEqual([75, 75])
    expect(provider.submitted.map(({ to, from }) => [to, from])).toEqual(
      provider.submitted.map(({ to }) => [to, numbers.get(to as never)]),
    )
    const { results } = await messages(broadcast.id)
    for (const { to, from } of results) expect(from).toBe(numbers.get(to as never))
  })

  test('sends to everybody from the number of the last time, whatever the loads are', async () => {
    const { startFromPool, work, give, provider } = await open({ members: 100 })
    await give(Array.from({ length: 90 }, (_, n) => [memberNumber(n), B] as const))
    await startFromPool()
    await work()
    const froms = new Map(provider.submitted.map(({ to, from }) => [to, from]))
    expect(Array.from({ length: 90 }, (_, n) => froms.get(memberNumber(n)))).toEqual(Array(90).fill(B))
    expect(Array.from({ length: 10 }, (_, n) => froms.get(memberNumber(90 + n)))).toEqual(Array(10).fill(A))
    await startFromPool()
    await work()
    expect(new Map(provider.submitted.slice(100).map(({ to, from }) => [to, from]))).toEqual(froms)
  })

  test('hands the people of a number that is inactive to the others', async () => {
    const { startFromPool, work, provider, putSender, loads } = await open({ members: 120, rates: [null, null, null] })
    await startFromPool()
    await work()
    const before = new Map(provider.submitted.map(({ to, from }) => [to, from]))
    await putSender(1, { status: 'inactive' })
    await startFromPool()
    await work()
    const after = provider.submitted.slice(120)
    expect(after.filter(({ from }) => from === B)).toEqual([])
    for (const { to, from } of after) if (before.get(to) !== B) expect(from).toBe(before.get(to))
    expect(await loads()).toEqual([60, 0, 60])
  })

  test('gives numbers when its slices begin, so that a number that becomes inactive meanwhile is not used', async () => {
    const { startFromPool, workFor, provider, putSender, read } = await open({ members: 200, rates: [10, 10] })
    const { broadcast } = await startFromPool()
    await workFor(3)
    await putSender(1, { status: 'inactive', messagesPerSecond: 10 })
    const before = provider.submitted.length
    expect(before).toBeLessThanOrEqual(70)
    await workFor(20)
    expect(provider.submitted.slice(before).every(({ from }) => from === A)).toBe(true)
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 200 } })
  })

  test('with media is not sent from a number that cannot send MMS and becomes active meanwhile', async () => {
    const { startFromPool, workFor, provider, putSender, read } = await open({ members: 100, rates: [10, 10] })
    await putSender(1, { status: 'inactive', messagesPerSecond: 10, mms: false })
    const { broadcast } = await startFromPool({ mediaUrl: 'https://example.com/cat.png' })
    await workFor(2)
    await putSender(1, { messagesPerSecond: 10, mms: false })
    await workFor(20)
    expect(provider.submitted.every(({ from }) => from === A)).toBe(true)
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 100 } })
  })

  test('keeps the rate of each number, and uses the rates of all', async () => {
    const rates = [3, 10, 25, 1, 11]
    const { startFromPool, workFor, read, failures } = await open({ members: 500, rates })
    const { broadcast } = await startFromPool()
    const sent = await workFor(16)
    expect(failures).toEqual([])
    for (const [n, rate] of rates.entries()) {
      expect(busiestWindow(sent.get(pooledNumber(n)) ?? [], 1_000)).toBeLessThanOrEqual(rate)
    }
    expect(countsBy(sent)).toEqual([30, 100, 250, 10, 110])
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 500 } })
  })

  test('keeps the rate of each number in parts of its texts', async () => {
    const rates = [9, 6, 2]
    const { startFromPool, workFor, read, failures } = await open({ members: 170, rates })
    const { broadcast } = await startFromPool({ body: THREE_PARTS })
    const sent = await workFor(42)
    expect(failures).toEqual([])
    for (const [n, rate] of rates.entries()) {
      const parts = sent.get(pooledNumber(n))!.flatMap((at) => [at, at, at])
      expect(busiestWindow(parts, 1_000)).toBeLessThanOrEqual(Math.max(rate, 3))
    }
    expect(busiestWindow(sent.get(C)!, 2_000)).toBe(1)
    expect(countsBy(sent)).toEqual([90, 60, 20])
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 170 } })
  })

  test('is not stopped by a number that has far more people than the others', async () => {
    const { startFromPool, workFor, give, read } = await open({ members: 300, rates: [1, 20, null] })
    await give(Array.from({ length: 150 }, (_, n) => [memberNumber(n), A] as const))
    await give(Array.from({ length: 100 }, (_, n) => [memberNumber(150 + n), B] as const))
    const { broadcast } = await startFromPool()
    const first = await workFor(1)
    expect(first.get(C)).toHaveLength(50)
    const sent = await workFor(6)
    expect((first.get(B)?.length ?? 0) + (sent.get(B)?.length ?? 0)).toBe(100)
    const rest = await workFor(150)
    expect(busiestWindow([...first.get(A)!, ...sent.get(A)!, ...rest.get(A)!], 1_000)).toBe(1)
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 300 } })
  })

  test('of many chunks keeps the rates and finishes in time, with 16 chunks at once', async () => {
    const rates = [80, 120, 200, 300, 100]
    const { startFromPool, workFor, read, failures, loads } = await open({ members: 16_000, rates })
    const { broadcast } = await startFromPool()
    const sent = await workFor(26, { stepMs: 200 })
    expect(failures).toEqual([])
    for (const [n, rate] of rates.entries()) {
      expect(busiestWindow(sent.get(pooledNumber(n)) ?? [], 1_000)).toBeLessThanOrEqual(rate)
    }
    expect(await loads()).toEqual([1_600, 2_400, 4_000, 6_000, 2_000])
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 16_000 } })
  })

  test('of many chunks whose people nearly all have one slow number: the others do not wait for it', async () => {
    const { startFromPool, workFor, give } = await open({ members: 4_000, rates: [2, 100] })
    const isSlow = (n: number) => n % 10 !== 0
    await give(Array.from({ length: 4_000 }, (_, n) => [memberNumber(n), isSlow(n) ? A : B] as const))
    await startFromPool()
    const sent = await workFor(8, { stepMs: 200 })
    expect(sent.get(B)).toHaveLength(400)
    expect(sent.get(A)!.length).toBeGreaterThanOrEqual(14)
    expect(busiestWindow(sent.get(A)!, 1_000)).toBe(2)
  })

  test('does not count the time for which a recipient waits for its number as an hour of tries', async () => {
    const { startFromPool, workFor, give, read } = await open({ members: 150, rates: [0.03, 10] })
    await give(Array.from({ length: 150 }, (_, n) => [memberNumber(n), A] as const))
    const { broadcast } = await startFromPool()
    await workFor(2 * 3_600, { stepMs: 5_000 })
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 150, failed: 0 } })
  })

  test('gives back the slots of recipients who were stopped', async () => {
    const { startFromPool, workFor, give, optOutNumber, read } = await open({ members: 100, rates: [1, null] })
    await give(Array.from({ length: 100 }, (_, n) => [memberNumber(n), n < 2 ? A : B] as const))
    const { broadcast } = await startFromPool()
    await optOutNumber(memberNumber(0))
    await workFor(4)
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 99, failed: 1 } })
  })

  test('whose recipients wait for their numbers shows them as queued, not as held', async () => {
    const { startFromPool, work, give, read, messages, pool } = await open({ members: 100, rates: [1, null] })
    await give(Array.from({ length: 100 }, (_, n) => [memberNumber(n), n < 2 ? A : B] as const))
    const { broadcast } = await startFromPool()
    await work()
    expect(await read(broadcast.id)).toMatchObject({ counts: { sent: 99, queued: 1 } })
    const { results } = await messages(broadcast.id, { status: 'queued' })
    expect(results).toMatchObject([{ to: memberNumber(1), from: pool.id, status: 'queued' }])
  })

  test('tries recipients whom the provider did not take again, from their numbers', async () => {
    const provider = scriptedProvider()
    const { startFromPool, workFor, read } = await open({ members: 100, rates: [null, null], provider })
    provider.script.push(
      ...Array.from({ length: 60 }, () => async () => ({ kind: 'try-later', afterMs: 2_000 }) as const),
    )
    const { broadcast } = await startFromPool()
    await workFor(10)
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 100 } })
    const froms = new Map<string, Set<string>>()
    for (const { to, from } of provider.submitted) froms.set(to, (froms.get(to) ?? new Set()).add(from))
    expect([...froms.values()].every(({ size }) => size === 1)).toBe(true)
  })

  test('that is canceled or expired shows the pool for messages that never got a number', async () => {
    const { startFromPool, workFor, cancel, read, messages, pool, clock } = await open({
      members: 150,
      rates: [1, 1],
    })
    const canceled = (await startFromPool()).broadcast
    await workFor(1)
    await cancel(canceled.id)
    expect(await read(canceled.id)).toMatchObject({ status: 'canceled' })
    const expiresAt = new Date(clock.now().getTime() + 61_000)
    const { broadcast } = await startFromPool({ expiresAt })
    await workFor(70)
    const { counts } = await read(broadcast.id)
    expect(counts.sent + counts.failed).toBe(150)
    const { results } = await messages(broadcast.id, { status: 'failed' })
    expect(new Set(results.map(({ from }) => from))).toEqual(new Set([pool.id]))
  })

  test('without an active number uses the numbers that people have, and gives them as if all were active', async () => {
    const { startFromPool, putSender, give, work, provider, pool, run, account } = await open({ members: 100 })
    await give([[memberNumber(0), B]])
    const { broadcast } = await startFromPool()
    for (const n of [0, 1]) await putSender(n, { status: 'inactive' })
    await work()
    const froms = new Map(provider.submitted.map(({ to, from }) => [to, from]))
    expect(froms.get(memberNumber(0))).toBe(B)
    expect(froms.size).toBe(100)
    expect(await run(({ broadcasts }) => broadcasts.find(account.id, broadcast.id))).toMatchObject({
      from: pool.id,
      pool,
    })
  })

  test('is retried from the pool', async () => {
    const provider = scriptedProvider()
    provider.script.push(async () => ({ kind: 'refused', type: 'carrier_rejected', message: 'no' }) as never)
    const { startFromPool, work, retry, read, kept, pool } = await open({ members: 100, provider })
    const { broadcast } = await startFromPool()
    await work()
    const again = (await retry(broadcast.id)).broadcast
    await work()
    expect(await read(again.id)).toMatchObject({ from: pool.id, counts: { sent: 1 } })
    const last = provider.submitted.at(-1)!
    expect(last.from).toBe((await kept()).get(last.to as never))
  })
})
