import { describe, expect, test } from '@jest/globals'
import { createSemaphore, createSharedSemaphore } from './semaphore.js'

/** Work that runs until `end` is called. */
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

const nextTick = () => new Promise((resolve) => setImmediate(resolve))

describe('slots', () => {
  test('are full when every slot has a working caller', async () => {
    const semaphore = createSemaphore(2)
    const [one, other] = [work(), work()]
    const first = semaphore.use(one.run)
    expect(semaphore.isFull()).toBe(false)
    void semaphore.use(other.run)
    expect(semaphore.isFull()).toBe(true)
    one.end()
    await first
    expect(semaphore.isFull()).toBe(false)
  })

  test('are given to the callers in the queue in order of arrival', async () => {
    const semaphore = createSemaphore(1)
    const jobs = [work(), work(), work()]
    const done = jobs.map(({ run }) => semaphore.use(run))
    for (const [i, { end }] of jobs.entries()) {
      await nextTick()
      expect(jobs.map(({ hasBegun }) => hasBegun())).toEqual(jobs.map((_, other) => other <= i))
      end()
      await done[i]
      expect(semaphore.isFull()).toBe(i < 2)
    }
  })

  test('are released when the work fails', async () => {
    const semaphore = createSemaphore(1)
    const fail = () => Promise.reject(new Error('No'))
    await expect(semaphore.use(fail)).rejects.toThrow('No')
    expect(await semaphore.use(async () => 'done')).toBe('done')
  })
})

describe('shared slots', () => {
  test('are full for an owner that uses its whole share, and for everyone when no slot is free', async () => {
    const semaphore = createSharedSemaphore({ count: 3, ownerMax: 2 })
    const [one, other, last] = [work(), work(), work()]
    const first = semaphore.use('a', one.run)
    expect(semaphore.isFullFor('a')).toBe(false)
    void semaphore.use('a', other.run)
    await nextTick()
    expect([semaphore.isFullFor('a'), semaphore.isFullFor('b')]).toEqual([true, false])
    void semaphore.use('b', last.run)
    await nextTick()
    expect([semaphore.isFullFor('b'), semaphore.isFullFor('c')]).toEqual([true, true])
    one.end()
    await first
    expect(['a', 'b', 'c'].map(semaphore.isFullFor)).toEqual([false, false, false])
  })

  test('are not used by a caller that waits because the share of its owner is used up', async () => {
    const semaphore = createSharedSemaphore({ count: 2, ownerMax: 1 })
    const [one, waiting, other] = [work(), work(), work()]
    const first = semaphore.use('a', one.run)
    const second = semaphore.use('a', waiting.run)
    void semaphore.use('b', other.run)
    await nextTick()
    expect([one, waiting, other].map(({ hasBegun }) => hasBegun())).toEqual([true, false, true])
    one.end()
    waiting.end()
    await Promise.all([first, second])
    expect(waiting.hasBegun()).toBe(true)
  })

  test('count the callers of an owner that have a slot or wait for one, until they finish', async () => {
    const semaphore = createSharedSemaphore({ count: 2, ownerMax: 1 })
    const [one, other] = [work(), work()]
    const done = [semaphore.use('a', one.run), semaphore.use('a', other.run)]
    expect([semaphore.usersOf('a'), semaphore.usersOf('b')]).toEqual([2, 0])
    one.end()
    other.end()
    await Promise.all(done)
    expect(semaphore.usersOf('a')).toBe(0)
    const fail = () => Promise.reject(new Error('No'))
    await expect(semaphore.use('a', fail)).rejects.toThrow('No')
    expect([semaphore.usersOf('a'), semaphore.isFullFor('a')]).toEqual([0, false])
  })
})
