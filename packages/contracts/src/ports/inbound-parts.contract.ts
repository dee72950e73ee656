import { expect, test } from '@jest/globals'
import type { InboundPart, InboundParts } from '@carillon/core'

export type TestInboundParts = {
  /** Without parts. Texts are claimed, and finished texts are kept, for at least a minute and at most an hour. */
  readonly parts: InboundParts
  /** Another process with the same parts. */
  readonly twin: InboundParts
  readonly now: () => Date
  /** From now on, it is so much later. */
  advance(ms: number): void
}

const HOUR_MS = 3_600_000

/** The promises of every implementation of `InboundParts`. */
export function describeInboundParts(open: () => Promise<TestInboundParts>) {
  const opened = async () => {
    const { now, ...rest } = await open()
    let ids = 0
    const part = (number: number, given: Partial<InboundPart> = {}): InboundPart => ({
      ...{ key: 'k', part: number, parts: 3, from: '+12025550100', to: '+12025550199', id: `in-${++ids}` },
      ...{ dataCoding: 0, octets: Uint8Array.of(number, 0, 255), at: now(), ...given },
    })
    return { ...rest, now, part }
  }

  test('returns the parts that are there, in the order of their numbers, for all processes', async () => {
    const { parts, twin, part } = await opened()
    const [one, two, three] = [part(1), part(2), part(3)]
    expect(await parts.add(three)).toEqual([three])
    expect(await twin.add(one)).toEqual([one, three])
    expect(await parts.add(part(2, { key: 'another' }))).toHaveLength(1)
    expect(await parts.add(two)).toEqual([one, two, three])
  })

  test('returns all parts to somebody when they come at the same time', async () => {
    const { parts, twin, part } = await opened()
    for (let i = 0; i < 10; i++) {
      const given = { key: `k${i}` }
      const found = await Promise.all([parts.add(part(1, given)), twin.add(part(2, given)), parts.add(part(3, given))])
      expect(Math.max(...found.map((all) => all!.length))).toBe(3)
    }
  })

  test('keeps the first of two equal parts, with its id', async () => {
    const { parts, part } = await opened()
    const first = part(1)
    await parts.add(first)
    expect(await parts.add(part(1))).toEqual([first])
  })

  test('knows a part of a finished text again, and begins a text with another', async () => {
    const { parts, twin, part } = await opened()
    await parts.add(part(1))
    await parts.finish('k')
    await parts.finish('never heard of')
    expect(await twin.add(part(1))).toBeNull()
    const other = part(1, { octets: Uint8Array.of(9) })
    expect(await twin.add(other)).toEqual([other])
  })

  test('forgets a finished text after a while', async () => {
    const { parts, part, advance } = await opened()
    await parts.add(part(1))
    await parts.finish('k')
    advance(2 * HOUR_MS)
    expect(await parts.add(part(1))).toHaveLength(1)
  })

  test('trims only texts that were finished a while ago', async () => {
    const { parts, twin, part, now, advance } = await opened()
    const open = part(1, { key: 'open' })
    await parts.add(open)
    await parts.add(part(1, { key: 'old' }))
    await parts.finish('old')
    advance(2 * HOUR_MS)
    const young = part(1, { key: 'young' })
    await parts.add(young)
    await parts.finish('young')
    await twin.trim()
    expect(await parts.add(young)).toBeNull()
    expect(await parts.add(part(2, { key: 'old' }))).toHaveLength(1)
    expect(await parts.claimOverdue({ before: now(), limit: 10 })).toEqual([[open]])
  })

  test('gives texts that wait too long to one process, until they are finished', async () => {
    const { parts, twin, part, now, advance } = await opened()
    const [one, two] = [part(1), part(2)]
    await parts.add(two)
    await parts.add(one)
    await parts.add(part(1, { key: 'finished' }))
    await parts.finish('finished')
    expect(await parts.claimOverdue({ before: new Date(now().getTime() - 1), limit: 10 })).toEqual([])
    advance(2 * HOUR_MS)
    await parts.add(part(1, { key: 'young' }))
    const before = new Date(now().getTime() - HOUR_MS)
    const claimed = await Promise.all([parts, twin].map((each) => each.claimOverdue({ before, limit: 10 })))
    expect(claimed.flat()).toEqual([[one, two]])
    advance(2 * HOUR_MS)
    expect(await twin.claimOverdue({ before, limit: 10 })).toEqual([[one, two]])
    await parts.finish('k')
    advance(2 * HOUR_MS)
    expect(await twin.claimOverdue({ before, limit: 10 })).toEqual([])
  })
}
