import { describe, expect, test } from '@jest/globals'
import { keepRunning } from './keep-running.js'

/** Follows a script of checks without pauses: `.` finds Postgres running, `D` finds it dead, and `?` fails. */
async function keep(states: string, startAgain: () => Promise<void> = async () => {}) {
  const found = [...states]
  const [starts, pauses, warnings]: [number[], number[], string[]] = [[], [], []]
  let over = () => {}
  const isOver = new Promise<void>((resolve) => (over = resolve))
  const keeper = keepRunning({
    async isRunning() {
      if (found.length === 1) over()
      const state = found.shift()
      if (state === '?') throw new Error('too many open files')
      return state !== 'D'
    },
    async startAgain() {
      starts.push(states.length - found.length)
      await startAgain()
    },
    warn: (line) => warnings.push(line),
    async pause(ms) {
      pauses.push(ms)
    },
  })
  await isOver
  await keeper.end()
  return { starts, warnings, pauses: pauses.filter((ms) => ms > 500) }
}

const UNKNOWN = 'Cannot check whether Postgres is running: too many open files'
const DIED = 'Postgres has died, and is being restarted'

describe('a Postgres in use', () => {
  test('is restarted at once if it had run for a while, any number of times', async () => {
    const { starts, pauses, warnings } = await keep('..D....D.....D....')
    expect(starts).toEqual([3, 8, 14])
    expect(pauses).toEqual([])
    expect(warnings).toEqual([DIED, DIED, DIED])
  })

  test('is restarted with increasing pauses if it dies again soon, at most ten times in a row', async () => {
    const { starts, pauses, warnings } = await keep('D.'.repeat(10) + 'D')
    expect(starts).toHaveLength(10)
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000, 10_000, 10_000])
    expect(warnings).toEqual([
      ...starts.map(() => DIED),
      'Postgres has died 10 times in a row, and is not started again',
    ])
  })

  test('is started again after a failed start, and the reason is printed', async () => {
    const reason = 'Postgres did not start: no space left on device'
    const { starts, warnings } = await keep('DDD', () => Promise.reject(new Error(reason)))
    expect(starts).toEqual([1, 2, 3])
    expect(warnings).toEqual([DIED, reason, DIED, reason, DIED, reason])
  })

  test('is not restarted if a check fails: a message is printed, and checks continue', async () => {
    const { starts, warnings } = await keep('.????.??D..')
    expect(starts).toEqual([9])
    expect(warnings).toEqual([UNKNOWN, UNKNOWN, DIED])
  })
})
