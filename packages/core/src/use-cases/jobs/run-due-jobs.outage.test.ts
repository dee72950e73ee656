import { aJob, accountFixture, workerOn } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'

describe('an outage of the stores', () => {
  test('fails the round, which claims nothing', async () => {
    const { adapters, breakAfter } = withOutage()
    await accountFixture(adapters)
    const { begin } = workerOn(adapters, async () => {})
    breakAfter(0)
    await expect(begin()).rejects.toThrow('Out of reach')
  })

  test('that prevents the retry of a failed job is reported too', async () => {
    const { adapters, breakAfter } = withOutage()
    const { account } = await accountFixture(adapters)
    await adapters.unitOfWork.run(({ jobs }) => jobs.put([aJob({ account: account.id })]))
    const { round, failures } = workerOn(adapters, () => Promise.reject(new Error('It broke')))
    breakAfter(1)
    expect(await round()).toBe(1)
    expect(failures.map(({ error }) => (error as Error).message)).toEqual(['Out of reach', 'It broke'])
    expect(failures.every(({ isDead }) => !isDead)).toBe(true)
  })
})

/** Adapters whose stores become unreachable after a given number of units of work. */
function withOutage() {
  const adapters = inMemory()
  let left = Infinity
  const run: typeof adapters.unitOfWork.run = (work) =>
    left-- > 0 ? adapters.unitOfWork.run(work) : Promise.reject(new Error('Out of reach'))
  return {
    adapters: { ...adapters, unitOfWork: { run, runOne: run } },
    breakAfter: (units: number) => {
      left = units
    },
  }
}
