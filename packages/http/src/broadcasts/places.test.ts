import { describe, expect, test } from '@jest/globals'
import { placesFor, sharedPlacesFor } from './places.js'

/** Work that goes on until it is told to end. */
function work() {
  let end = () => {}
  let begun = false
  const done = new Promise<void>((resolve) => {
    end = resolve
  })
  const run = () => {
    begun = true
    return done
  }
  return { run, end, hasBegun: () => begun }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('places', () => {
  test('are taken when as many work as there are', async () => {
    const places = placesFor(2)
    const [one, other] = [work(), work()]
    const first = places.use(one.run)
    expect(places.areTaken()).toBe(false)
    void places.use(other.run)
    expect(places.areTaken()).toBe(true)
    one.end()
    await first
    expect(places.areTaken()).toBe(false)
  })

  test('whoever finds none waits in line, and is never overtaken', async () => {
    const places = placesFor(1)
    const jobs = [work(), work(), work()]
    const done = jobs.map(({ run }) => places.use(run))
    for (const [i, { end }] of jobs.entries()) {
      await turn()
      expect(jobs.map(({ hasBegun }) => hasBegun())).toEqual(jobs.map((_, other) => other <= i))
      end()
      await done[i]
      expect(places.areTaken()).toBe(i < 2)
    }
  })

  test('come back from work that fails', async () => {
    const places = placesFor(1)
    const fail = () => Promise.reject(new Error('No'))
    await expect(places.use(fail)).rejects.toThrow('No')
    expect(await places.use(async () => 'done')).toBe('done')
  })
})

describe('shared places', () => {
  test('are taken for an owner that has its share, and for all when none is left', async () => {
    const places = sharedPlacesFor({ count: 3, ownerMax: 2 })
    const [one, other, last] = [work(), work(), work()]
    const first = places.use('a', one.run)
    expect(places.areTakenFor('a')).toBe(false)
    void places.use('a', other.run)
    await turn()
    expect([places.areTakenFor('a'), places.areTakenFor('b')]).toEqual([true, false])
    void places.use('b', last.run)
    await turn()
    expect([places.areTakenFor('b'), places.areTakenFor('c')]).toEqual([true, true])
    one.end()
    await first
    expect(['a', 'b', 'c'].map(places.areTakenFor)).toEqual([false, false, false])
  })

  test('whoever waits for a place of the own share keeps none from the others', async () => {
    const places = sharedPlacesFor({ count: 2, ownerMax: 1 })
    const [one, waiting, other] = [work(), work(), work()]
    const first = places.use('a', one.run)
    const second = places.use('a', waiting.run)
    void places.use('b', other.run)
    await turn()
    expect([one, waiting, other].map(({ hasBegun }) => hasBegun())).toEqual([true, false, true])
    one.end()
    waiting.end()
    await Promise.all([first, second])
    expect(waiting.hasBegun()).toBe(true)
  })

  test('count those of an owner that have one or wait, until they are done', async () => {
    const places = sharedPlacesFor({ count: 2, ownerMax: 1 })
    const [one, other] = [work(), work()]
    const done = [places.use('a', one.run), places.use('a', other.run)]
    expect([places.usersOf('a'), places.usersOf('b')]).toEqual([2, 0])
    one.end()
    other.end()
    await Promise.all(done)
    expect(places.usersOf('a')).toBe(0)
    const fail = () => Promise.reject(new Error('No'))
    await expect(places.use('a', fail)).rejects.toThrow('No')
    expect([places.usersOf('a'), places.areTakenFor('a')]).toEqual([0, false])
  })
})
