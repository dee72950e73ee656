import { aJob, accountFixture, ids, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { openTestApi } from '../testing/test-api.js'

async function open() {
  const adapters = inMemory({ now: NOW })
  const { run, account, neighbour } = await accountFixture(adapters, { name: 'Acme' })
  await neighbour({ name: 'Other' })
  const claim = { account: account.id, lane: 'quick', now: NOW, leaseUntil: NOW, limit: 9 } as const
  const { admin } = await openTestApi(adapters)
  return {
    admin,
    dueAgain: () => run(({ jobs }) => jobs.claim({ ...claim, fence: ids.next('job') })),
    deadJob: async () => {
      const job = aJob({ account: account.id })
      await run(async ({ jobs }) => {
        await jobs.put([job])
        const [claimed] = await jobs.claim({ ...claim, fence: ids.next('job') })
        await jobs.markDead(claimed!, { at: NOW, error: 'It broke' })
      })
      return job
    },
  }
}

const DEAD = '/accounts/Acme/jobs/dead'

test('dead jobs are listed in pages', async () => {
  const { admin, deadJob } = await open()
  const [older, newer] = [await deadJob(), await deadJob()]
  const { status, body } = await admin('GET', `${DEAD}?limit=1`)
  expect(status).toBe(200)
  expect(body).toEqual({
    page: 1,
    limit: 1,
    totalCount: 2,
    results: [
      {
        id: newer.id,
        kind: 'finish-message',
        payload: newer.payload,
        lane: 'quick',
        dueAt: NOW.toISOString(),
        attempts: 1,
        diedAt: NOW.toISOString(),
        error: 'It broke',
      },
    ],
  })
  expect((await admin('GET', `${DEAD}?limit=1&page=2`)).body.results).toMatchObject([{ id: older.id }])
  expect((await admin('GET', `${DEAD}?page=0`)).body.code).toBe(33400)
  expect((await admin('GET', '/accounts/Other/jobs/dead')).body).toMatchObject({ totalCount: 0, results: [] })
})

test('a dead job can be retried once', async () => {
  const { admin, deadJob, dueAgain } = await open()
  const { id } = await deadJob()
  expect((await admin('POST', `${DEAD}/${id}/retry`)).status).toBe(204)
  expect(await dueAgain()).toMatchObject([{ id, attempt: 1 }])
  expect((await admin('GET', DEAD)).body.totalCount).toBe(0)
  expect(await admin('POST', `${DEAD}/${id}/retry`)).toMatchObject({ status: 404, body: { code: 33404 } })
})

test('an unknown job or account is not found', async () => {
  const { admin, deadJob } = await open()
  const { id } = await deadJob()
  for (const other of [ids.next('job'), 'job_1', '%00', '%zz', 'job_%F0']) {
    expect(await admin('POST', `${DEAD}/${other}/retry`)).toMatchObject({ status: 404, body: { code: 33404 } })
  }
  for (const account of ['Other', 'Nobody', '%00']) {
    const path = `/accounts/${account}/jobs/dead/${id}/retry`
    expect(await admin('POST', path)).toMatchObject({ status: 404, body: { code: 33404 } })
  }
  expect(await admin('GET', '/accounts/Nobody/jobs/dead')).toMatchObject({ status: 404, body: { code: 33404 } })
})
