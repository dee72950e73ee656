import { aJob, after, describeJobStore, accountFixture, ids, NOW } from '@carillon/contracts'
import { describe, expect, test } from '@jest/globals'
import type { Knex } from 'knex'
import { pagesReadBy } from '../testing/pages-read.js'
import { onePostgresTest, openTestDatabase, waitForLockWaiters } from '../testing/test-database.js'
import { PostgresJobStore } from './job-store.js'

describeJobStore(() => openTestDatabase())

test('a claim never waits for another claim', async () => {
  const first = await openTestDatabase()
  const second = await first.another()
  const { run, account } = await accountFixture(first)
  const [one, other] = [aJob({ account: account.id }), aJob({ account: account.id })]
  await run(({ jobs }) => jobs.put([one, other]))
  const due = { account: account.id, lane: 'quick', now: NOW, leaseUntil: after(30) } as const
  const [mine, theirs] = await run(async ({ jobs }) => [
    await jobs.claim({ ...due, limit: 1, fence: ids.next('job') }),
    await second.unitOfWork.run((stores) => stores.jobs.claim({ ...due, limit: 9, fence: ids.next('job') })),
  ])
  expect([mine, theirs]).toMatchObject([[{ id: one.id }], [{ id: other.id }]])
})

describe('waking a job', () => {
  async function openClaimed() {
    const first = await openTestDatabase()
    const { unitOfWork } = await first.another()
    const { run, account } = await accountFixture(first)
    const job = aJob({ account: account.id })
    await run(({ jobs }) => jobs.put([job]))
    const due = { account: account.id, lane: 'quick', now: NOW, leaseUntil: after(30), limit: 1 } as const
    const claim = () => run(({ jobs }) => jobs.claim({ ...due, fence: ids.next('job') }))
    const [claimed] = await claim()
    return { first, job, claimed: claimed!, claim, run, runElsewhere: unitOfWork.run.bind(unitOfWork) }
  }

  test('creates the job again if its owner is finishing it', async () => {
    const { first, job, claimed, claim, run, runElsewhere } = await openClaimed()
    const waking = await run(async ({ jobs }) => {
      expect(await jobs.holds(claimed)).toBe(true)
      const waking = runElsewhere((stores) => stores.jobs.wake([job]))
      await waitForLockWaiters(first)
      await jobs.finish(claimed)
      return { end: waking }
    })
    await waking.end
    expect(await claim()).toMatchObject([{ id: job.id, runAt: NOW, attempt: 1 }])
  })

  test('makes the job due at once if its owner is postponing it', async () => {
    const { first, job, claimed, claim, run, runElsewhere } = await openClaimed()
    const waking = await run(async ({ jobs }) => {
      await jobs.holds(claimed)
      const waking = runElsewhere((stores) => stores.jobs.wake([job]))
      await waitForLockWaiters(first)
      await jobs.postpone(claimed, { runAt: after(600) })
      return { end: waking }
    })
    await waking.end
    expect(await claim()).toMatchObject([{ id: job.id, runAt: NOW, attempt: 2 }])
  })

  test('blocks the owner of the job, who then sees the changes of the transaction that woke the job', async () => {
    const { first, job, claimed, run, runElsewhere } = await openClaimed()
    const other = aJob({ account: job.account })
    const locking = await run(async ({ jobs }) => {
      await jobs.wake([job])
      const locking = runElsewhere(async (stores) => ({
        isCurrent: await stores.jobs.holds(claimed),
        seen: await stores.jobs.claim({
          account: job.account,
          lane: 'quick',
          now: NOW,
          leaseUntil: after(30),
          limit: 9,
          fence: ids.next('job'),
        }),
      }))
      await waitForLockWaiters(first)
      await jobs.put([other])
      return { end: locking }
    })
    expect(await locking.end).toMatchObject({ isCurrent: true, seen: [{ id: other.id }] })
  })
})

onePostgresTest.each([
  ['20,000 jobs of one account', { accounts: 1, each: 20_000, pagesMax: 200 }],
  ['one job of each of 5,000 accounts', { accounts: 5_000, each: 1, pagesMax: 200 }],
])('due jobs are found and claimed with few page reads among %s', async (_, { accounts, each, pagesMax }) => {
  const { knex, url } = await openTestDatabase()
  await knex.raw(FILL, { accounts, each, runAt: NOW })
  await knex.raw('vacuum analyze job')
  const due = { lane: 'quick', now: NOW, after: null, limit: 20 } as const
  const found = await pagesReadBy(url, (knex) => new PostgresJobStore(knex).accountsDue(due))
  expect(found).toBeLessThan(pagesMax)
  const [account] = await new PostgresJobStore(knex).accountsDue(due)
  const claim = { account: account!, lane: 'quick', now: NOW, limit: 20, fence: ids.next('job') } as const
  expect(
    await pagesReadBy(url, (knex) => new PostgresJobStore(knex).claim({ ...claim, leaseUntil: NOW })),
  ).toBeLessThan(1_000)
})

onePostgresTest('finding that no job is due takes few page reads, whichever account was served last', async () => {
  const { knex, url } = await openTestDatabase()
  await knex.raw(FILL, { accounts: 5_000, each: 1, runAt: NOW })
  await knex.raw('vacuum analyze job')
  const now = new Date(NOW.getTime() - 1)
  for (const after of [null, 'acc_2500'] as const) {
    const accountsDue = (on: Knex) => new PostgresJobStore(on).accountsDue({ lane: 'quick', now, after, limit: 20 })
    expect(await accountsDue(knex)).toEqual([])
    expect(await pagesReadBy(url, accountsDue)).toBeLessThan(50)
  }
})

onePostgresTest(
  'the time of the first due job of each lane is found with few page reads among 20,000 jobs',
  async () => {
    const { knex, url } = await openTestDatabase()
    await knex.raw(FILL, { accounts: 20, each: 1_000, runAt: NOW })
    await knex.raw('vacuum analyze job')
    const lanesDue = (on: Knex) => new PostgresJobStore(on).lanesDue(NOW)
    expect(await lanesDue(knex)).toEqual(new Map([['quick', NOW]]))
    expect(await pagesReadBy(url, lanesDue)).toBeLessThan(50)
  },
)

const FILL = `
  insert into job (account_id, id, lane, kind, payload, run_at)
  select 'acc_' || a, 'job_' || a || '_' || j, 'quick', 'finish-message', '{}', :runAt
    from generate_series(1, :accounts::integer) as a, generate_series(1, :each::integer) as j`
