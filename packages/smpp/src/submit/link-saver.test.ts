import { setTimeout as wait } from 'node:timers/promises'
import type { SmscLink } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { LinkSaver } from './link-saver.js'

const linkOf = (key: string): SmscLink => ({ kind: 'id', key, reference: key, part: 1, parts: 1 })
const linksOf = (count: number) => Array.from({ length: count }, (_, i) => linkOf(`id-${i}`))

function open({ bad = [] as readonly string[], retryMs = 1, triesMax = 3 } = {}) {
  const calls: number[] = []
  const saved = new Set<string>()
  const lost: [string, number][] = []
  const saver = new LinkSaver({
    async save(links) {
      calls.push(links.length)
      if (links.some(({ key }) => bad.includes(key))) throw new Error('Nobody can store this')
      for (const { key } of links) saved.add(key)
    },
    onLost: (error, count) => void lost.push([(error as Error).message, count]),
    ...{ retryMs, triesMax, closeMs: 1_000 },
  })
  return { saver, calls, saved, lost }
}

test('a link that can never be stored is given up, and costs no others', async () => {
  const { saver, saved, lost } = open({ bad: ['id-3'] })
  await Promise.all(linksOf(10).map((link) => saver.save([link])))
  expect(saved.size).toBe(9)
  expect(lost).toEqual([['Nobody can store this', 1]])
})

test('many links are stored in batches', async () => {
  const { saver, calls, saved } = open()
  await Promise.all(linksOf(250).map((link) => saver.save([link])))
  expect(saved.size).toBe(250)
  expect(calls).toEqual([100, 100, 50])
})

test('links beyond what may wait are given up at once', async () => {
  const { saver, saved, lost } = open()
  await Promise.all(linksOf(10_001).map((link) => saver.save([link])))
  expect(saved.size).toBe(10_000)
  expect(lost).toEqual([['10000 links wait to be stored', 1]])
  await saver.save([linkOf('later')])
  expect(saved.has('later')).toBe(true)
})

test('nothing waits after the last try', async () => {
  const { saver, lost } = open({ bad: ['a'], retryMs: 60_000, triesMax: 1 })
  const limit = new AbortController()
  const isOver = wait(1_000, 'too late', { signal: limit.signal })
  expect(await Promise.race([saver.save([linkOf('a')]), isOver])).toBeUndefined()
  limit.abort()
  await expect(isOver).rejects.toThrow()
  expect(lost).toHaveLength(1)
})

test('closing tries what waits once more, link by link', async () => {
  const { saver, calls, saved, lost } = open({ bad: ['a'], retryMs: 60_000 })
  const saving = saver.save([linkOf('a'), linkOf('b')])
  await Promise.resolve()
  await saver.close()
  await saving
  expect(calls.length).toBeGreaterThan(1)
  expect([...saved]).toEqual(['b'])
  expect(lost).toEqual([['Nobody can store this', 1]])
})
