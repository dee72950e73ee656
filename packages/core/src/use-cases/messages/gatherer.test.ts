import { expect, test } from '@jest/globals'
import { Gatherer } from './gatherer.js'

/** Works on a batch when it is told to. Fails batches that contain `bad`. */
function open(max = 10) {
  const batches: (readonly string[])[] = []
  const ends: (() => void)[] = []
  let idle = 0
  const gatherer = new Gatherer<string>({
    max,
    work: async (items) => {
      batches.push(items)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (items.includes('bad')) throw new Error('bad')
    },
    onIdle: () => idle++,
  })
  const add = (...items: readonly string[]) => items.map((item) => gatherer.add(item))
  /** Ends every batch, also those that begin meanwhile. */
  const endAll = async () => {
    for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
      end()
      await new Promise(setImmediate)
    }
  }
  return { add, endAll, batches, idle: () => idle }
}

test('the first item begins at once, and those that come meanwhile are the next batches, up to the maximum', async () => {
  const { add, endAll, batches, idle } = open(2)
  const added = add('a', 'b', 'c', 'd')
  expect(batches).toEqual([['a']])
  await endAll()
  await Promise.all(added)
  expect(batches).toEqual([['a'], ['b', 'c'], ['d']])
  expect(idle()).toBe(1)
})

test('a batch that fails is repeated one by one, so that only the faulty item fails', async () => {
  const { add, endAll, batches } = open()
  const added = add('a', 'b', 'bad', 'c')
  const results = Promise.allSettled(added)
  await endAll()
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(batches).toEqual([['a'], ['b', 'bad', 'c'], ['b'], ['bad'], ['c']])
})

test('items that come after it was idle are worked on too', async () => {
  const { add, endAll, idle } = open()
  for (let round = 1; round <= 2; round++) {
    const added = add('a')
    await endAll()
    await Promise.all(added)
    expect(idle()).toBe(round)
  }
})
