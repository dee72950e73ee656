import { aJob, after, accountFixture, ids, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import type { JobId } from '../../values/ids.js'
import { ListDeadJobs, RetryJob } from './dead-jobs.js'

const PAGE = { page: 1, limit: 20 }

async function open() {
  const adapters = inMemory({ now: NOW })
  const fixture = await accountFixture(adapters, { name: 'Acme' })
  const { run, account } = fixture
  const [list, retry] = [new ListDeadJobs(adapters), new RetryJob(adapters)]
  const claim = () => {
    const fence = ids.next('job')
    const due = { account: account.id, lane: 'quick', now: adapters.clock.now(), leaseUntil: after(9_999) } as const
    return run(({ jobs }) => jobs.claim({ ...due, limit: 9, fence }))
  }
  return {
    ...fixture,
    clock: adapters.clock,
    claim,
    list: (accountName = 'Acme') => list.execute({ accountName, page: PAGE }),
    retry: (id: JobId, accountName = 'Acme') => retry.execute({ accountName, id }),
    deadJob: async () => {
      const job = aJob({ account: account.id })
      await run(({ jobs }) => jobs.put([job]))
      const [claimed] = await claim()
      await run(({ jobs }) => jobs.markDead(claimed!, { at: NOW, error: 'It broke' }))
      return job
    },
  }
}

test('the dead jobs of an account are listed with their last error', async () => {
  const { deadJob, list } = await open()
  const job = await deadJob()
  const dead = { ...job, attempt: 1, diedAt: NOW, error: 'It broke' }
  expect(await list()).toEqual({ ...PAGE, totalCount: 1, results: [dead] })
})

test('a retried job is due at once, and is no longer listed', async () => {
  const { deadJob, list, retry, claim, clock } = await open()
  const { id } = await deadJob()
  clock.advance(5_000)
  await retry(id)
  expect((await list()).totalCount).toBe(0)
  expect(await claim()).toMatchObject([{ id, runAt: after(5), attempt: 1 }])
})

test('a job that is not dead, or belongs to another account, cannot be retried', async () => {
  const { deadJob, retry, neighbour } = await open()
  const { id } = await deadJob()
  await neighbour({ name: 'Other' })
  const notFound = { code: 'dead-job-not-found' }
  await expect(retry(id, 'Other')).rejects.toMatchObject(notFound)
  await retry(id)
  await expect(retry(id)).rejects.toMatchObject(notFound)
  await expect(retry(ids.next('job'))).rejects.toMatchObject(notFound)
})

test('an unknown account is refused', async () => {
  const { list, retry } = await open()
  const notFound = { code: 'account-not-found' }
  await expect(list('Nobody')).rejects.toMatchObject(notFound)
  await expect(retry(ids.next('job'), 'Nobody')).rejects.toMatchObject(notFound)
})
