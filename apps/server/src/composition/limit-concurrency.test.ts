import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { limitConcurrency } from './limit-concurrency.js'

/** Units of work, with the names of those that have begun, and a function to end each. */
async function open(atOnceMax: number) {
  const stores = await inMemory().unitOfWork.run(async (given) => given)
  const few = limitConcurrency({ run: (work) => work(stores), runOne: (work) => work(stores) }, atOnceMax)
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push(name)
      ends.set(name, (error) => (error === undefined ? resolve(name) : reject(error)))
    })
  return { few, work, begun, end: (name: string, error?: Error) => ends.get(name)!(error) }
}

const settled = () => new Promise(setImmediate)

test('at most the given number of units run at once, and others follow in order, even after a failure', async () => {
  const { few, work, begun, end } = await open(2)
  const [a, b, c] = ['a', 'b', 'c'].map((name) => few.run(work(name)))
  const d = few.runOne(work('d'))
  await settled()
  expect(begun).toEqual(['a', 'b'])
  end('b', new Error('It broke'))
  await expect(b).rejects.toThrow('It broke')
  await settled()
  expect(begun).toEqual(['a', 'b', 'c'])
  end('a')
  end('c')
  expect([await a, await c]).toEqual(['a', 'c'])
  await settled()
  end('d')
  expect(await d).toBe('d')
})

test('the limit stays the same after all units have ended', async () => {
  const { few, work, begun, end } = await open(2)
  for (const names of [
    ['a', 'b', 'c'],
    ['d', 'e', 'f'],
  ]) {
    const all = names.map((name) => few.run(work(name)))
    await settled()
    expect(begun).toEqual(names.slice(0, 2))
    for (const name of names) {
      end(name)
      await settled()
    }
    await Promise.all(all)
    begun.length = 0
  }
})
