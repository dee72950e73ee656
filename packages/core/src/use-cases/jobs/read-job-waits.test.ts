import { aJob, after, accountFixture, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { JOB_LANES } from '../../model/jobs/job.js'
import { ReadJobWaits } from './dead-jobs.js'

test('the wait of a lane is that of the job that has been due the longest, or 0 if no job is due', async () => {
  const adapters = inMemory({ now: NOW })
  const { run, account } = await accountFixture(adapters)
  const readJobWaits = new ReadJobWaits(adapters)
  const waits = async () => new Map((await readJobWaits.execute()).map(({ lane, waitedMs }) => [lane, waitedMs]))
  const none = JOB_LANES.map((lane) => [lane, 0] as const)
  expect(await waits()).toEqual(new Map(none))

  const [first, second] = [aJob({ account: account.id, runAt: after(-9) }), aJob({ account: account.id })]
  const later = aJob({ account: account.id, lane: 'bulk', runAt: after(2) })
  await run(({ jobs }) => jobs.put([first, second, later]))
  adapters.clock.advance(1_500)
  expect(await waits()).toEqual(new Map([...none, ['quick', 10_500]]))
  adapters.clock.advance(1_000)
  expect(await waits()).toEqual(new Map([...none, ['quick', 11_500], ['bulk', 500]]))
})
