import { aBroadcast, broadcastingFixture, NOW, workingFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { chunkJobIdOf } from '../../model/broadcasts/message-id-at.js'
import { JOB_ATTEMPTS_MAX } from '../../model/jobs/job.js'
import { RetryJob } from '../jobs/dead-jobs.js'

const LEASE_MS = 30_000
const BACKOFF_MAX_MS = 600_000

test('a chunk that fails too often is listed as dead until an operator retries it; no recipient is lost or sent to twice', async () => {
  const fixture = await broadcastingFixture(inMemory({ now: NOW }), { members: 10, credits: 20 })
  const { start, provider, clock, work, read, run, account, failures, credits } = fixture
  const { broadcast } = await start()
  provider.script.push(...Array.from({ length: 10 * JOB_ATTEMPTS_MAX }, () => () => Promise.reject(new Error('A bug'))))
  for (let attempt = 0; attempt < JOB_ATTEMPTS_MAX; attempt++) {
    await work()
    clock.advance(BACKOFF_MAX_MS)
  }
  expect(failures.at(-1)).toMatchObject({ isDead: true })
  const { results } = await run(({ jobs }) => jobs.listDead(account.id, { page: 1, limit: 10 }))
  expect(results).toMatchObject([{ payload: { broadcast: broadcast.id, chunk: 0 }, error: 'A bug' }])
  expect(await read(broadcast.id)).toMatchObject({ status: 'sending', counts: { queued: 10 } })
  expect((await credits()).reserved.sms).toBe(20)

  provider.script.splice(0)
  await new RetryJob(fixture).execute({ accountName: account.name, id: results[0]!.id })
  await work()
  expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { queued: 0, sent: 10 } })
  expect(new Set(provider.submitted.map(({ reference }) => reference)).size).toBe(10)
  expect(await credits()).toEqual({ sms: 0, mms: 0, reserved: { sms: 0, mms: 0 } })
})

test('a dead chunk does not stop the next chunks of its chain', async () => {
  const fixture = await workingFixture(inMemory(), () => Promise.reject(new Error('A bug')))
  const { run, account, round, clock } = fixture
  const broadcast = aBroadcast({ account: account.id, total: 17_001 })
  const payload = { broadcast: broadcast.id, chunk: 1 }
  const id = chunkJobIdOf(broadcast.id, 1)
  await run(async ({ broadcasts, jobs }) => {
    await broadcasts.add(broadcast, [])
    await jobs.put([{ kind: 'dispatch-chunk', payload, id, account: account.id, lane: 'bulk', runAt: clock.now() }])
  })
  for (let attempt = 0; attempt < JOB_ATTEMPTS_MAX; attempt++) {
    await round({ lane: 'bulk' })
    clock.advance(BACKOFF_MAX_MS)
  }
  const claim = { account: account.id, lane: 'bulk', limit: 10, fence: 'fence' } as const
  const now = clock.now()
  const left = await run(({ jobs }) => jobs.claim({ ...claim, now, leaseUntil: new Date(now.getTime() + LEASE_MS) }))
  expect(left).toMatchObject([{ id: chunkJobIdOf(broadcast.id, 17), payload: { chunk: 17 } }])
})
