import { describe, expect, test } from '@jest/globals'
import type { SmscLink, SmscLinks, SmscState, TextResult } from '@carillon/core'

export type TestSmscLinks = {
  /** Without links. Results are claimed for at least a minute. */
  readonly links: SmscLinks
  /** Another process with the same links. */
  readonly twin: SmscLinks
  /** From now on, it is so much later. */
  advance(ms: number): void
}

const FAILURE = { type: 'expired', message: 'Too late', carrierCode: '7' } as const
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The promises of every implementation of `SmscLinks`. */
export function describeSmscLinks(open: () => Promise<TestSmscLinks>) {
  const link = (key: string, given: Partial<SmscLink> = {}): SmscLink => ({
    ...{ kind: 'id', key, reference: 'text', part: 1, parts: 1 },
    ...given,
  })
  const delivered = (id: string | null, echo: string | null = null): SmscState => ({
    id,
    echo,
    at: null,
    failure: null,
  })
  const failed = (id: string): SmscState => ({ id, echo: null, at: null, failure: FAILURE })
  const DELIVERED: TextResult = { reference: 'text', at: null, failure: null }

  describe('a link and the final state of its message', () => {
    test('make the result of the text, when the state comes last', async () => {
      const { links, twin } = await open()
      expect(await links.save([link('a')])).toEqual([])
      expect(await twin.settle(delivered('a'))).toEqual(DELIVERED)
    })

    test('make the result of the text, when the link comes last', async () => {
      const { links, twin } = await open()
      expect(await twin.settle(delivered('a'))).toBeNull()
      expect(await links.save([link('b', { reference: 'other' }), link('a')])).toEqual([DELIVERED])
    })

    test('are found by the other reading of the id, if only that has a link', async () => {
      const { links, twin } = await open()
      await links.save([link('255'), link('10', { reference: 'exact' }), link('16', { reference: 'other' })])
      expect(await twin.settle({ ...delivered('ff'), otherId: '255' })).toEqual(DELIVERED)
      expect(await twin.settle({ ...delivered('10'), otherId: '16' })).toEqual({ ...DELIVERED, reference: 'exact' })
      expect(await twin.settle({ ...delivered('20'), otherId: '32' })).toBeNull()
      expect(await links.save([link('20', { reference: 'late' })])).toEqual([{ ...DELIVERED, reference: 'late' }])
    })

    test('make it once or twice when both come at the same time, and never not at all', async () => {
      const { links, twin } = await open()
      const keys = Array.from({ length: 50 }, (_, i) => `id-${i}`)
      const found = await Promise.all(
        keys.flatMap((key) => [
          links.save([link(key, { reference: key })]),
          twin.settle(delivered(key)).then((result) => (result === null ? [] : [result])),
        ]),
      )
      expect(new Set(found.flat().map(({ reference }) => reference)).size).toBe(50)
    })

    test('keep the time and the reason of a failure', async () => {
      const { links } = await open()
      await links.save([link('a')])
      const at = new Date('2026-03-01T12:00:00.000Z')
      expect(await links.settle({ ...failed('a'), at })).toEqual({ reference: 'text', at, failure: FAILURE })
    })

    test('keep the first state of a message', async () => {
      const { links } = await open()
      await links.save([link('a')])
      await links.settle(failed('a'))
      expect(await links.settle(delivered('a'))).toMatchObject({ failure: FAILURE })
    })

    test('belong to the newest text of an id', async () => {
      const { links } = await open()
      await links.save([link('a', { reference: 'old' })])
      await links.settle(failed('a'))
      expect(await links.save([link('a')])).toEqual([])
      expect(await links.settle(delivered('a'))).toEqual(DELIVERED)
    })
  })

  describe('the parts of a text', () => {
    const parts = [1, 2, 3].map((part) => link(`p${part}`, { part, parts: 3 }))

    test('make it delivered when all are, in any order and from any process', async () => {
      const { links, twin } = await open()
      expect(await links.settle(delivered('p3'))).toBeNull()
      expect(await links.save(parts)).toEqual([])
      expect(await twin.settle(delivered('p1'))).toBeNull()
      expect(await twin.settle(delivered('p1'))).toBeNull()
      expect(await links.settle(delivered('p2'))).toEqual(DELIVERED)
    })

    test('make it delivered when the last link is saved after all receipts', async () => {
      const { links } = await open()
      for (const id of ['p1', 'p2', 'p3']) expect(await links.settle(delivered(id))).toBeNull()
      expect(await links.save(parts.slice(0, 2))).toEqual([])
      expect(await links.save(parts.slice(2))).toEqual([DELIVERED])
    })

    test('make it failed when any is, at once and for good', async () => {
      const { links } = await open()
      await links.save(parts)
      await links.settle(delivered('p1'))
      const result = { reference: 'text', at: null, failure: FAILURE }
      expect(await links.settle(failed('p2'))).toEqual(result)
      expect(await links.settle(delivered('p3'))).toEqual(result)
    })

    test('make one result when their receipts come to two processes at the same time', async () => {
      const { links, twin } = await open()
      const texts = Array.from({ length: 20 }, (_, i) => `text-${i}`)
      const of = (reference: string, part: number) => link(`${reference}/${part}`, { reference, part, parts: 2 })
      await links.save(texts.flatMap((reference) => [of(reference, 1), of(reference, 2)]))
      const found = await Promise.all(
        texts.flatMap((reference) => [
          links.settle(delivered(`${reference}/1`)),
          twin.settle(delivered(`${reference}/2`)),
        ]),
      )
      expect(new Set(found.flatMap((result) => result?.reference ?? [])).size).toBe(20)
    })
  })

  describe('an echo', () => {
    const echo = (key: string, given: Partial<SmscLink> = {}) => link(key, { kind: 'echo', ...given })

    test('finds the text of a message whose id is not known', async () => {
      const { links, twin } = await open()
      await links.save([echo('e')])
      expect(await twin.settle(delivered('a', 'e'))).toEqual(DELIVERED)
      expect(await twin.settle(delivered(null, 'e'))).toEqual(DELIVERED)
    })

    test('counts less than the id', async () => {
      const { links } = await open()
      await links.save([echo('e', { reference: 'other' }), link('a')])
      expect(await links.settle(delivered('a', 'e'))).toEqual(DELIVERED)
    })

    test('that two texts have finds neither, until the id is known', async () => {
      const { links } = await open()
      await links.save([echo('e'), echo('e')])
      await links.save([echo('e', { reference: 'other' })])
      await links.save([echo('e')])
      expect(await links.settle(delivered('a', 'e'))).toBeNull()
      expect(await links.save([link('a')])).toEqual([DELIVERED])
    })

    test('is no id', async () => {
      const { links } = await open()
      await links.save([echo('e')])
      expect(await links.settle(delivered('e'))).toBeNull()
    })
  })

  describe('trimming', () => {
    const echo = link('e', { kind: 'echo', reference: 'echoed' })

    test('keeps everything for a week', async () => {
      const { links, twin, advance } = await open()
      await links.save([link('a'), echo])
      await links.settle(delivered('b'))
      advance(7 * DAY_MS)
      await links.trim()
      expect(await twin.settle(delivered('a'))).toEqual(DELIVERED)
      expect(await twin.settle(delivered(null, 'e'))).toMatchObject({ reference: 'echoed' })
      expect(await twin.save([link('b', { reference: 'other' })])).toMatchObject([{ reference: 'other' }])
    })

    test('deletes links, states and results that are old', async () => {
      const { links, twin, advance } = await open()
      await links.save([link('a'), link('c', { reference: 'known' }), echo])
      await links.settle(delivered('b'))
      await links.settle(delivered('c'))
      advance(30 * DAY_MS)
      await links.trim()
      expect(await twin.settle(delivered('a'))).toBeNull()
      expect(await twin.settle(delivered(null, 'e'))).toBeNull()
      expect(await twin.save([link('b', { reference: 'other' })])).toEqual([])
      expect(await twin.claimUnreported({ limit: 10 })).toEqual([])
    })

    test('keeps an id that the SMSC uses again', async () => {
      const { links, advance } = await open()
      await links.save([link('a', { reference: 'old' }), link('b', { reference: 'unused' })])
      advance(30 * DAY_MS)
      await links.save([link('a')])
      await links.trim()
      expect(await links.settle(delivered('a'))).toEqual(DELIVERED)
      expect(await links.settle(delivered('b'))).toBeNull()
    })
  })

  describe('a result', () => {
    test('is returned again until it is reported, and not after that', async () => {
      const { links, twin } = await open()
      await links.save([link('a')])
      expect(await links.settle(delivered('a'))).toEqual(DELIVERED)
      expect(await twin.settle(delivered('a'))).toEqual(DELIVERED)
      expect(await links.save([link('a')])).toEqual([DELIVERED])
      await twin.markReported(['text', 'never heard of'])
      expect(await links.settle(delivered('a'))).toBeNull()
      expect(await links.save([link('a')])).toEqual([])
    })

    test('that nobody reported is claimed after a while, by one process', async () => {
      const { links, twin, advance } = await open()
      await links.save([link('a'), link('b', { reference: 'reported' }), link('c', { reference: 'open' })])
      await links.settle(delivered('a'))
      await links.settle(delivered('b'))
      await links.markReported(['reported'])
      expect(await twin.claimUnreported({ limit: 10 })).toEqual([])
      advance(HOUR_MS)
      const claimed = await Promise.all([links.claimUnreported({ limit: 10 }), twin.claimUnreported({ limit: 10 })])
      expect(claimed.flat()).toEqual([DELIVERED])
      advance(HOUR_MS)
      expect(await twin.claimUnreported({ limit: 10 })).toEqual([DELIVERED])
    })

    test('is claimed together with at most as many others as asked for', async () => {
      const { links, advance } = await open()
      for (const key of ['a', 'b', 'c']) {
        await links.save([link(key, { reference: key })])
        await links.settle(delivered(key))
      }
      advance(HOUR_MS)
      expect(await links.claimUnreported({ limit: 2 })).toHaveLength(2)
      expect(await links.claimUnreported({ limit: 2 })).toHaveLength(1)
    })
  })
}
