import { expect, test } from '@jest/globals'
import { Gatherer } from './gatherer.js'

/** Works on a batch when it is told to, by turning letters into capitals. Fails batches that contain `bad`. */
function open({ max = 10, callsMax = 1 } = {}) {
  const batches: (readonly string[])[] = []
  const ends: (() => void)[] = []
  const gatherer = new Gatherer<string, string>({
    max,
    callsMax,
    placementOf: (item) => item.split('@')[1] ?? '',
    work: async (items) => {
      batches.push(items)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (items.includes('bad')) throw new Error('bad')
      return items.map((item) => item.toUpperCase())
    },
  })
  const add = (...items: readonly string[]) => items.map((item) => gatherer.add(item))
  const endNext = async () => {
    ends.shift()!()
    await new Promise(setImmediate)
  }
  /** Ends every batch, also those that begin meanwhile. */
  const endAll = async () => {
    while (ends.length > 0) await endNext()
  }
  return { add, endNext, endAll, batches }
}

test('the first item begins at once, and those that come meanwhile are the next batches, up to the maximum', async () => {
  const { add, endAll, batches } = open({ max: 2 })
  const added = add('a', 'b', 'c', 'd')
  expect(batches).toEqual([['a']])
  await endAll()
  expect(await Promise.all(added)).toEqual(['A', 'B', 'C', 'D'])
  expect(batches).toEqual([['a'], ['b', 'c'], ['d']])
})

test('the items of a batch that fails are worked on alone, at the same time, and only the faulty one fails', async () => {
  const { add, endNext, endAll, batches } = open()
  const results = Promise.allSettled(add('a', 'b', 'bad', 'c'))
  for (const begun of [2, 5]) {
    await endNext()
    expect(batches).toHaveLength(begun)
  }
  await endAll()
  expect((await results).map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
    'A',
    'B',
    'failed',
    'C',
  ])
  expect(batches).toEqual([['a'], ['b', 'bad', 'c'], ['b'], ['bad'], ['c']])
})

test('a further batch begins at once when as many items wait as are being worked on, up to the maximum of batches', async () => {
  const { add, endNext, endAll, batches } = open({ callsMax: 3 })
  const added = add('a', 'b', 'c', 'd', 'e', 'f', 'g')
  expect(batches).toEqual([['a'], ['b'], ['c', 'd']])
  await endNext()
  expect(batches.slice(3)).toEqual([['e', 'f', 'g']])
  await endAll()
  expect(await Promise.all(added)).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G'])
  expect(batches).toHaveLength(4)
})

test('items that come after it was idle are worked on too', async () => {
  const { add, endAll, batches } = open()
  for (const item of ['a', 'b']) {
    const [added] = add(item)
    await endAll()
    expect(await added).toBe(item.toUpperCase())
  }
  expect(batches).toEqual([['a'], ['b']])
})

test('items of different placements are never in one batch, and do not wait for each other', async () => {
  const { add, endAll, batches } = open()
  const added = add('a@1', 'a@2', 'b@1', 'b@2', 'c@1')
  expect(batches).toEqual([['a@1'], ['a@2']])
  await endAll()
  await Promise.all(added)
  expect(batches.slice(2)).toEqual([['b@1', 'c@1'], ['b@2']])
})
