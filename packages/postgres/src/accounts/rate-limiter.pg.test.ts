import { expect, test } from '@jest/globals'
import { NOW, accountFixture, anAccount, describeRateLimiter } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeRateLimiter(() => openTestDatabase())

test('of 200 concurrent requests to two processes, exactly as many as the limit are allowed', async () => {
  const here = await openTestDatabase()
  const there = await here.another()
  const { account } = await accountFixture(here)
  const allowances = await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      (i % 2 === 0 ? here : there).rateLimiter.take({ account: account.id, bucket: 'message', limit: 60, now: NOW }),
    ),
  )
  expect(allowances.filter(({ allowed }) => allowed)).toHaveLength(60)
})

test('a refused request returns 0 remaining requests, even in a process that has not seen the window yet', async () => {
  const here = await openTestDatabase()
  const there = await here.another()
  const { neighbour } = await accountFixture(here)
  for (let round = 0; round < 20; round++) {
    const { id: account } = await neighbour({ name: `Account ${round}` })
    const allowances = await Promise.all(
      [here, there].map(({ rateLimiter }) => rateLimiter.take({ account, bucket: 'broadcast', limit: 1, now: NOW })),
    )
    expect(allowances).toContainEqual({ allowed: true, limit: 1, remaining: 0, resetMs: 60_000 })
    expect(allowances).toContainEqual({ allowed: false, limit: 1, remaining: 0, resetMs: 60_000 })
  }
})

test('a limit of 10,000 requests is enforced exactly', async () => {
  const { rateLimiter, knex } = await openTestDatabase()
  const { id: account } = anAccount()
  await knex.raw(
    `insert into rate_window (account_id, bucket, granted)
     select ?, 'message', array_agg(?::timestamptz + n * interval '5 ms' order by n) from generate_series(1, 9999) as n`,
    [account, NOW],
  )
  const take = (atMs: number) =>
    rateLimiter.take({ account, bucket: 'message', limit: 10_000, now: new Date(NOW.getTime() + atMs) })
  expect(await take(50_000)).toMatchObject({ allowed: true, remaining: 0 })
  expect(await take(50_001)).toEqual({ allowed: false, limit: 10_000, remaining: 0, resetMs: 10_004 })
  expect(await take(60_005)).toMatchObject({ allowed: true, remaining: 0, resetMs: 5 })
})
