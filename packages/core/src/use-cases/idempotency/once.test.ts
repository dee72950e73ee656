import { describe, expect, test } from '@jest/globals'
import { NOW, anAccount } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import type { StoredResponse, IdempotencyKeyName, IdempotencyKeyRecord } from '../../model/idempotency/key.js'
import { Once, type Attempted } from './once.js'

const SECOND_MS = 1_000
const name: IdempotencyKeyName = { account: anAccount().id, scope: 'message', key: 'key' }
const sent: StoredResponse = { id: 'msg_1', status: 'sent' }
const taken = (response: StoredResponse): Attempted => ({ answer: response, takesKey: true })

/** Two processes that share a store, and attempts that the test ends. */
function openTwoProcesses() {
  const { unitOfWork, clock, timer } = inMemory()
  const [here, there] = [new Once({ unitOfWork, clock, timer }), new Once({ unitOfWork, clock, timer })]
  const attempts: { end: (attempted: Attempted) => void; fail: (error: Error) => void }[] = []
  const attempt = () => new Promise<Attempted>((end, fail) => attempts.push({ end, fail }))
  const running: IdempotencyKeyRecord = { ...name, target: 'msg_1', answer: null, expiresAt: null }
  const bind = (record: Partial<IdempotencyKeyRecord> = {}) =>
    unitOfWork.run(({ idempotencyKeys }) => idempotencyKeys.bind({ ...running, ...record }, NOW))
  const save = (record: Partial<IdempotencyKeyRecord>) =>
    unitOfWork.run(({ idempotencyKeys }) => idempotencyKeys.save({ ...running, ...record }))
  const free = () => unitOfWork.run(({ idempotencyKeys }) => idempotencyKeys.free(running))
  /** Completes everything that needs no time, and then advances the clock. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed <= ms; passed += 100) {
      for (let tick = 0; tick < 20; tick++) await Promise.resolve()
      if (passed < ms) clock.advance(100)
    }
  }
  return { here, there, attempts, attempt, running, bind, save, free, pass }
}

describe('a request without a key', () => {
  test('is never deduplicated', async () => {
    const { here, attempts, attempt } = openTwoProcesses()
    const both = Promise.all([here.run(null, attempt), here.run(null, attempt)])
    attempts[0]!.end(taken(sent))
    attempts[1]!.end(taken({ id: 'msg_2' }))
    expect(await both).toEqual([
      { answer: sent, replayed: false },
      { answer: { id: 'msg_2' }, replayed: false },
    ])
  })
})

describe('concurrent requests with one key in one process', () => {
  test('run only one attempt, and all of them get its response', async () => {
    const { here, attempts, attempt, pass } = openTwoProcesses()
    const all = Promise.all(Array.from({ length: 20 }, () => here.run(name, attempt)))
    await pass(3 * SECOND_MS)
    expect(attempts).toHaveLength(1)
    attempts[0]!.end(taken(sent))
    const results = await all
    expect(results.map(({ answer }) => answer)).toEqual(Array(20).fill(sent))
    expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1)
  })

  test('run the next attempt if the first one fails to send and releases the key', async () => {
    const { here, attempts, attempt, pass } = openTwoProcesses()
    const both = Promise.all([here.run(name, attempt), here.run(name, attempt)])
    await pass(0)
    attempts[0]!.end({ answer: { id: 'msg_1', status: 'failed' }, takesKey: false })
    await pass(0)
    attempts[1]!.end(taken({ id: 'msg_2' }))
    expect(await both).toEqual([
      { answer: { id: 'msg_1', status: 'failed' }, replayed: false },
      { answer: { id: 'msg_2' }, replayed: false },
    ])
  })

  test('run the next attempt if the first one is refused, and only the first caller gets the error', async () => {
    const { here, attempts, attempt, pass } = openTwoProcesses()
    const [first, second] = [here.run(name, attempt), here.run(name, attempt)]
    await pass(0)
    attempts[0]!.fail(new Error('not opted in'))
    await expect(first).rejects.toThrow('not opted in')
    await pass(0)
    attempts[1]!.end(taken(sent))
    expect(await second).toEqual({ answer: sent, replayed: false })
  })

  test('do not wait for requests with a different key, account or kind', async () => {
    const { here, attempts, attempt, pass } = openTwoProcesses()
    const others: IdempotencyKeyName[] = [
      { ...name, account: anAccount().id },
      { ...name, scope: 'batch' },
      { ...name, key: 'KEY' },
    ]
    const all = Promise.all([name, ...others].map((one) => here.run(one, attempt)))
    await pass(0)
    expect(attempts).toHaveLength(4)
    for (const { end } of attempts) end(taken(sent))
    expect((await all).map(({ replayed }) => replayed)).toEqual([false, false, false, false])
  })

  test('wait at most 10 seconds for the first one', async () => {
    const { here, attempts, attempt, pass } = openTwoProcesses()
    const [first, second] = [here.run(name, attempt), here.run(name, attempt)]
    const refused = expect(second).rejects.toMatchObject({ code: 'key-in-use', details: { retryAfterSeconds: 1 } })
    await pass(10 * SECOND_MS)
    await refused
    attempts[0]!.end(taken(sent))
    expect(await first).toEqual({ answer: sent, replayed: false })
  })
})

describe('concurrent requests with one key in two processes', () => {
  /** An attempt that finds the key in use. */
  const metBy = (running: IdempotencyKeyRecord) => async (): Promise<Attempted> => ({ inUseBy: running })

  test('wait for the response of the first one and return it', async () => {
    const { there, running, bind, save, pass } = openTwoProcesses()
    await bind()
    const repeat = there.run(name, metBy(running))
    await pass(4 * SECOND_MS)
    await save({ answer: sent })
    await pass(SECOND_MS)
    expect(await repeat).toEqual({ answer: sent, replayed: true })
  })

  test('share one wait in each process', async () => {
    const { there, running, bind, save, pass } = openTwoProcesses()
    await bind()
    let met = 0
    const meet = async (): Promise<Attempted> => {
      met++
      return { inUseBy: running }
    }
    const all = Promise.all(Array.from({ length: 20 }, () => there.run(name, meet)))
    await pass(SECOND_MS)
    await save({ answer: sent })
    await pass(SECOND_MS)
    expect(await all).toEqual(Array(20).fill({ answer: sent, replayed: true }))
    expect(met).toBe(1)
  })

  test('return a stored response at once', async () => {
    const { there, running } = openTwoProcesses()
    const result = await there.run(name, metBy({ ...running, answer: sent }))
    expect(result).toEqual({ answer: sent, replayed: true })
  })

  test('run the second attempt if the first one fails', async () => {
    const { there, attempts, attempt, running, bind, free, pass } = openTwoProcesses()
    await bind()
    let isFirst = true
    const tries = () => {
      if (!isFirst) return attempt()
      isFirst = false
      return metBy(running)()
    }
    const second = there.run(name, tries)
    await pass(SECOND_MS)
    await free()
    await pass(SECOND_MS)
    attempts[0]!.end(taken(sent))
    expect(await second).toEqual({ answer: sent, replayed: false })
  })

  test('are refused with key-in-use after 10 seconds', async () => {
    const { there, running, bind, pass } = openTwoProcesses()
    await bind()
    const refused = expect(there.run(name, metBy(running))).rejects.toMatchObject({ code: 'key-in-use' })
    await pass(11 * SECOND_MS)
    await refused
  })
})
