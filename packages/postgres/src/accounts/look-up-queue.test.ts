import { expect, test } from '@jest/globals'
import { setImmediate } from 'node:timers/promises'
import { isOutage } from '../connection/is-outage.js'
import { signal } from '../testing/signal.js'
import { LookUpQueue } from './look-up-queue.js'

test('runs a few look-ups at a time, in the order of their arrival', async () => {
  const queue = new LookUpQueue({ runningMax: 2, waitingMax: 10 })
  const gates = Array.from({ length: 5 }, signal)
  const begun: number[] = []
  const all = gates.map(({ given }, i) =>
    queue.run(() => {
      begun.push(i)
      return given
    }),
  )
  await setImmediate()
  expect(begun).toEqual([0, 1])
  gates[1]!.give()
  await setImmediate()
  expect(begun).toEqual([0, 1, 2])
  for (const { give } of gates) give()
  await Promise.all(all)
  expect(begun).toEqual([0, 1, 2, 3, 4])
})

test('runs the next look-up after one that failed', async () => {
  const queue = new LookUpQueue({ runningMax: 1, waitingMax: 10 })
  const failing = queue.run(() => Promise.reject(new Error('down')))
  const next = queue.run(() => Promise.resolve('found'))
  await expect(failing).rejects.toThrow('down')
  expect(await next).toBe('found')
})

test('refuses a look-up as an outage when too many are waiting, and accepts more once they are done', async () => {
  const queue = new LookUpQueue({ runningMax: 1, waitingMax: 1 })
  const gate = signal()
  const running = [queue.run(() => gate.given), queue.run(() => gate.given)]
  const refused = await queue.run(() => gate.given).catch((error: unknown) => error)
  expect(refused).toMatchObject({ message: '1 look-ups of API keys are already waiting for the database' })
  expect(isOutage(refused)).toBe(true)
  gate.give()
  await Promise.all(running)
  await queue.run(() => gate.given)
})
