import { describe, expect, test } from '@jest/globals'
import { placesFor } from './places.js'

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
